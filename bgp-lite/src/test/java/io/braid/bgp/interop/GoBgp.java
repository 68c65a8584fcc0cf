package io.braid.bgp.interop;

import io.braid.bgp.wire.Family;
import java.util.ArrayList;
import java.util.List;

/** GoBGP. */
final class GoBgp extends Daemon {
    GoBgp(PeerLab lab) {
        super(lab);
    }

    @Override
    void start(Options o) throws Exception {
        write(
                "gobgp.toml",
                """
                [global.config]
                  as = 65000
                  router-id = "192.0.2.2"
                  local-address-list = ["192.0.2.2", "2001:db8::2"]
                [[neighbors]]
                  [neighbors.config]
                    neighbor-address = "BRAID"
                    peer-as = ASN
                    PASSWORD
                  [neighbors.timers.config]
                    connect-retry = 1
                    hold-time = 9
                    keepalive-interval = 3
                    idle-hold-time-after-reset = 1
                  GTSM
                """.replace("PASSWORD", o.password() == null ? "" : "auth-password = \"" + o.password() + "\"")
                                .replace(
                                        "GTSM",
                                        o.gtsm()
                                                ? "[neighbors.ttl-security.config]\n enabled = true\n ttl-min = 255"
                                                : "")
                                .replace("ASN", o.braidAs())
                                .replace("BRAID", o.braid())
                        + family("ipv4-unicast", o)
                        + o.without(Feature.IPV4_ONLY, family("ipv6-unicast", o)));
        launch("gobgpd", "-t", "toml", "-f", lab.dir.resolve("gobgp.toml").toString(), "--api-hosts", API);
        Poll.until("its interface", () -> gobgp("global").contains("65000"));
        gobgp("global", "rib", "add", "10.50.0.0/16", "nexthop", "192.0.2.2");
        gobgp("global", "rib", "add", "-a", "ipv6", "2001:db8:50::/48", "nexthop", "2001:db8::2");
    }

    private static String family(String name, Options o) {
        return """
                  [[neighbors.afi-safis]]
                    [neighbors.afi-safis.config]
                      afi-safi-name = "NAME"
                """.replace("NAME", name)
                + o.with(Feature.ADD_PATH, "[neighbors.afi-safis.add-paths.config]\nreceive = true\n");
    }

    private static final String API = "127.0.0.1:50051";

    private String gobgp(String... words) throws Exception {
        var command = new ArrayList<String>(List.of("gobgp"));
        command.addAll(List.of(words));
        return lab.run(command.toArray(String[]::new));
    }

    @Override
    boolean has(String prefix) throws Exception {
        String family = prefix.contains(":") ? "ipv6" : "ipv4";
        return gobgp("global", "rib", "-a", family, prefix).contains("65017");
    }

    @Override
    String show(String prefix) throws Exception {
        return gobgp("global", "rib", "-a", prefix.contains(":") ? "ipv6" : "ipv4", prefix);
    }

    @Override
    boolean isNoExport(String shown) {
        return shown.contains("no-export");
    }

    @Override
    String dump(Family family) throws Exception {
        return gobgp("global", "rib", "-a", family == Family.IPV4_UNICAST ? "ipv4" : "ipv6");
    }

    /** Its soft reset reads what it keeps of a peer's routes again, and asks the peer for nothing. */
    @Override
    boolean refresh(Options o) {
        return false;
    }

    @Override
    boolean isUp(Options o) throws Exception {
        return gobgp("neighbor", o.braid()).contains("BGP state = ESTABLISHED");
    }

    @Override
    void shutdown(Options o, String text) throws Exception {
        gobgp("neighbor", o.braid(), "shutdown", "--reason", text);
    }
}
