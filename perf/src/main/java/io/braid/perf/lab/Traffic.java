package io.braid.perf.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Several iperf3 transfers that run at the same time, each with a server of its own in storage.
 *
 * <p>Started transfers end by themselves; {@link #await} collects them. One thread uses an instance.
 */
public final class Traffic {
    private static final AtomicInteger NEXT_PORT = new AtomicInteger(5201);
    private static final int PORTS = 20_000;
    private static final Duration SERVER_START_LIMIT = Duration.ofSeconds(5);
    /** Time a client may take on top of the seconds it sends: connecting under load, and the exchange of results. */
    private static final Duration SLACK = Duration.ofSeconds(12);

    private record Running(Transfer transfer, Process server, Process client, Path report) {}

    private final List<Running> running = new ArrayList<>();
    private final long startNanos;

    private Traffic(Lab lab, List<Transfer> transfers) throws InterruptedException {
        LabPlan plan = lab.plan();
        List<Integer> ports = new ArrayList<>();
        List<Process> servers = new ArrayList<>();
        for (int i = 0; i < transfers.size(); i++) {
            int port = 5201 + Math.floorMod(NEXT_PORT.getAndIncrement() - 5201, PORTS);
            ports.add(port);
            servers.add(lab.start(
                    plan.storage(),
                    "iperf-server-" + port,
                    List.of("iperf3", "--server", "--one-off", "--port", Integer.toString(port), "--json")));
        }
        awaitListening(lab, ports, servers);
        startNanos = System.nanoTime();
        for (int i = 0; i < transfers.size(); i++) {
            Transfer transfer = transfers.get(i);
            String name = "iperf-client-" + ports.get(i);
            Process client = lab.start(plan.task(transfer.task()), name, transfer.clientCommand(plan, ports.get(i)));
            running.add(new Running(transfer, servers.get(i), client, lab.log(name)));
        }
    }

    /** Starts all transfers at once. */
    public static Traffic start(Lab lab, List<Transfer> transfers) throws InterruptedException {
        return new Traffic(lab, transfers);
    }

    /** Runs all transfers to their end. */
    public static List<TransferResult> run(Lab lab, List<Transfer> transfers) throws InterruptedException {
        return start(lab, transfers).await();
    }

    /** When the clients were started, in {@link System#nanoTime()}. */
    public long startNanos() {
        return startNanos;
    }

    /** Waits for all transfers; one that does not end in time is killed and reported with all its connections lost. */
    public List<TransferResult> await() throws InterruptedException {
        List<TransferResult> results = new ArrayList<>();
        for (Running run : running) {
            long limit = startNanos
                    + TimeUnit.SECONDS.toNanos(run.transfer().seconds())
                    + SLACK.toNanos()
                    - System.nanoTime();
            boolean ended = run.client().waitFor(Math.max(limit, 1), TimeUnit.NANOSECONDS);
            if (ended) {
                results.add(IperfReport.parse(run.transfer(), read(run.report())));
            } else {
                results.add(TransferResult.failed(run.transfer(), "iperf3 did not end in time and was killed"));
                run.client().destroyForcibly();
            }
            // A one-off server ends with its client; one whose client never came does not.
            if (!run.server().waitFor(ended ? 1000 : 1, TimeUnit.MILLISECONDS)) {
                Children.stop(run.server());
            }
        }
        return results;
    }

    private static void awaitListening(Lab lab, List<Integer> ports, List<Process> servers)
            throws InterruptedException {
        long limit = System.nanoTime() + SERVER_START_LIMIT.toNanos();
        while (true) {
            String sockets = lab.plan().storage().run("ss", "-H", "-l", "-t", "-n");
            List<Integer> missing = ports.stream()
                    .filter(port -> !sockets.contains(":" + port + " "))
                    .toList();
            if (missing.isEmpty()) {
                return;
            }
            boolean ended = servers.stream().anyMatch(server -> !server.isAlive());
            if (ended || System.nanoTime() > limit) {
                throw new LabException("iperf3 servers on ports " + missing + " did not start: "
                        + read(lab.log("iperf-server-" + missing.getFirst())).strip());
            }
            Thread.sleep(10);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
