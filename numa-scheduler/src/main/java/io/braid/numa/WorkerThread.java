package io.braid.numa;

import io.braid.linux.CpuAffinity;
import io.braid.linux.LinuxException;
import io.braid.linux.Niceness;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A platform thread, pinned to one CPU, that runs an {@link Agent} until closed.
 *
 * <p>Order on the thread: pin, a nice value of {@value #NICE} where that is allowed, {@link Agent#onStart}, cycles of {@link Agent#doWork} with idling in between,
 * {@link Agent#onClose}. What a cycle throws is counted in {@link #dutyCycle()}, kept in {@link #errors()}, and the loop
 * goes on; after consecutive failures it sleeps 1 us, doubled each time up to 10 ms, so that a permanent fault neither
 * ends the worker nor burns its CPU. Not a daemon: the JVM lives until the worker is closed.
 *
 * <p>{@link #start} and {@link #close} are for the owner's thread, the rest for any.
 */
public final class WorkerThread implements AutoCloseable {
    /** A cycle longer than this is a stall unless set otherwise. */
    public static final Duration DEFAULT_STALL = Duration.ofMillis(1);

    private static final System.Logger LOG = System.getLogger(WorkerThread.class.getName());
    private static final long MIN_FAILURE_PARK_NANOS = 1_000;
    private static final long MAX_FAILURE_PARK_NANOS = 10_000_000;
    private static final long CLOSE_SECONDS = 10;
    private static final int NICE = -15;

    private final Agent agent;
    private final int cpu;
    private final IdleStrategy idle;
    private final DutyCycle dutyCycle;
    private final DistinctErrors errors;
    private final Thread thread;
    private final CountDownLatch started = new CountDownLatch(1);
    private volatile boolean running = true;
    private volatile @Nullable Throwable startFailure;

    /**
     * Makes a worker that {@link #start} will run.
     *
     * @param cpu the CPU to pin to
     * @param idle an instance of its own
     */
    public WorkerThread(Agent agent, int cpu, IdleStrategy idle) {
        this(agent, cpu, idle, DEFAULT_STALL, new DistinctErrors());
    }

    /**
     * @param stall cycles longer than this are counted as stalls
     * @param errors where failures go; may be shared by workers
     */
    public WorkerThread(Agent agent, int cpu, IdleStrategy idle, Duration stall, DistinctErrors errors) {
        this.agent = agent;
        this.cpu = cpu;
        this.idle = idle;
        this.dutyCycle = new DutyCycle(stall.toNanos());
        this.errors = errors;
        this.thread = Thread.ofPlatform()
                .name(agent.name() + "@cpu" + cpu)
                .daemon(false)
                .inheritInheritableThreadLocals(false)
                .unstarted(this::run);
    }

    /**
     * Starts the thread and returns when it is pinned and the agent has started.
     *
     * @return this
     * @throws IllegalStateException when it could not be pinned or {@code onStart} failed (the cause says which and why;
     *     the thread has ended), or when called twice
     */
    public WorkerThread start() {
        if (!running || thread.getState() != Thread.State.NEW) {
            throw new IllegalStateException("worker " + thread.getName() + " was started or closed before");
        }
        thread.start();
        boolean interrupted = false;
        while (true) {
            try {
                started.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true; // the start is short; the caller finds its interrupt afterwards
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        Throwable failure = startFailure;
        if (failure != null) {
            throw new IllegalStateException(
                    "worker " + thread.getName() + " did not start: " + failure.getMessage(), failure);
        }
        return this;
    }

    /**
     * Ends the loop after the cycle under way and waits until the agent has closed. On the worker's own thread it does
     * not wait. A worker that was never started is only marked closed.
     *
     * @throws IllegalStateException when the thread is still in a cycle after 10 s, with the place it is at
     */
    @Override
    public void close() {
        running = false;
        LockSupport.unpark(thread);
        if (Thread.currentThread() == thread || thread.getState() == Thread.State.NEW) {
            return;
        }
        boolean interrupted = false;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(CLOSE_SECONDS);
        while (thread.isAlive() && end - System.nanoTime() > 0) {
            try {
                thread.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
            } catch (InterruptedException e) {
                interrupted = true; // leaving now would let the owner free memory the worker still uses
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            StackTraceElement[] where = thread.getStackTrace();
            throw new IllegalStateException("worker " + thread.getName() + " does not return from its cycle after "
                    + CLOSE_SECONDS + " s; it is at " + (where.length == 0 ? "its end" : where[0]));
        }
    }

    /** Returns the CPU this worker is or will be pinned to. */
    public int cpu() {
        return cpu;
    }

    /** Returns the thread's name, {@code AGENT@cpuN}. */
    public String name() {
        return thread.getName();
    }

    /** Returns whether the thread is alive. */
    public boolean isAlive() {
        return thread.isAlive();
    }

    /** Returns the worker's time keeping, which goes on being updated. */
    public DutyCycle dutyCycle() {
        return dutyCycle;
    }

    /** Returns the distinct faults. */
    public DistinctErrors errors() {
        return errors;
    }

    /** Returns the thread's id for allocation and CPU time measurements of {@code ThreadMXBean}. */
    public long threadId() {
        return thread.threadId();
    }

    private void run() {
        try {
            CpuAffinity.pin(cpu);
            preferThisThread();
        } catch (Throwable t) {
            startFailure = t;
            started.countDown();
            return; // the agent has not seen this thread: nothing to close
        }
        try {
            agent.onStart();
            started.countDown();
            loop();
        } catch (Throwable t) { // only onStart can get here: the loop catches for itself
            startFailure = t;
        } finally {
            closeAgent();
            started.countDown(); // after onClose, so that a failed start leaves nothing behind when it is reported
        }
    }

    /** Packets should not wait for other programs on this CPU: BFD's, for one, have 150 ms from end to end. */
    private static void preferThisThread() {
        try {
            Niceness.set(NICE);
        } catch (LinuxException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "workers share their CPUs evenly with other programs: {0}",
                    e.getMessage());
        }
    }

    private void loop() {
        long failureParkNanos = MIN_FAILURE_PARK_NANOS;
        long begin = System.nanoTime();
        while (running) {
            int workCount;
            try {
                workCount = agent.doWork();
            } catch (Throwable t) {
                failed(t);
                LockSupport.parkNanos(failureParkNanos);
                failureParkNanos = Math.min(failureParkNanos << 1, MAX_FAILURE_PARK_NANOS);
                begin = System.nanoTime();
                continue;
            }
            failureParkNanos = MIN_FAILURE_PARK_NANOS;
            long end = System.nanoTime();
            dutyCycle.record(workCount, end - begin);
            begin = end;
            if (workCount <= 0) {
                // A pending interrupt would turn every park into a spin; nothing here is cancelled by interrupts.
                Thread.interrupted();
                idle.idle(workCount);
                begin = System.nanoTime(); // a second reading, but only in a cycle that has time for it
            } else {
                idle.idle(workCount);
            }
        }
    }

    /** Counts a failure. A log that fails or a lack of memory while doing so must not end the worker. */
    private void failed(Throwable t) {
        dutyCycle.recordFailure();
        Thread.interrupted();
        try {
            if (errors.record(t)) {
                LOG.log(System.Logger.Level.ERROR, "worker " + thread.getName() + " goes on after", t);
            }
        } catch (Throwable e) {
            dutyCycle.recordFailure(); // a second failure, and all that can be said of it
        }
    }

    private void closeAgent() {
        try {
            agent.onClose();
        } catch (Throwable t) {
            failed(t);
        }
    }
}
