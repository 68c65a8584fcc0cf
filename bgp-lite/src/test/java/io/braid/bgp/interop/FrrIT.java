package io.braid.bgp.session;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** FRR. */
final class FrrIT extends SecuredInteropContract {
    @Override
    Daemon daemon(PeerLab where) {
        return new Frr(where);
    }

    private static final class Frr extends Daemon {
        Frr(PeerLab lab) {
            super(lab);
        }

        @Override
        void start(Options o) throws Exception {
            String braid = o.braid();
            write("zebra.conf", "no zebra nexthop kernel enable\n");
            write("bgpd.conf", """
                    log stdout
                    router bgp 65000
                     bgp router-id 192.0.2.2
                     no bgp ebgp-requires-policy
                     no bgp network import-check
                     bgp log-neighbor-changes
                     timers bgp 3 9
                     neighbor BRAID remote-as 65017
                     neighbor BRAID timers connect 1
                     neighbor BRAID advertisement-interval 0
                     PASSWORD
                     GTSM
                     address-family ipv4 unicast
                      network 10.50.0.0/16
                      neighbor BRAID activate
                     address-family ipv6 unicast
                      network 2001:db8:50::/48
                      neighbor BRAID activate
                    """.replace(
                            "PASSWORD", o.password() == null ? "!" : "neighbor BRAID password " + o.password())
                    .replace("GTSM", o.gtsm() ? "neighbor BRAID ttl-security hops 1" : "!")
                    .replace("BRAID", braid));
            Path api = lab.dir.resolve("zserv.api");
            Files.deleteIfExists(api);
            run("zebra", "-P", "0");
            Await.until("zebra's socket", () -> Files.exists(api));
            run("bgpd", "-p", "179", "-P", "0");
        }

        private void run(String daemon, String... more) throws Exception {
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

        private String vtysh(String... commands) throws Exception {
            var command = new ArrayList<String>(List.of("vtysh", "--vty_socket", lab.dir.toString()));
            for (String c : commands) {
                command.add("-c");
                command.add(c);
            }
            return lab.run(command.toArray(String[]::new));
        }

        @Override
        boolean has(String prefix) throws Exception {
            String family = prefix.contains(":") ? "ipv6" : "ipv4";
            return vtysh("show bgp " + family + " unicast " + prefix + " json").contains("\"valid\":true");
        }

        @Override
        void shutdown(Options o, String text) throws Exception {
            vtysh("configure terminal", "router bgp 65000", "neighbor " + o.braid() + " shutdown message " + text);
        }
    }
}
