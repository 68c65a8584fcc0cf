package io.braid.bgp.interop;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** FRR as a rack switch with several cables to the host, a session on each of them, and one route by all of them. */
final class RackFrr extends Frr {
    private static final Pattern DEVICE = Pattern.compile("via \\S+ dev (eth\\d)");

    private final int cables;

    RackFrr(PeerLab lab, int cables) {
        super(lab);
        this.cables = cables;
    }

    @Override
    void start(Options o) throws Exception {
        // An interface that was down has its IPv6 addresses back at once.
        lab.run("sysctl", "-w", "net.ipv6.conf.all.keep_addr_on_down=1", "net.ipv6.conf.all.accept_dad=0");
        for (int i = 0; i < cables; i++) {
            lab.run("sysctl", "-w", "net.ipv6.conf.eth" + i + ".keep_addr_on_down=1");
            lab.run("sysctl", "-w", "net.ipv6.conf.eth" + i + ".accept_dad=0");
        }
        var neighbors = new StringBuilder();
        var six = new StringBuilder();
        for (int i = 0; i < cables; i++) {
            neighbors.append("""
                     neighbor HOST remote-as 65017
                     neighbor HOST timers connect 1
                     neighbor HOST advertisement-interval 0
                     BFD
                    """.replace("BFD", o.with(Feature.BFD, "neighbor HOST bfd profile fast"))
                    .replace("HOST", PeerLab.ownAddress(i, false)));
            six.append("  neighbor ").append(PeerLab.ownAddress(i, false)).append(" activate\n");
        }
        write("bgpd.conf", """
                log stdout
                router bgp 65000
                 bgp router-id 192.0.2.2
                 no bgp ebgp-requires-policy
                 bgp log-neighbor-changes
                 timers bgp 3 9
                 RESTART
                NEIGHBORS
                 address-family ipv4 unicast
                  maximum-paths 8
                 exit-address-family
                 address-family ipv6 unicast
                  maximum-paths 8
                SIX
                """.replace("RESTART", o.with(Feature.GRACEFUL_RESTART, RESTART))
                .replace("NEIGHBORS", neighbors)
                .replace("SIX", six));
        launchBoth();
        if (o.has(Feature.BFD)) {
            write("bfdd.conf", """
                    bfd
                     profile fast
                      transmit-interval 50
                      receive-interval 50
                      detect-multiplier 3
                    """);
            run("bfdd", "--bfdctl", lab.dir.resolve("bfdd.sock").toString());
        }
    }

    /** Whether the session of a cable is up. */
    boolean isUp(int cable) throws Exception {
        return vtysh("show bgp neighbors " + PeerLab.ownAddress(cable, false) + " json")
                .contains("\"bgpState\":\"Established\"");
    }

    /** The devices by which the kernel sends to a task IP. */
    Set<String> kernelDevices(String ip) throws Exception {
        var result = new TreeSet<String>();
        lab.run("ip", ip.contains(":") ? "-6" : "-4", "route", "show", ip)
                .lines()
                .filter(line -> !line.contains("dead"))
                .forEach(line ->
                        DEVICE.matcher(line).results().map(m -> m.group(1)).forEach(result::add));
        return result;
    }
}
