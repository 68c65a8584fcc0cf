package io.braid.perf.forward;

import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.numa.Agent;
import io.braid.numa.IdleStrategy;
import io.braid.numa.WorkerThread;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Turns of this process's loops on a port: each on threads of its own, one for each worker, which have their CPUs while it lasts. Keeps what must not happen in the turns of the whole
 * path.
 */
final class Turns {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final long PID = ProcessHandle.current().pid();

    private final PacketPool pool;
    private final Port port;
    private final ForwardCase which;
    private final int burst;
    private final List<Integer> cpus;
    private final PacketCosts costs;
    private long allocated;
    private long collections;
    private long notSent;
    private long longestTurn;
    private long machineGap;

    /**
     * Prepares.
     *
     * @param cpus one for each worker
     */
    Turns(CasePort port, ForwardCase which, int burst, List<Integer> cpus, PacketCosts costs) {
        this.pool = port.pool();
        this.port = port.port();
        this.which = which;
        this.burst = burst;
        this.cpus = List.copyOf(cpus);
        this.costs = costs;
    }

    /** Packets a second of the bare loop. */
    double io(long warmUpNanos, long nanos) throws InterruptedException {
        try (var loop = new IoLoop(port, which.workers(), burst)) {
            Turn turn = run(loop, warmUpNanos, nanos);
            costs.add("braid_io", turn.counted(), turn.rate());
            return turn.rate();
        }
    }

    /** Packets a second of the whole path. */
    double path(long warmUpNanos, long nanos) throws InterruptedException {
        return path(warmUpNanos, nanos, Look.NONE);
    }

    /** The same while somebody looks on. */
    double path(long warmUpNanos, long nanos, Look look) throws InterruptedException {
        try (var scene = new PathScene(pool, port, which)) {
            scene.begin(look);
            Turn turn = run(scene, warmUpNanos, nanos);
            allocated += turn.allocated();
            collections += turn.collections();
            longestTurn = Math.max(longestTurn, turn.longest());
            notSent += scene.notSent();
            costs.add("braid", turn.counted(), turn.rate());
            return turn.rate();
        }
    }

    /** Lets a thread look at the clock for as long: what it misses, the machine took. */
    void machine(long nanos) throws InterruptedException {
        var clock = new Clock();
        try (var thread = new WorkerThread(clock, cpus.getFirst(), IdleStrategy.busySpin())) {
            thread.start();
            TimeUnit.NANOSECONDS.sleep(nanos);
        }
        machineGap = Math.max(machineGap, clock.longest);
    }

    ForwardFigures.Quiet quiet() {
        return new ForwardFigures.Quiet(allocated, collections, notSent, longestTurn, machineGap);
    }

    /** Forgets what happened while all was warming up. */
    void forget() {
        allocated = 0;
        collections = 0;
        notSent = 0;
        longestTurn = 0;
        costs.forget();
    }

    private record Turn(double rate, long allocated, long collections, long longest, Map<String, Double> counted) {}

    private Turn run(Loop loop, long warmUpNanos, long nanos) throws InterruptedException {
        List<Watched> watches = loop.agents().stream().map(Watched::new).toList();
        var threads = new ArrayList<WorkerThread>();
        try {
            for (int worker = 0; worker < watches.size(); worker++) {
                threads.add(new WorkerThread(watches.get(worker), cpus.get(worker), IdleStrategy.busySpin()).start());
            }
            long[] ids = threads.stream().mapToLong(thread -> id(thread.name())).toArray();
            TimeUnit.NANOSECONDS.sleep(warmUpNanos);
            watches.forEach(watch -> watch.begin = true);
            long bytes = allocated(ids);
            long gcs = collections();
            long before = loop.sent();
            long start = System.nanoTime();
            Map<String, Double> counted = costs.during(nanos, PID, "(worker|io)-[0-9]@cpu.*");
            long sent = loop.sent() - before;
            double seconds = (System.nanoTime() - start) / 1e9;
            bytes = allocated(ids) - bytes;
            watches.forEach(watch -> watch.begin = false);
            long longest =
                    watches.stream().mapToLong(watch -> watch.longest).max().orElseThrow();
            return new Turn(sent / seconds, bytes, collections() - gcs, longest, counted);
        } finally {
            threads.forEach(WorkerThread::close);
        }
    }

    private static long allocated(long[] threads) {
        return Arrays.stream(THREADS.getThreadAllocatedBytes(threads)).sum();
    }

    private static long id(String name) {
        return Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                .filter(info -> info != null && info.getThreadName().equals(name))
                .findFirst()
                .orElseThrow()
                .getThreadId();
    }

    private static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }

    /** Takes the time of each turn of a worker's loop. */
    private static final class Watched implements Agent {
        private final Agent loop;
        volatile boolean begin;
        volatile long longest;
        private long before;

        Watched(Agent loop) {
            this.loop = loop;
        }

        @Override
        public String name() {
            return loop.name();
        }

        @Override
        public void onStart() {
            loop.onStart();
        }

        @Override
        public int doWork() {
            long now = System.nanoTime();
            if (begin) {
                if (before != 0 && now - before > longest) {
                    longest = now - before;
                }
                before = now;
            }
            return loop.doWork();
        }

        @Override
        public void onClose() {
            loop.onClose();
        }
    }

    private static final class Clock implements Agent {
        volatile long longest;
        private long before;

        @Override
        public String name() {
            return "clock";
        }

        @Override
        public int doWork() {
            long now = System.nanoTime();
            if (before != 0 && now - before > longest) {
                longest = now - before;
            }
            before = now;
            return 1;
        }
    }
}
