package io.braid.bfd;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Against FRR's bfdd. */
final class FrrBfdIT extends PeerContract {
    @Override
    Daemon daemon(LabLink link) {
        return new Frr(link.peerName);
    }

    private static final class Frr implements Daemon {
        private static final String CONFIG = """
                bfd
                 profile fast
                  transmit-interval 50
                  receive-interval 50
                  detect-multiplier 3
                 !
                 peer 192.0.0.1 local-address 192.0.0.2 interface eth0
                  profile fast
                 !
                 peer 2001:db8:0::1 local-address 2001:db8:0::2 interface eth0
                  profile fast
                 !
                !
                """;

        private final String namespace;
        private final Path directory;
        private final Process zebra;
        private @Nullable Process bfdd;

        Frr(String namespace) {
            this.namespace = namespace;
            try {
                directory = Files.createTempDirectory("bfd-frr");
                Files.writeString(directory.resolve("zebra.conf"), "no zebra nexthop kernel enable\n");
                Files.writeString(directory.resolve("bfdd.conf"), CONFIG);
                LabLink.run(List.of("chown", "-R", "frr:frr", directory.toString()));
                zebra = daemon("zebra");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Path api = directory.resolve("z.api");
            LabLink.until("zebra's socket", Duration.ofSeconds(10), () -> Files.exists(api));
        }

        private Process daemon(String name, String... more) {
            String d = directory.toString();
            List<String> command = new ArrayList<>(List.of(
                    "chrt",
                    "-f",
                    "10",
                    "ip",
                    "netns",
                    "exec",
                    namespace,
                    "/usr/lib/frr/" + name,
                    "-u",
                    "frr",
                    "-g",
                    "frr",
                    "-f",
                    d + "/" + name + ".conf",
                    "-i",
                    d + "/" + name + ".pid",
                    "--vty_socket",
                    d,
                    "-z",
                    d + "/z.api",
                    "-P",
                    "0"));
            command.addAll(List.of(more));
            try {
                return new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve(name + ".out").toFile())
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void start() {
            bfdd = daemon("bfdd", "--bfdctl", directory + "/bfdd.sock");
            Path vty = directory.resolve("bfdd.vty");
            LabLink.until("bfdd's socket", Duration.ofSeconds(10), () -> Files.exists(vty));
        }

        @Override
        public void kill() {
            if (bfdd != null) {
                end(bfdd);
                delete(directory.resolve("bfdd.vty"));
                delete(directory.resolve("bfdd.sock"));
            }
        }

        private static void end(Process process) {
            process.destroyForcibly();
            process.onExit().join();
        }

        private static void delete(Path file) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private String vtysh(String... commands) {
            List<String> command = new ArrayList<>(List.of("vtysh", "--vty_socket", directory.toString()));
            for (String text : commands) {
                command.addAll(List.of("-c", text));
            }
            return LabLink.run(command);
        }

        private static String peer(boolean v6) {
            return v6
                    ? "peer 2001:db8:0::1 local-address 2001:db8:0::2 interface eth0"
                    : "peer 192.0.0.1 local-address 192.0.0.2 interface eth0";
        }

        @Override
        public boolean isUp(boolean v6) {
            String shown = vtysh("show bfd " + peer(v6) + " json");
            return shown.contains("\"status\":\"up\"");
        }

        @Override
        public void setDown(boolean v6, boolean down) {
            vtysh("configure terminal", "bfd", peer(v6), down ? "shutdown" : "no shutdown");
        }

        @Override
        public boolean announcesAdminDown() {
            return true;
        }

        @Override
        public void close() {
            kill();
            end(zebra);
            LabLink.run(List.of("rm", "-r", directory.toString()));
        }
    }
}
