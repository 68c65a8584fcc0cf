package io.braid.bfd;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Against BIRD 2. */
final class BirdBfdIT extends PeerContract {
    @Override
    Daemon daemon(LabLink link) {
        return new Bird(link.peerName);
    }

    private static final class Bird implements Daemon {
        private static final String CONFIG = """
                router id 192.0.0.2;
                protocol device { scan time 1; }
                protocol bfd four {
                  accept ipv4 direct;
                  interface "eth0" { min rx interval 50 ms; min tx interval 50 ms; idle tx interval 1 s; multiplier 3; };
                  neighbor 192.0.0.1 dev "eth0" local 192.0.0.2;
                }
                protocol bfd six {
                  accept ipv6 direct;
                  interface "eth0" { min rx interval 50 ms; min tx interval 50 ms; idle tx interval 1 s; multiplier 3; };
                  neighbor 2001:db8:0::1 dev "eth0" local 2001:db8:0::2;
                }
                """;

        private final String namespace;
        private final Path directory;
        private @Nullable Process bird;

        Bird(String namespace) {
            this.namespace = namespace;
            try {
                directory = Files.createTempDirectory("bfd-bird");
                Files.writeString(directory.resolve("bird.conf"), CONFIG);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void start() {
            Path control = directory.resolve("bird.ctl");
            try {
                Files.deleteIfExists(control);
                bird = new ProcessBuilder(
                                "chrt",
                                "-f",
                                "10",
                                "ip",
                                "netns",
                                "exec",
                                namespace,
                                "/usr/sbin/bird",
                                "-f",
                                "-c",
                                directory.resolve("bird.conf").toString(),
                                "-s",
                                control.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("bird.out").toFile())
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            LabLink.until("BIRD's socket", Duration.ofSeconds(10), () -> Files.exists(control));
        }

        @Override
        public void kill() {
            if (bird != null) {
                bird.destroyForcibly();
                bird.onExit().join();
            }
        }

        private String birdc(String... command) {
            List<String> line = new java.util.ArrayList<>(List.of(
                    "/usr/sbin/birdc", "-s", directory.resolve("bird.ctl").toString()));
            line.addAll(List.of(command));
            return LabLink.run(line);
        }

        @Override
        public boolean isUp(boolean v6) {
            return birdc("show", "bfd", "sessions", v6 ? "six" : "four")
                    .lines()
                    .anyMatch(line -> line.contains(v6 ? "2001:db8::1" : "192.0.0.1") && line.contains(" Up "));
        }

        @Override
        public void setDown(boolean v6, boolean down) {
            birdc(down ? "disable" : "enable", v6 ? "six" : "four");
        }

        /** BIRD 2.0 removes the session without a word. */
        @Override
        public boolean announcesAdminDown() {
            return false;
        }

        @Override
        public void close() {
            kill();
            LabLink.run(List.of("rm", "-r", directory.toString()));
        }
    }
}
