package io.braid.bgp.interop;

import io.braid.bgp.wire.Family;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** OpenBGPD. */
final class OpenBgpd extends Daemon {
    OpenBgpd(PeerLab lab) {
        super(lab);
    }

    @Override
    void start(Options o) throws Exception {
        // The home of its user, which its service unit makes; it locks itself in there.
        Files.createDirectories(Path.of("/run/openbgpd"));
        // For routes of the family that is not the session's it names lo's first address as next hop, such as ::1.
        lab.run("ip", "addr", "flush", "dev", "lo");
        lab.run("ip", "addr", "add", "192.0.2.2/32", "dev", "lo");
        lab.run("ip", "addr", "add", "2001:db8::2/128", "dev", "lo", "nodad");
        write("bgpd.conf", """
                AS 65000
                router-id 192.0.2.2
                fib-update no
                holdtime 9
                connect-retry 1
                socket "SOCKET"
                listen on OWN
                network 10.50.0.0/16
                network 2001:db8:50::/48
                neighbor BRAID {
                  remote-as ASN
                  local-address OWN
                  announce IPv4 unicast
                  announce IPv6 V6
                  PASSWORD
                  GTSM
                }
                allow from any
                allow to any
                """.replace("PASSWORD", o.password() == null ? "" : "tcp md5sig password " + o.password())
                .replace("GTSM", o.gtsm() ? "ttl-security yes" : "")
                .replace("V6", o.has(Feature.IPV4_ONLY) ? "none" : "unicast")
                .replace("ASN", o.braidAs())
                .replace("SOCKET", socket())
                .replace("OWN", o.own())
                .replace("BRAID", o.braid()));
        launch("/usr/sbin/bgpd", "-d", "-v", "-f", lab.dir.resolve("bgpd.conf").toString());
    }

    private String socket() {
        return lab.dir.resolve("bgpd.sock").toString();
    }

    private String bgpctl(String... words) throws Exception {
        var command = new ArrayList<String>(List.of("/usr/sbin/bgpctl", "-s", socket()));
        command.addAll(List.of(words));
        return lab.run(command.toArray(String[]::new));
    }

    @Override
    boolean has(String prefix) throws Exception {
        return bgpctl("show", "rib", prefix).contains("65017");
    }

    @Override
    String show(String prefix) throws Exception {
        return bgpctl("show", "rib", "detail", prefix);
    }

    @Override
    boolean isNoExport(String shown) {
        return shown.contains("NO_EXPORT");
    }

    @Override
    String dump(Family family) throws Exception {
        return bgpctl("show", "rib", family == Family.IPV4_UNICAST ? "inet" : "inet6");
    }

    @Override
    boolean refresh(Options o) throws Exception {
        bgpctl("neighbor", o.braid(), "refresh");
        return true;
    }

    @Override
    boolean isUp(Options o) throws Exception {
        return bgpctl("show", "neighbor", o.braid()).contains("BGP state = Established");
    }

    @Override
    void shutdown(Options o, String text) throws Exception {
        bgpctl("neighbor", o.braid(), "down", text);
    }
}
