package io.braid.bgp.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;

/** ExaBGP. */
final class ExaBgpIT extends InteropContract {
    @Override
    Daemon daemon(PeerLab where) {
        return new ExaBgp(where);
    }

    /** It has no text to send. */
    @Override
    String shutdownDetail() {
        return "ADMINISTRATIVE_SHUTDOWN (6/2)";
    }

    private static final class ExaBgp extends Daemon {
        ExaBgp(PeerLab lab) {
            super(lab);
        }

        @Override
        void start(Options o) throws Exception {
            // What is put into the file "command" is carried out; what happens is kept in "received".
            Path script = write("keep", """
                    #!/bin/sh
                    (while sleep 0.1; do [ -f DIR/command ] && cat DIR/command && rm DIR/command; done) &
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
                      peer-as 65017;
                      hold-time 9;
                      family { ipv4 unicast; ipv6 unicast; }
                      api { processes [ keep ]; neighbor-changes; receive { parsed; update; } }
                      static {
                        route 10.50.0.0/16 next-hop 192.0.2.2;
                        route 2001:db8:50::/48 next-hop 2001:db8::2;
                      }
                    }
                    """.replace("SCRIPT", script.toString())
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

        /** What it was told last of the route; what a session that ended told is void. */
        @Override
        boolean has(String prefix) throws Exception {
            if (!Files.exists(received())) {
                return false;
            }
            boolean present = false;
            for (String line : Files.readAllLines(received())) {
                if (line.contains("\"state\": \"down\"")) {
                    present = false;
                } else if (line.contains(prefix)) {
                    present = line.contains("\"announce\"");
                }
            }
            return present;
        }

        /** Version 4.2.21 fails to read a text (a str among bytes), but logs what it received as hexadecimal digits. */
        @Override
        boolean wasTold(String text) throws IOException {
            String hex = HexFormat.of().withUpperCase().formatHex(text.getBytes(StandardCharsets.UTF_8));
            return said().replace(" ", "").contains(hex);
        }

        @Override
        void shutdown(Options o, String text) throws Exception {
            Path command = write("command.new", "neighbor " + o.braid() + " teardown 2\n");
            Files.move(command, lab.dir.resolve("command"));
        }
    }
}
