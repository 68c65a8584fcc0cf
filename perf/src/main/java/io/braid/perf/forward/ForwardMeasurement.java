package io.braid.perf.forward;

import io.braid.dpdk.Eal;
import io.braid.dpdk.EalOptions;
import io.braid.linux.CpuAffinity;
import io.braid.perf.lab.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Measures cases, one after the other: in each, Braid and testpmd take turns on the same CPUs, forth and back, so that what the machine does meanwhile falls on all alike. DPDK can be
 * initialized once in a process, so an instance is used once.
 */
final class ForwardMeasurement {
    private static final long WARM_UP = 3_000_000_000L;

    private final List<ForwardCase> cases;
    private final int rounds;
    private final long turn;
    private final int burst;
    private final boolean counting;
    private final Consumer<String> progress;
    private final List<Integer> cpus;

    /**
     * Prepares.
     *
     * @param rounds of each case
     * @param turn nanoseconds of each side in a round
     * @param burst packets that are taken at once by the bare loops; Braid takes up to 64
     * @param counting whether the CPU has {@linkplain HardwareCounters counters}
     * @throws LabException if there are not two CPUs: one forwards, the other runs all else, or forwards too where there are two workers
     */
    ForwardMeasurement(
            List<ForwardCase> cases, int rounds, long turn, int burst, boolean counting, Consumer<String> progress) {
        this.cases = List.copyOf(cases);
        this.rounds = rounds;
        this.turn = turn;
        this.burst = burst;
        this.counting = counting;
        this.progress = progress;
        this.cpus = CpuAffinity.get().stream().boxed().toList();
        if (cpus.size() < 2) {
            throw new LabException("this takes two CPUs, one that forwards and one for all else, or two that forward; "
                    + "this process may use only " + CpuAffinity.get());
        }
    }

    /** The last CPUs, one for each worker. */
    private List<Integer> forwarding(ForwardCase which) {
        return cpus.subList(cpus.size() - which.workers(), cpus.size());
    }

    /** Whether a worker's CPU is also the one that all else runs on. */
    boolean isShared(int workers) {
        return workers == cpus.size();
    }

    /**
     * Measures.
     *
     * @param done is given each case's figures as soon as there are such
     */
    void run(Consumer<ForwardFigures> done) throws IOException, InterruptedException {
        each((eal, which, number, captures) -> {
            var costs = new PacketCosts(counting);
            try (var peer = new Testpmd(captures, which, burst, forwarding(which), cpus.getFirst(), costs);
                    CasePort port = CasePort.open(eal, which, number, captures)) {
                done.accept(measure(peer, new Turns(port, which, burst, forwarding(which), costs), which, costs));
            }
        });
    }

    /**
     * Measures what looking on costs, without testpmd.
     *
     * @param done is given each case's figures as soon as there are such
     */
    void look(Consumer<LookFigures> done) throws IOException, InterruptedException {
        each((eal, which, number, captures) -> {
            try (CasePort port = CasePort.open(eal, which, number, captures)) {
                var costs = new PacketCosts(false);
                done.accept(look(new Turns(port, which, burst, forwarding(which), costs), which));
            }
        });
    }

    /** What is done with a case. */
    private interface Measuring {
        void measure(Eal eal, ForwardCase which, int number, List<Path> captures)
                throws IOException, InterruptedException;
    }

    private void each(Measuring measuring) throws IOException, InterruptedException {
        int memory = cases.stream().mapToInt(Testpmd.Memory::megabytes).max().orElseThrow();
        Path directory = Files.createTempDirectory("braid-forward");
        List<Path> files = List.of(directory.resolve("frames0.pcap"), directory.resolve("frames1.pcap"));
        try (Eal eal = Eal.start(EalOptions.ordinaryPages(memory))) {
            for (int n = 0; n < cases.size(); n++) {
                ForwardCase which = cases.get(n);
                progress.accept(which.name() + " (" + (n + 1) + " of " + cases.size() + ")");
                List<Path> captures = files.subList(0, which.workers());
                if (!which.vdev().returns()) {
                    CaseFrames.write(captures, which);
                }
                measuring.measure(eal, which, n, captures);
            }
        } finally {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.delete(directory);
        }
    }

    private LookFigures look(Turns own, ForwardCase which) throws InterruptedException {
        for (Look look : Look.values()) {
            own.path(WARM_UP, turn, look);
        }
        own.forget();
        long warm = turn / 4;
        var all = new ArrayList<LookFigures.Round>();
        for (int round = 0; round < rounds; round++) {
            double off = own.path(warm, turn, Look.NONE);
            double capture = own.path(warm, turn, Look.CAPTURE);
            double trace = own.path(warm, turn, Look.TRACE);
            // Back again: a drift of the machine cancels out.
            trace = (trace + own.path(warm, turn, Look.TRACE)) / 2;
            capture = (capture + own.path(warm, turn, Look.CAPTURE)) / 2;
            off = (off + own.path(warm, turn, Look.NONE)) / 2;
            all.add(new LookFigures.Round(off, capture, trace));
        }
        return new LookFigures(which, all, own.quiet());
    }

    private ForwardFigures measure(Testpmd peer, Turns own, ForwardCase which, PacketCosts costs)
            throws IOException, InterruptedException {
        // The table has all flows, and the JIT compiler has seen all there is.
        long warm = which.flows() == ForwardCase.MANY ? turn : turn / 4;
        own.path(WARM_UP, turn);
        own.io(turn, turn);
        own.forget();
        var all = new ArrayList<ForwardFigures.Round>();
        for (int round = 0; round < rounds; round++) {
            double io = own.io(turn / 4, turn);
            double braid = own.path(warm, turn);
            double testpmdIo = peer.packetsPerSecond("io", turn / 4, turn);
            double macswap = peer.packetsPerSecond("macswap", turn / 4, turn);
            double fiveTuple = peer.packetsPerSecond("5tswap", turn / 4, turn);
            // Back again: a drift of the machine cancels out.
            fiveTuple = (fiveTuple + peer.packetsPerSecond("5tswap", turn / 4, turn)) / 2;
            macswap = (macswap + peer.packetsPerSecond("macswap", turn / 4, turn)) / 2;
            testpmdIo = (testpmdIo + peer.packetsPerSecond("io", turn / 4, turn)) / 2;
            braid = (braid + own.path(warm, turn)) / 2;
            io = (io + own.io(turn / 4, turn)) / 2;
            own.machine(turn);
            all.add(new ForwardFigures.Round(braid, io, testpmdIo, macswap, fiveTuple));
        }
        return new ForwardFigures(which, all, own.quiet(), costs);
    }
}
