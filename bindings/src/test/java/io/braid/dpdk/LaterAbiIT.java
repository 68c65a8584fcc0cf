package io.braid.dpdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The tests of ports against the DPDK of the next Debian: in a tree of its packages, whose C library the JVM then runs with.
 *
 * <p>The tree is made anew each time (some 70 packages, 7 s here): what is to work is what Debian has now.
 */
class LaterAbiIT {
    private static final Path SCRIPTS = Path.of("..", "docker");
    private static final List<String> DRIVERS = List.of("af_packet", "tap", "ring", "null", "pcap");
    private static final List<Class<?>> TESTS = List.of(PortIT.class, DriversIT.class, RssIT.class);

    @Test
    void portsWorkWithTheNextDebiansDpdk() throws Exception {
        Abi abi = Abi.DPDK_24_11;
        Path root = Path.of("target", "debian13").toAbsolutePath();
        delete(root);
        var make = new ArrayList<String>(
                List.of(SCRIPTS.resolve("debian-root.sh").toString(), "trixie", root.toString(), "iproute2"));
        make.add(abi.debianPackage("mempool_ring"));
        make.add(abi.debianPackage("bus_vdev"));
        make.add(abi.debianPackage("bus_pci"));
        DRIVERS.forEach(driver -> make.add(abi.debianPackage("net_" + driver)));
        run(make, 240);

        String java = System.getProperty("java.home", "");
        String classPath = System.getProperty("java.class.path", "");
        var command =
                new ArrayList<String>(List.of(SCRIPTS.resolve("in-root.sh").toString(), root.toString(), "--net"));
        command.addAll(List.of("--bind", java));
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            command.addAll(List.of("--bind", entry));
        }
        command.addAll(
                List.of("--", java + "/bin/java", "--enable-native-access=ALL-UNNAMED", "-Xmx256m", "-cp", classPath));
        command.add(RunTests.class.getName());
        for (Class<?> test : TESTS) { // each in a process of its own, as DPDK wants it
            var one = new ArrayList<>(command);
            one.add(test.getName());
            List<String> output = run(one, 120);
            assertTrue(output.getLast().matches("([1-9]\\d*) of \\1 passed"), String.join("\n", output));
        }
        delete(root);
    }

    /** What it printed, line by line. */
    private static List<String> run(List<String> command, int seconds) throws IOException, InterruptedException {
        Path output = Files.createTempFile("braid-abi", ".txt");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
            if (!ended) {
                process.destroyForcibly().waitFor();
            }
            String text = Files.readString(output);
            assertTrue(ended, command.getFirst() + " still ran after " + seconds + " s:\n" + text);
            assertEquals(0, process.exitValue(), command.getFirst() + ":\n" + text);
            return text.lines().toList();
        } finally {
            Files.delete(output);
        }
    }

    private static void delete(Path tree) throws IOException {
        if (Files.exists(tree)) {
            try (Stream<Path> files = Files.walk(tree)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
