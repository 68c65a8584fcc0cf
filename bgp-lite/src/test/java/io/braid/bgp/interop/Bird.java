package io.braid.bgp.interop;

import io.braid.bgp.wire.Family;
import java.util.ArrayList;
import java.util.List;

/** BIRD 2. */
final class Bird extends Daemon {
    Bird(PeerLab lab) {
        super(lab);
    }

    @Override
    void start(Options o) throws Exception {
        String restart = o.has(Feature.GRACEFUL_RESTART) ? "graceful restart yes; graceful restart time 30;" : "";
        write("bird.conf", """
                log stderr all;
                router id 192.0.2.2;
                protocol device { scan time 1; }
                protocol static four { ipv4; route 10.50.0.0/16 blackhole; DEFAULT4 }
                protocol static six { ipv6; route 2001:db8:50::/48 blackhole; DEFAULT6 }
                protocol bgp braid {
                  local OWN as 65000;
                  neighbor BRAID as ASN;
                  hold time 9;
                  connect retry time 1;
                  connect delay time 1;
                  error wait time 1, 2;
                  PASSWORD
                  GTSM
                  SILENT
                  RESTART
                  ipv4 { import all; export all; PATHS };
                  IPV6
                }
                """.replace("PASSWORD", o.password() == null ? "" : "password \"" + o.password() + "\";")
                .replace("SILENT", o.with(Feature.NO_CAPABILITIES, "capabilities off;"))
                .replace("GTSM", o.gtsm() ? "ttl security on;" : "")
                .replace("RESTART", restart)
                .replace("IPV6", o.without(Feature.IPV4_ONLY, "ipv6 { import all; export all; PATHS };"))
                .replace("PATHS", o.with(Feature.ADD_PATH, "add paths rx;"))
                .replace("DEFAULT4", o.with(Feature.DEFAULT_ROUTE, "route 0.0.0.0/0 blackhole;"))
                .replace("DEFAULT6", o.with(Feature.DEFAULT_ROUTE, "route ::/0 blackhole;"))
                .replace("ASN", o.braidAs())
                .replace("OWN", o.own())
                .replace("BRAID", o.braid()));
        var command = new ArrayList<String>(List.of("bird", "-f", "-c", file("bird.conf"), "-s", file("bird.ctl")));
        if (o.has(Feature.RECOVER)) {
            command.add("-R");
        }
        launch(command.toArray(String[]::new));
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
    String show(String prefix) throws Exception {
        return birdc("show", "route", prefix, "all", "protocol", "braid");
    }

    @Override
    boolean isNoExport(String shown) {
        return shown.contains("(65535,65281)");
    }

    @Override
    String dump(Family family) throws Exception {
        return birdc(
                "show", "route", "protocol", "braid", "table", family == Family.IPV4_UNICAST ? "master4" : "master6");
    }

    @Override
    boolean refresh(Options o) throws Exception {
        birdc("reload", "in", "braid");
        return true;
    }

    @Override
    boolean isUp(Options o) throws Exception {
        return birdc("show", "protocols", "braid").contains("Established");
    }

    @Override
    void shutdown(Options o, String text) throws Exception {
        birdc("disable", "braid", "\"" + text + "\"");
    }
}
