package io.braid.bgp.interop;

import io.braid.bgp.session.Await;
import io.braid.bgp.wire.Family;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** FRR. */
class Frr extends Daemon {
    private static final String IPV6 = """
            address-family ipv6 unicast
              network 2001:db8:50::/48
              neighbor BRAID activate
              DEFAULT
            """;
    static final String RESTART = """
            bgp graceful-restart
             bgp graceful-restart preserve-fw-state
             bgp graceful-restart restart-time 30
            """;

    Frr(PeerLab lab) {
        super(lab);
    }

    @Override
    void start(Options o) throws Exception {
        write("bgpd.conf", """
                log stdout
                router bgp 65000
                 bgp router-id 192.0.2.2
                 no bgp ebgp-requires-policy
                 no bgp network import-check
                 bgp log-neighbor-changes
                 timers bgp 3 9
                 RESTART
                 neighbor BRAID remote-as ASN
                 neighbor BRAID timers connect 1
                 neighbor BRAID advertisement-interval 0
                 PASSWORD
                 GTSM
                 SILENT
                 address-family ipv4 unicast
                  network 10.50.0.0/16
                  neighbor BRAID activate
                  DEFAULT
                 exit-address-family
                 IPV6
                """.replace("RESTART", o.with(Feature.GRACEFUL_RESTART, RESTART))
                .replace("PASSWORD", o.password() == null ? "!" : "neighbor BRAID password " + o.password())
                .replace("SILENT", o.with(Feature.NO_CAPABILITIES, "neighbor BRAID dont-capability-negotiate"))
                .replace("GTSM", o.gtsm() ? "neighbor BRAID ttl-security hops 1" : "!")
                .replace("IPV6", o.without(Feature.IPV4_ONLY, IPV6))
                .replace("DEFAULT", o.with(Feature.DEFAULT_ROUTE, "neighbor BRAID default-originate"))
                .replace("ASN", o.braidAs())
                .replace("BRAID", o.braid()));
        launchBoth();
    }

    /** Starts zebra and bgpd, whose configuration is there. */
    final void launchBoth() throws Exception {
        // Without this the kernel's routes stay one next hop short after a link was down.
        write("zebra.conf", "no zebra nexthop kernel enable\n");
        Path api = lab.dir.resolve("zserv.api");
        Files.deleteIfExists(api);
        run("zebra", "-P", "0");
        Await.until("zebra's socket", () -> Files.exists(api));
        run("bgpd", "-p", "179", "-P", "0");
    }

    final void run(String daemon, String... more) throws Exception {
        String dir = lab.dir.toString();
        var command = new ArrayList<String>(List.of(
                "/usr/lib/frr/" + daemon,
                "-u",
                "frr",
                "-g",
                "frr",
                "-f",
                dir + "/" + daemon + ".conf",
                "-i",
                dir + "/" + daemon + ".pid",
                "--vty_socket",
                dir,
                "-z",
                dir + "/zserv.api"));
        command.addAll(List.of(more));
        launch(command.toArray(String[]::new));
    }

    String vtysh(String... commands) throws Exception {
        var command = new ArrayList<String>(List.of("vtysh", "--vty_socket", lab.dir.toString()));
        for (String c : commands) {
            command.add("-c");
            command.add(c);
        }
        return lab.run(command.toArray(String[]::new));
    }

    @Override
    boolean has(String prefix) throws Exception {
        return show(prefix).contains("\"valid\":true");
    }

    @Override
    String show(String prefix) throws Exception {
        return vtysh("show bgp " + (prefix.contains(":") ? "ipv6" : "ipv4") + " unicast " + prefix + " json");
    }

    @Override
    boolean isNoExport(String shown) {
        return shown.contains("\"no-export\"") || shown.contains("\"noExport\"");
    }

    @Override
    String dump(Family family) throws Exception {
        return vtysh("show bgp " + (family == Family.IPV4_UNICAST ? "ipv4" : "ipv6") + " unicast json");
    }

    @Override
    boolean refresh(Options o) throws Exception {
        vtysh("clear bgp * soft in");
        return true;
    }

    @Override
    boolean isUp(Options o) throws Exception {
        return vtysh("show bgp neighbors " + o.braid() + " json").contains("\"bgpState\":\"Established\"");
    }

    @Override
    void shutdown(Options o, String text) throws Exception {
        vtysh("configure terminal", "router bgp 65000", "neighbor " + o.braid() + " shutdown message " + text);
    }
}
