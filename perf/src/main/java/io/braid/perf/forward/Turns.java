package io.braid.perf.forward;

import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.numa.Agent;
import io.braid.numa.IdleStrategy;
import io.braid.numa.WorkerThread;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Turns of this process's loops on a port: each on a thread of its own, which has the CPU while it lasts. Keeps what must not happen in the turns of the whole path. */
final class Turns {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final PacketPool pool;
    private final Port port;
    private final ForwardCase which;
    private final int burst;
    private final int cpu;
    private long allocated;
    private long collections;
    private long notSent;
    private long longestTurn;
    private long machineGap;

    Turns(PacketPool pool, Port port, ForwardCase which, int burst, int cpu) {
        this.pool = pool;
        this.port = port;
        this.which = which;
        this.burst = burst;
        this.cpu = cpu;
    }

    /** Packets a second of the bare loop. */
    double io(long warmUpNanos, long nanos) throws InterruptedException {
        try (var loop = new IoLoop(port, burst)) {
            return run(loop, warmUpNanos, nanos).rate();
        }
    }

    /** Packets a second of the whole path. */
    double path(long warmUpNanos, long nanos) throws InterruptedException {
        return path(warmUpNanos, nanos, Look.NONE);
    }

    /** The same while somebody looks on. */
    double path(long warmUpNanos, long nanos, Look look) throws InterruptedException {
        try (var scene = new PathScene(pool, port, which.inbound(), which.flows())) {
            scene.begin(look);
            Turn turn = run(scene, warmUpNanos, nanos);
            allocated += turn.allocated();
            collections += turn.collections();
            longestTurn = Math.max(longestTurn, turn.longest());
            notSent += scene.notSent();
            return turn.rate();
        }
    }

    /** Lets a thread look at the clock for as long: what it misses, the machine took. */
    void machine(long nanos) throws InterruptedException {
        var clock = new Clock();
        try (var thread = new WorkerThread(clock, cpu, IdleStrategy.busySpin())) {
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
    }

    private record Turn(double rate, long allocated, long collections, long longest) {}

    private Turn run(Loop loop, long warmUpNanos, long nanos) throws InterruptedException {
        var watch = new Watched(loop);
        try (var thread = new WorkerThread(watch, cpu, IdleStrategy.busySpin())) {
            thread.start();
            long id = id(thread.name());
            TimeUnit.NANOSECONDS.sleep(warmUpNanos);
            watch.begin = true;
            long bytes = THREADS.getThreadAllocatedBytes(id);
            long gcs = collections();
            long before = loop.sent();
            long start = System.nanoTime();
            TimeUnit.NANOSECONDS.sleep(nanos);
            long sent = loop.sent() - before;
            double seconds = (System.nanoTime() - start) / 1e9;
            bytes = THREADS.getThreadAllocatedBytes(id) - bytes;
            watch.begin = false;
            return new Turn(sent / seconds, bytes, collections() - gcs, watch.longest);
        }
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

    /** Takes the time of each turn of a loop. */
    private static final class Watched implements Agent {
        private final Loop loop;
        volatile boolean begin;
        volatile long longest;
        private long before;

        Watched(Loop loop) {
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
