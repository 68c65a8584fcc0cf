package io.braid.bgp.interop;

import io.braid.bgp.wire.Family;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** ExaBGP. */
final class ExaBgp extends Daemon {
    private static final String DOWN = "\"state\": \"down\"";
    private static final String ANNOUNCE = "\"announce\"";

    ExaBgp(PeerLab lab) {
        super(lab);
    }

    @Override
    void start(Options o) throws Exception {
        // What is put into the file "command" is carried out; what happens is kept in "received". Both end with the
        // daemon.
        Path script = write("keep", """
                #!/bin/sh
                (while sleep 0.1 && kill -0 $$; do [ -f DIR/command ] && cat DIR/command && rm DIR/command; done) &
                while read -r line; do echo "$line" >> DIR/received; done
                """.replace("DIR", lab.dir.toString()));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.deleteIfExists(received());
        write("exabgp.conf", """
                process keep {
                  run SCRIPT;
                  encoder json;
                }
                neighbor BRAID {
                  router-id 192.0.2.2;
                  local-address OWN;
                  local-as 65000;
                  peer-as ASN;
                  hold-time 9;
                  PASSWORD
                  GTSM
                  capability { route-refresh enable; }
                  family { ipv4 unicast; V6 }
                  api { processes [ keep ]; neighbor-changes; receive { parsed; update; } }
                  static {
                    route 10.50.0.0/16 next-hop 192.0.2.2;
                    ROUTE6
                  }
                }
                """.replace("PASSWORD", o.password() == null ? "" : "md5-password " + o.password() + ";")
                .replace("GTSM", o.gtsm() ? "outgoing-ttl 255; incoming-ttl 255;" : "")
                .replace("V6", o.without(Feature.IPV4_ONLY, "ipv6 unicast;"))
                .replace("ROUTE6", o.without(Feature.IPV4_ONLY, "route 2001:db8:50::/48 next-hop 2001:db8::2;"))
                .replace("ASN", o.braidAs())
                .replace("SCRIPT", script.toString())
                .replace("OWN", o.own())
                .replace("BRAID", o.braid()));
        launch(
                "env",
                "exabgp.daemon.daemonize=false",
                "exabgp.daemon.user=root",
                "exabgp.log.destination=stdout",
                "exabgp.log.level=DEBUG",
                "exabgp.log.packets=true",
                "exabgp.api.cli=false",
                "/usr/sbin/exabgp",
                lab.dir.resolve("exabgp.conf").toString());
    }

    private Path received() {
        return lab.dir.resolve("received");
    }

    @Override
    boolean has(String prefix) throws Exception {
        return !show(prefix).isEmpty();
    }

    /** What it was told last of the route; what a session that ended told is void. */
    @Override
    String show(String prefix) throws Exception {
        String last = "";
        for (String line : lines()) {
            if (line.contains(DOWN)) {
                last = "";
            } else if (line.contains("\"" + prefix + "\"")) {
                last = line.contains(ANNOUNCE) ? line : "";
            }
        }
        return last;
    }

    @Override
    Set<String> tasks(Family family) throws Exception {
        var result = new TreeSet<String>();
        for (String line : lines()) {
            if (line.contains(DOWN)) {
                result.clear();
            } else if (line.contains(ANNOUNCE)) {
                result.addAll(tasksIn(family, line));
            } else {
                result.removeAll(tasksIn(family, line));
            }
        }
        return result;
    }

    @Override
    String dump(Family family) throws Exception {
        return String.join("\n", tasks(family));
    }

    private List<String> lines() throws IOException {
        return Files.exists(received()) ? Files.readAllLines(received()) : List.of();
    }

    @Override
    boolean isNoExport(String shown) {
        return shown.contains("[ 65535, 65281 ]");
    }

    @Override
    boolean refresh(Options o) throws Exception {
        command("neighbor " + o.braid() + " announce route-refresh ipv4 unicast\n" + "neighbor " + o.braid()
                + " announce route-refresh ipv6 unicast\n");
        return true;
    }

    @Override
    boolean isUp(Options o) throws Exception {
        boolean up = false;
        for (String line : lines()) {
            up = (up || line.contains("\"state\": \"up\"")) && !line.contains(DOWN);
        }
        return up;
    }

    /** Version 4.2.21 fails to read a text (a str among bytes), but logs what it received as hexadecimal digits. */
    @Override
    boolean wasTold(String text) throws IOException {
        String hex = HexFormat.of().withUpperCase().formatHex(text.getBytes(StandardCharsets.UTF_8));
        return said().replace(" ", "").contains(hex);
    }

    @Override
    void shutdown(Options o, String text) throws Exception {
        command("neighbor " + o.braid() + " teardown 2\n");
    }

    private void command(String lines) throws IOException {
        Files.move(write("command.new", lines), lab.dir.resolve("command"));
    }
}
