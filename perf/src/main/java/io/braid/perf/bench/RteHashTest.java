package io.braid.perf.bench;

import io.braid.perf.lab.Command;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs DPDK's own measurement of its hash table, {@code rte_hash}, until it has shown what {@link RteHashOutput} looks for. */
final class RteHashTest {
    private static final String PROGRAM = "dpdk-test";

    /** All keys in their first bucket; some in their second. The tables with locks come after. */
    private static final int TABLES = 2;

    private static final int LIMIT_SECONDS = 240;
    private static final int MEGABYTES = 768;

    private RteHashTest() {}

    /** Whether the program is there. */
    static boolean isInstalled() {
        return Command.isInstalled(PROGRAM);
    }

    /**
     * Runs it once.
     *
     * @param hugepages whether it may use them
     * @throws IOException if it shows no result, with its last lines
     */
    static RteHashNanos run(boolean hugepages) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("stdbuf", "-oL", PROGRAM, "--no-pci", "-m", String.valueOf(MEGABYTES)));
        command.add(hugepages ? "--in-memory" : "--no-huge");
        command.addAll(List.of("-l", "0", "--file-prefix", "braid-perf", "--log-level", "lib.eal:debug"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var killer = Thread.ofVirtual().start(() -> {
            try {
                if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            try (var in = process.outputWriter(StandardCharsets.UTF_8)) {
                in.write("hash_perf_autotest\nquit\n");
            }
            return read(process);
        } finally {
            killer.interrupt();
            process.destroyForcibly().waitFor();
        }
    }

    private static RteHashNanos read(Process process) throws IOException {
        var output = new RteHashOutput();
        var last = new ArrayList<String>();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null && output.tables() < TABLES; line = lines.readLine()) {
                output.line(line);
                last.add(line);
            }
        }
        return output.nanos()
                .orElseThrow(() -> new IOException(PROGRAM + " showed no result; its last lines:\n"
                        + String.join("\n", last.subList(Math.max(0, last.size() - 10), last.size()))));
    }
}
