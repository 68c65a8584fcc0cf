package io.braid.numa;

import java.util.concurrent.locks.LockSupport;

/** The cycles of a {@link WorkerThread}: survives what the agent throws, keeps time, idles, and rests when it has real-time priority. */
final class WorkerLoop {
    /** How long a real-time worker lets others have its CPU; a receive queue of 1,024 packets overflows after 69 us at 10 Gbit/s of the smallest packets. */
    static final long REST_NANOS = 50_000;
    /** How often it does so: a thousandth of the CPU is enough for what the kernel has to do there. */
    static final long REST_EVERY_NANOS = 50_000_000;

    private static final System.Logger LOG = System.getLogger(WorkerThread.class.getName());
    private static final long MIN_FAILURE_PARK_NANOS = 1_000;
    private static final long MAX_FAILURE_PARK_NANOS = 10_000_000;

    private final Agent agent;
    private final String name;
    private final IdleStrategy idle;
    private final DutyCycle dutyCycle;
    private final DistinctErrors errors;
    private volatile boolean running = true;
    private long failureParkNanos = MIN_FAILURE_PARK_NANOS;

    WorkerLoop(Agent agent, String name, IdleStrategy idle, DutyCycle dutyCycle, DistinctErrors errors) {
        this.agent = agent;
        this.name = name;
        this.idle = idle;
        this.dutyCycle = dutyCycle;
        this.errors = errors;
    }

    boolean isRunning() {
        return running;
    }

    /** Lets {@link #run} return after the cycle under way. */
    void stop() {
        running = false;
    }

    /** Starts the agent; throws what that throws. */
    void open() {
        agent.onStart();
    }

    /** @param rests whether this thread keeps others from its CPU and so has to rest */
    void run(boolean rests) {
        long begin = begin();
        long rested = begin;
        while (running) {
            int workCount;
            try {
                workCount = agent.doWork();
            } catch (Throwable t) {
                failed(t);
                dutyCycle.pause();
                LockSupport.parkNanos(failureParkNanos);
                failureParkNanos = Math.min(failureParkNanos << 1, MAX_FAILURE_PARK_NANOS);
                begin = begin();
                continue;
            }
            failureParkNanos = MIN_FAILURE_PARK_NANOS;
            long end = System.nanoTime();
            dutyCycle.record(workCount, end, end - begin);
            if (rests && end - rested > REST_EVERY_NANOS) {
                rest(end);
                rested = begin();
                begin = rested;
            } else {
                begin = end;
            }
            if (workCount <= 0) {
                // A pending interrupt would turn every park into a spin; nothing here is cancelled by interrupts.
                Thread.interrupted();
                dutyCycle.pause();
                idle.idle(workCount);
                begin = begin(); // a second reading, but only in a cycle that has time for it
            } else {
                idle.idle(workCount);
                dutyCycle.begin(begin);
            }
        }
        dutyCycle.pause();
    }

    private long begin() {
        long now = System.nanoTime();
        dutyCycle.begin(now);
        return now;
    }

    private void rest(long now) {
        Thread.interrupted();
        dutyCycle.recordRest();
        dutyCycle.pause();
        LockSupport.parkNanos(REST_NANOS);
        if (System.nanoTime() - now < REST_NANOS / 2) {
            LockSupport.parkNanos(REST_NANOS); // the first one found a wake-up left over
        }
    }

    /** Closes the agent, as the thread's last act. */
    void close() {
        try {
            agent.onClose();
        } catch (Throwable t) {
            failed(t);
        }
    }

    /** Counts a failure. A log that fails or a lack of memory while doing so must not end the worker. */
    private void failed(Throwable t) {
        dutyCycle.recordFailure();
        Thread.interrupted();
        try {
            if (errors.record(t)) {
                LOG.log(System.Logger.Level.ERROR, "worker " + name + " goes on after", t);
            }
        } catch (Throwable e) {
            dutyCycle.recordFailure(); // a second failure, and all that can be said of it
        }
    }
}
