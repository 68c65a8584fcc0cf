package io.braid.bgp.session;

import java.util.ArrayList;
import java.util.List;

/** BIRD 2. */
final class BirdIT extends SecuredInteropContract {
    @Override
    Daemon daemon(PeerLab where) {
        return new Bird(where);
    }

    private static final class Bird extends Daemon {
        Bird(PeerLab lab) {
            super(lab);
        }

        @Override
        void start(Options o) throws Exception {
            write("bird.conf", """
                    log stderr all;
                    router id 192.0.2.2;
                    protocol device { scan time 1; }
                    protocol static four { ipv4; route 10.50.0.0/16 blackhole; }
                    protocol static six { ipv6; route 2001:db8:50::/48 blackhole; }
                    protocol bgp braid {
                      local OWN as 65000;
                      neighbor BRAID as 65017;
                      hold time 9;
                      connect retry time 1;
                      connect delay time 1;
                      error wait time 1, 2;
                      PASSWORD
                      GTSM
                      ipv4 { import all; export all; };
                      ipv6 { import all; export all; };
                    }
                    """.replace("PASSWORD", o.password() == null ? "" : "password \"" + o.password() + "\";")
                    .replace("GTSM", o.gtsm() ? "ttl security on;" : "")
                    .replace("OWN", o.own())
                    .replace("BRAID", o.braid()));
            launch("bird", "-f", "-c", file("bird.conf"), "-s", file("bird.ctl"));
        }

        private String file(String name) {
            return lab.dir.resolve(name).toString();
        }

        private String birdc(String... words) throws Exception {
            var command = new ArrayList<String>(List.of("birdc", "-s", file("bird.ctl")));
            command.addAll(List.of(words));
            return lab.run(command.toArray(String[]::new));
        }

        @Override
        boolean has(String prefix) throws Exception {
            return birdc("show", "route", prefix, "protocol", "braid").contains(prefix);
        }

        @Override
        void shutdown(Options o, String text) throws Exception {
            birdc("disable", "braid", "\"" + text + "\"");
        }
    }
}
