package io.braid.bgp.session;

import java.util.ArrayList;
import java.util.List;

/** GoBGP. */
final class GoBgpIT extends InteropContract {
    @Override
    Daemon daemon(PeerLab where) {
        return new GoBgp(where);
    }

    private static final class GoBgp extends Daemon {
        GoBgp(PeerLab lab) {
            super(lab);
        }

        @Override
        void start(Options o) throws Exception {
            write("gobgp.toml", """
                    [global.config]
                      as = 65000
                      router-id = "192.0.2.2"
                      local-address-list = ["192.0.2.2", "2001:db8::2"]
                    [[neighbors]]
                      [neighbors.config]
                        neighbor-address = "BRAID"
                        peer-as = 65017
                      [neighbors.timers.config]
                        connect-retry = 1
                        hold-time = 9
                        keepalive-interval = 3
                        idle-hold-time-after-reset = 1
                      [[neighbors.afi-safis]]
                        [neighbors.afi-safis.config]
                          afi-safi-name = "ipv4-unicast"
                      [[neighbors.afi-safis]]
                        [neighbors.afi-safis.config]
                          afi-safi-name = "ipv6-unicast"
                    """.replace("BRAID", o.braid()));
            launch("gobgpd", "-t", "toml", "-f", lab.dir.resolve("gobgp.toml").toString(), "--api-hosts", API);
            while (!gobgp("global").contains("65000")) {
                Thread.sleep(50);
            }
            gobgp("global", "rib", "add", "10.50.0.0/16", "nexthop", "192.0.2.2");
            gobgp("global", "rib", "add", "-a", "ipv6", "2001:db8:50::/48", "nexthop", "2001:db8::2");
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
        void shutdown(Options o, String text) throws Exception {
            gobgp("neighbor", o.braid(), "shutdown", "--reason", text);
        }
    }
}
