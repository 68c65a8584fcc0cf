package io.braid.perf.lab;

import io.braid.linux.LinuxException;
import io.braid.linux.NetworkNamespace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Reads, a few times a second, how many bytes each of the switch's uplink ports has carried: the measure of Braid's
 * shares that Braid has no hand in.
 *
 * <p>Samples on its own thread; its methods may be called from any.
 */
public final class UplinkMeter implements AutoCloseable {
    /** Of the namespace that the reading thread is in (proc_pid_net(5)). */
    private static final Path COUNTERS = Path.of("/proc/thread-self/net/dev");

    private static final long PERIOD_NANOS = 250_000_000;

    /**
     * The port counters at one moment.
     *
     * @param nanos {@link System#nanoTime()}
     * @param out bytes from the host, per uplink
     * @param in bytes to the host, per uplink
     */
    public record Sample(long nanos, List<Long> out, List<Long> in) {}

    /**
     * Bytes carried between two moments.
     *
     * @param seconds how long the window was
     */
    public record Window(double seconds, List<Double> out, List<Double> in) {
        /** Each uplink's part of the bytes from the host, 0 to 1; all 0 when there were none. */
        public List<Double> outShares() {
            return shares(out);
        }

        /** Each uplink's part of the bytes to the host. */
        public List<Double> inShares() {
            return shares(in);
        }

        /** Bits per second from the host over all uplinks, Ethernet headers included. */
        public double outBitsPerSecond() {
            return bitsPerSecond(out);
        }

        /** Bits per second to the host over all uplinks. */
        public double inBitsPerSecond() {
            return bitsPerSecond(in);
        }

        private double bitsPerSecond(List<Double> bytes) {
            return bytes.stream().mapToDouble(Double::doubleValue).sum() * 8 / seconds;
        }

        private static List<Double> shares(List<Double> bytes) {
            double sum = bytes.stream().mapToDouble(Double::doubleValue).sum();
            return bytes.stream().map(b -> sum == 0 ? 0.0 : b / sum).toList();
        }
    }

    private final LabPlan plan;
    private final List<Sample> samples = new ArrayList<>();
    private final Thread thread;
    private volatile @Nullable RuntimeException failure;

    /** Begins to sample; returns with the first sample, which a busy machine may keep waiting for a second. */
    public UplinkMeter(LabPlan plan) {
        this.plan = plan;
        this.thread = Thread.ofPlatform().name("lab-meter").daemon().start(this::sampleUntilInterrupted);
        Uninterrupted.run(() -> {
            while (samples().isEmpty() && thread.isAlive()) {
                Thread.sleep(1);
            }
        });
    }

    /** Reads the counters once, now. */
    public static Sample read(LabPlan plan) {
        try (NetworkNamespace tor = NetworkNamespace.open(plan.tor().name())) {
            return tor.run(() -> readHere(plan));
        }
    }

    /** Reads the counters of the namespace that the calling thread is in. */
    private static Sample readHere(LabPlan plan) {
        try {
            List<String> lines = Files.readAllLines(COUNTERS);
            return parse(lines, plan, System.nanoTime());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the switch's counters", e);
        }
    }

    /** Reads {@code net/dev}: two lines of heading, then a line per port, received bytes first and sent bytes ninth. */
    static Sample parse(List<String> lines, LabPlan plan, long nanos) {
        var out = new ArrayList<Long>(Collections.nCopies(plan.uplinks(), 0L));
        var in = new ArrayList<Long>(out);
        for (String line : lines) {
            int colon = line.indexOf(':');
            if (colon < 0) {
                continue;
            }
            String port = line.substring(0, colon).strip();
            for (int i = 0; i < plan.uplinks(); i++) {
                if (port.equals(plan.switchPort(i))) {
                    List<String> counters =
                            List.of(line.substring(colon + 1).strip().split(" +", -1));
                    out.set(i, Long.parseLong(counters.get(0)));
                    in.set(i, Long.parseLong(counters.get(8)));
                }
            }
        }
        return new Sample(nanos, List.copyOf(out), List.copyOf(in));
    }

    private void sampleUntilInterrupted() {
        try (NetworkNamespace tor = NetworkNamespace.open(plan.tor().name())) {
            tor.run(() -> {
                while (!Thread.interrupted()) {
                    Sample sample = readHere(plan);
                    synchronized (samples) {
                        samples.add(sample);
                    }
                    LockSupport.parkNanos(PERIOD_NANOS);
                }
                return samples;
            });
        } catch (LinuxException | UncheckedIOException e) {
            // Told to whoever asks for figures; when the lab was closed first, as by Ctrl-C, nobody does.
            failure = e;
        }
    }

    public List<Sample> samples() {
        synchronized (samples) {
            return List.copyOf(samples);
        }
    }

    /**
     * Bytes carried between two moments of {@link System#nanoTime()}, interpolated between the samples around them.
     *
     * @throws LabException if sampling had not begun or already ended within the window
     */
    public Window window(long fromNanos, long toNanos) {
        List<Sample> all = samples();
        RuntimeException stopped = failure;
        if (stopped != null) {
            throw new LabException("sampling the switch's counters failed: " + stopped.getMessage(), stopped);
        }
        if (all.isEmpty() || all.getFirst().nanos() > fromNanos || all.getLast().nanos() < toNanos) {
            throw new LabException("the switch's counters were not sampled over the whole window asked for");
        }
        return between(all, fromNanos, toNanos);
    }

    static Window between(List<Sample> all, long fromNanos, long toNanos) {
        List<Double> out = new ArrayList<>();
        List<Double> in = new ArrayList<>();
        for (int i = 0; i < all.getFirst().out().size(); i++) {
            out.add(at(all, toNanos, i, true) - at(all, fromNanos, i, true));
            in.add(at(all, toNanos, i, false) - at(all, fromNanos, i, false));
        }
        return new Window((toNanos - fromNanos) / 1e9, out, in);
    }

    private static double at(List<Sample> all, long nanos, int uplink, boolean out) {
        Sample before = all.getFirst();
        for (Sample after : all) {
            if (after.nanos() >= nanos) {
                double a = (out ? before.out() : before.in()).get(uplink);
                double b = (out ? after.out() : after.in()).get(uplink);
                long span = after.nanos() - before.nanos();
                return span == 0 ? b : a + (b - a) * (nanos - before.nanos()) / span;
            }
            before = after;
        }
        return (out ? before.out() : before.in()).get(uplink);
    }

    @Override
    public void close() {
        thread.interrupt();
        Uninterrupted.run(thread::join);
    }
}
