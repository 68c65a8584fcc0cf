package io.braid.perf.numa;

import io.braid.dpdk.Eal;
import io.braid.dpdk.EalOptions;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.dpdk.PortConfig;
import io.braid.linux.CpuAffinity;
import io.braid.perf.lab.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What two workers forward together beside one alone, and what one forwards when others exist that it hands nothing to beside when there are none.
 *
 * <p>Whole egress path, from {@code net_pcap} ports that replay frames without end to a {@code net_null} port with a transmit queue for each worker. The arrangements
 * take turns, so that what the machine does meanwhile falls on all alike; each figure is a median of its turns, a ratio the median of the turns' ratios.
 *
 * @param one packets a second of one worker
 * @param two packets a second of two workers on two CPUs
 * @param scaling two over one
 * @param machine what two threads that only compute do together beside one: more is not to be had of this machine
 * @param alone packets a second of one worker that is alone
 * @param among packets a second of one worker that knows another, with its ring, and hands it nothing
 * @param untouched among over alone
 * @param lost packets that were received and not sent, which the null driver gives no reason for
 */
record WorkerScaling(
        double one,
        double two,
        double scaling,
        double machine,
        double alone,
        double among,
        double untouched,
        long lost) {
    private static final int BUFFERS = 16_383;
    private static final int DATA_ROOM = 2_176;
    private static final long WARM_UP_NANOS = 2_000_000_000L;

    /**
     * Measures; initializes DPDK in this process, which can be done once.
     *
     * @param rounds turns of each arrangement
     * @param nanos length of a turn
     */
    static WorkerScaling measure(int rounds, long nanos, Consumer<String> progress)
            throws IOException, InterruptedException {
        List<Integer> cpus = CpuAffinity.get().stream().boxed().toList();
        if (cpus.size() < 2) {
            throw new LabException("two workers need two CPUs; this process may use " + CpuAffinity.get());
        }
        Path directory = Files.createTempDirectory("braid-scaling");
        try (Eal eal = Eal.start(EalOptions.ordinaryPages(128));
                PacketPool pool = PacketPool.create("scaling", BUFFERS, DATA_ROOM, -1)) {
            List<Port> tasks = new ArrayList<>();
            for (int task = 0; task < 2; task++) {
                Path frames = directory.resolve("task" + task + ".pcap");
                TaskFrames.write(frames, task);
                Port port = eal.open("vdev:net_pcap" + task + ",rx_pcap=" + frames + ",infinite_rx=1");
                port.configure(PortConfig.single(1500), pool);
                port.start();
                tasks.add(port);
            }
            Port uplink = eal.open("vdev:net_null0");
            uplink.configure(PortConfig.single(1500).withQueues(1, 2), pool);
            uplink.start();
            var measurement = new Turns(pool, tasks, uplink, cpus, nanos);
            progress.accept("two workers and one: warming up");
            measurement.warmUp();
            for (int round = 1; round <= rounds; round++) {
                progress.accept("two workers and one: round " + round + " of " + rounds);
                measurement.round();
            }
            WorkerScaling result = measurement.result();
            tasks.forEach(Port::close);
            uplink.close();
            return result;
        } finally {
            try (var files = Files.list(directory)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(directory);
        }
    }

    /** The arrangements' turns. */
    private static final class Turns {
        private final PacketPool pool;
        private final List<Port> tasks;
        private final Port uplink;
        private final List<Integer> cpus;
        private final long nanos;
        private final List<Double> alone = new ArrayList<>();
        private final List<Double> among = new ArrayList<>();
        private final List<Double> two = new ArrayList<>();
        private final List<Double> scaling = new ArrayList<>();
        private final List<Double> untouched = new ArrayList<>();
        private final List<Double> machine = new ArrayList<>();
        private long lost;

        Turns(PacketPool pool, List<Port> tasks, Port uplink, List<Integer> cpus, long nanos) {
            this.pool = pool;
            this.tasks = tasks;
            this.uplink = uplink;
            this.cpus = cpus;
            this.nanos = nanos;
        }

        void warmUp() {
            run(2, 2, WARM_UP_NANOS);
            run(1, 1, WARM_UP_NANOS / 4);
            lost = 0;
        }

        /** One, two, and the other one around them, so that a drift of the machine cancels out. */
        void round() throws InterruptedException {
            double before = run(1, 1, nanos);
            double withOther = run(1, 2, nanos);
            double both = run(2, 2, nanos);
            double otherAgain = run(1, 2, nanos);
            double after = run(1, 1, nanos);
            machine.add(TwoThreads.overOne(cpus, nanos / 4));
            double single = (before + after) / 2;
            alone.add(single);
            among.add((withOther + otherAgain) / 2);
            two.add(both);
            scaling.add(both / ((withOther + otherAgain) / 2));
            untouched.add((withOther + otherAgain) / 2 / single);
        }

        private double run(int running, int known, long nanos) {
            try (var scene =
                    new ForwardingScene(pool, tasks.subList(0, running), uplink, known, cpus.subList(0, running))) {
                scene.packetsPerSecond(nanos / 10); // the caches fill, the pins are made
                double rate = scene.packetsPerSecond(nanos);
                lost += Math.max(0, scene.notForwarded() - 64L * running);
                return rate;
            }
        }

        WorkerScaling result() {
            return new WorkerScaling(
                    median(among),
                    median(two),
                    median(scaling),
                    median(machine),
                    median(alone),
                    median(among),
                    median(untouched),
                    lost);
        }

        private static double median(List<Double> values) {
            return values.stream().sorted().toList().get(values.size() / 2);
        }
    }
}
