package io.braid.dataplane.support;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What the kernel says of the host that Braid's work hangs on. Nothing of other processes, users or their files. */
public final class HostFacts {
    private static final int MOST = 256 * 1024;
    private static final int MOST_LOG = 2 << 20;
    private static final int SECONDS = 10;

    private static final List<String> FILES = List.of(
            "proc/version",
            "proc/cmdline",
            "proc/meminfo",
            "proc/loadavg",
            "proc/interrupts",
            "proc/net/dev",
            "proc/net/softnet_stat",
            "proc/sys/vm/nr_hugepages",
            "proc/sys/net/ipv4/conf/all/rp_filter",
            "proc/sys/net/ipv4/conf/default/rp_filter",
            "sys/devices/system/cpu/online",
            "sys/devices/system/cpu/isolated",
            "sys/devices/system/cpu/nohz_full");

    private final Path root;

    /** @param root the root of the file system: {@code /} */
    public HostFacts(Path root) {
        this.root = root;
    }

    /** Adds all that there is. */
    public void addTo(Bundle bundle) {
        bundle.gather("host/kernel.txt", this::kernel);
        bundle.gather("host/hugepages.txt", this::hugepages);
        bundle.gather("host/nics.txt", this::nics);
    }

    private String kernel() throws IOException {
        var text = new StringBuilder();
        for (String file : FILES) {
            append(text, root.resolve(file));
        }
        return text.toString();
    }

    private String hugepages() throws IOException {
        var text = new StringBuilder();
        for (Path node : list(root.resolve("sys/devices/system/node"))) {
            for (Path pool : list(node.resolve("hugepages"))) {
                append(text, pool.resolve("nr_hugepages"));
                append(text, pool.resolve("free_hugepages"));
            }
        }
        return text.toString();
    }

    private String nics() throws IOException {
        var text = new StringBuilder();
        for (Path device : list(root.resolve("sys/bus/pci/devices"))) {
            if (read(device.resolve("class")).startsWith("0x02")) {
                text.append(device.getFileName())
                        .append(" driver ")
                        .append(driver(device))
                        .append('\n');
                for (String file : List.of(
                        "vendor",
                        "device",
                        "numa_node",
                        "current_link_speed",
                        "current_link_width",
                        "max_link_speed",
                        "max_link_width")) {
                    text.append("  ")
                            .append(file)
                            .append(' ')
                            .append(read(device.resolve(file)))
                            .append('\n');
                }
            }
        }
        for (Path device : list(root.resolve("sys/class/net"))) {
            text.append(device.getFileName());
            for (String file : List.of("operstate", "mtu", "speed", "carrier_changes")) {
                text.append(' ').append(file).append(' ').append(read(device.resolve(file)));
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static String driver(Path device) {
        try {
            return String.valueOf(
                    Files.readSymbolicLink(device.resolve("driver")).getFileName());
        } catch (IOException none) {
            return "none";
        }
    }

    private static List<Path> list(Path directory) throws IOException {
        if (Files.notExists(directory)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return List.copyOf(new TreeSet<>(entries.toList()));
        }
    }

    private static void append(StringBuilder text, Path file) {
        text.append("== ").append(file).append('\n').append(read(file)).append('\n');
    }

    /** The begin of a file; a hyphen for one that is not there or refuses to be read, as sysfs files of absent features do. */
    private static String read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MOST), StandardCharsets.UTF_8).strip();
        } catch (IOException absent) {
            return "-";
        }
    }

    /**
     * What a command writes, for a while and not without bound.
     *
     * @throws IOException if it cannot be run or fails
     */
    public static String command(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .start();
        var output = new StringBuilder();
        Thread reader = Thread.ofVirtual().start(() -> copy(process, output));
        try {
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                throw new IOException(command.getFirst() + " did not end within " + SECONDS + " s");
            }
            reader.join();
            if (process.exitValue() != 0) {
                throw new IOException(command.getFirst() + " ended with exit code " + process.exitValue());
            }
        } finally {
            process.destroyForcibly();
        }
        return output.toString();
    }

    private static void copy(Process process, StringBuilder output) {
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            var buffer = new char[8192];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                if (output.length() < MOST_LOG) { // what is more is read, so that the command can end, and dropped
                    output.append(buffer, 0, n);
                }
            }
        } catch (IOException e) {
            output.append("\n(").append(e.getMessage()).append(")\n");
        }
    }
}
