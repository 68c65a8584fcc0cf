package io.braid.perf.forward;

import io.braid.perf.lab.Command;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * DPDK's own forwarder, {@code dpdk-testpmd}, on a port that it sends out of again what it receives. Between turns its forwarding thread sleeps, so that others may have its CPU.
 *
 * <p>It is asked through its prompt. One thread at a time.
 */
final class Testpmd implements AutoCloseable {
    private static final String PROGRAM = "dpdk-testpmd";
    private static final Pattern RECEIVED = Pattern.compile("RX-packets: (\\d+) .*");
    private static final long LIMIT_SECONDS = 120; // a million frames take their time to be read in
    private static final int LAST_LINES = 12;
    private static final String END = "";

    /** What DPDK calls threads that forward: 22.11 and 24.11. */
    private static final String FORWARDING = "(lcore-|dpdk-)worker.*";

    private final PacketCosts costs;
    private final String start;
    private final Process process;
    private final Writer in;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Deque<String> last = new ArrayDeque<>();

    /** Whether the program is there. */
    static boolean isInstalled() {
        return Command.isInstalled(PROGRAM);
    }

    /**
     * Starts it, and returns when it can be given orders.
     *
     * @param captures to replay, one for each worker
     * @param cpus of the forwarding threads, one for each worker
     * @param other of its other threads
     */
    Testpmd(List<Path> captures, ForwardCase which, int burst, List<Integer> cpus, int other, PacketCosts costs)
            throws IOException, InterruptedException {
        int workers = which.workers();
        this.costs = costs;
        this.start = start(which, burst);
        var command = new ArrayList<>(List.of("stdbuf", "-oL", PROGRAM, "--no-pci", "--no-huge"));
        command.addAll(List.of("-m", String.valueOf(Memory.megabytes(which)), "--no-telemetry"));
        var lcores = new StringBuilder("--lcores=0@" + other);
        for (int worker = 0; worker < workers; worker++) {
            lcores.append(",").append(worker + 1).append('@').append(cpus.get(worker));
        }
        command.addAll(List.of(lcores.toString(), "--file-prefix=braid-perf-testpmd"));
        command.add("--vdev=" + which.vdev().devargs(which, 0, captures));
        command.addAll(List.of("--", "-i", "--port-topology=loop", "--nb-cores=" + workers, "--no-mlockall"));
        command.addAll(List.of("--rxq=" + workers, "--txq=" + workers));
        command.addAll(List.of("--burst=" + burst, "--mbcache=256", "--total-num-mbufs=" + which.buffers()));
        command.add("--mbuf-size=" + which.dataRoom());
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        in = process.outputWriter(StandardCharsets.UTF_8);
        Thread.ofVirtual().start(this::read);
        try {
            ask("show port stats 0", RECEIVED);
            if (which.vdev().returns()) {
                order("set txpkts " + which.length(0));
            }
        } catch (IOException | InterruptedException e) {
            close();
            throw e;
        }
    }

    /** The order to forward. Frames that come in again it has to make first, in bursts of its own: UDP over IPv4. */
    private static String start(ForwardCase which, int burst) {
        if (!which.vdev().returns()) {
            return "start";
        }
        int frames = which.vdev().frames(which.flows(), which.workers());
        return "start tx_first " + Math.max(1, frames / burst);
    }

    private void read() {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (!line.isBlank()) {
                    lines.add(line.strip());
                }
            }
        } catch (IOException e) {
            lines.add("its output broke off: " + e.getMessage());
        }
        lines.add(END);
    }

    private void order(String order) throws IOException {
        in.write(order + "\n");
        in.flush();
    }

    /** Gives an order and waits for the line that answers it. */
    private Matcher ask(String order, Pattern answer) throws IOException, InterruptedException {
        order(order);
        while (true) {
            String line = lines.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
            if (line == null || line.equals(END)) {
                throw new IOException(
                        PROGRAM + " gave no answer to \"" + order + "\"; its last lines:\n" + String.join("\n", last));
            }
            last.add(line);
            if (last.size() > LAST_LINES) {
                last.remove();
            }
            Matcher found = answer.matcher(line);
            if (found.matches()) {
                return found;
            }
        }
    }

    /**
     * Packets a second that it forwards in a mode.
     *
     * @param mode such as {@code macswap}
     */
    double packetsPerSecond(String mode, long warmUpNanos, long nanos) throws IOException, InterruptedException {
        ask("set fwd " + mode, Pattern.compile("Set " + mode + " packet forwarding mode"));
        ask(start, Pattern.compile(mode + " packet forwarding - .*"));
        TimeUnit.NANOSECONDS.sleep(warmUpNanos);
        long before = received();
        long begin = System.nanoTime();
        Map<String, Double> counted = costs.during(nanos, process.pid(), FORWARDING);
        long packets = received() - before;
        double seconds = (System.nanoTime() - begin) / 1e9;
        ask("stop", Pattern.compile("Done\\."));
        costs.add("testpmd_" + mode, counted, packets / seconds);
        return packets / seconds;
    }

    private long received() throws IOException, InterruptedException {
        return Long.parseLong(ask("show port stats 0", RECEIVED).group(1));
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join(); // it has nothing to save; its memory is needed for the next
    }

    /** Memory for buffers. */
    static final class Memory {
        private static final int HEADERS = 320; // rte_mbuf, pool and cache line bookkeeping
        private static final int OTHER_MEGABYTES = 96;

        private Memory() {}

        static int megabytes(ForwardCase which) {
            return (int) (((long) which.buffers() * (which.dataRoom() + HEADERS)) >> 20) + OTHER_MEGABYTES;
        }
    }
}
