package io.braid.numa;

import io.braid.linux.CpuAffinity;
import io.braid.linux.LinuxException;
import io.braid.linux.Niceness;
import io.braid.linux.RealTime;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A platform thread, pinned to one CPU, that runs an {@link Agent} until closed.
 *
 * <p>Order on the thread: pin, real-time priority if wanted or a nice value of {@value #NICE}, as far as allowed, {@link Agent#onStart}, cycles of {@link Agent#doWork} with idling in between,
 * {@link Agent#onClose}. What a cycle throws is counted in {@link #dutyCycle()}, kept in {@link #errors()}, and the loop
 * goes on; after consecutive failures it sleeps 1 us, doubled each time up to 10 ms, so that a permanent fault neither
 * ends the worker nor burns its CPU. With real-time priority it also sleeps {@value WorkerLoop#REST_NANOS} ns every {@value WorkerLoop#REST_EVERY_NANOS} ns, however
 * busy it is, for the kernel's own work on that CPU. Not a daemon: the JVM lives until the worker is closed.
 *
 * <p>{@link #start} and {@link #close} are for the owner's thread, the rest for any.
 */
public final class WorkerThread implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(WorkerThread.class.getName());
    private static final long CLOSE_SECONDS = 10;
    private static final int NICE = -15;
    /** The lowest: what the kernel runs itself with real-time priority, such as interrupts and migration, comes first, and so does BFD. */
    private static final int FIFO_PRIORITY = 1;

    private final int cpu;
    private final IdleStrategy idle;
    private final WorkerPriority wanted;
    private final DutyCycle dutyCycle;
    private final DistinctErrors errors;
    private final WorkerLoop loop;
    private final Thread thread;
    private final CountDownLatch started = new CountDownLatch(1);
    private volatile WorkerPriority inForce = WorkerPriority.NORMAL;
    private volatile @Nullable Throwable startFailure;

    /**
     * Makes a worker that {@link #start} will run, with default options.
     *
     * @param cpu the CPU to pin to
     * @param idle an instance of its own
     */
    public WorkerThread(Agent agent, int cpu, IdleStrategy idle) {
        this(agent, cpu, WorkerOptions.of(idle));
    }

    /**
     * Makes a worker that {@link #start} will run.
     *
     * @param cpu the CPU to pin to
     */
    public WorkerThread(Agent agent, int cpu, WorkerOptions options) {
        this.cpu = cpu;
        this.idle = options.idle();
        this.wanted = options.priority();
        this.dutyCycle = new DutyCycle(options.stall().toNanos());
        this.errors = options.errors();
        this.thread = Thread.ofPlatform()
                .name(agent.name() + "@cpu" + cpu)
                .daemon(false)
                .inheritInheritableThreadLocals(false)
                .unstarted(this::run);
        this.loop = new WorkerLoop(agent, thread.getName(), idle, dutyCycle, errors);
    }

    /**
     * Starts the thread and returns when it is pinned and the agent has started.
     *
     * @return this
     * @throws IllegalStateException when it could not be pinned or {@code onStart} failed (the cause says which and why;
     *     the thread has ended), or when called twice
     */
    public WorkerThread start() {
        if (!loop.isRunning() || thread.getState() != Thread.State.NEW) {
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
        loop.stop();
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

    /**
     * Ends the worker's sleep if its idle strategy has to be told that there is something to do; any thread, after it gave it that. Rings do so by themselves, see {@link
     * HandoffRing#wakes}.
     */
    public void wake() {
        idle.wake();
    }

    /** Returns the priority the kernel gave, once started: less than was asked for when that was not allowed. */
    public WorkerPriority priority() {
        return inForce;
    }

    /** Returns where the thread is, innermost first; waits for the thread, which may be inside native code, to say so. */
    StackTraceElement[] stackTrace() {
        return thread.getStackTrace();
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
            inForce = prefer(wanted);
            idle.prepare();
        } catch (Throwable t) {
            startFailure = t;
            started.countDown();
            return; // the agent has not seen this thread: nothing to close
        }
        try {
            loop.open();
            started.countDown();
            loop.run(inForce == WorkerPriority.FIFO);
        } catch (Throwable t) { // only onStart can get here: the loop catches for itself
            startFailure = t;
        } finally {
            loop.close();
            started.countDown(); // after onClose, so that a failed start leaves nothing behind when it is reported
        }
    }

    /** Packets should not wait for other programs on this CPU: BFD's, for one, have 150 ms from end to end. */
    private static WorkerPriority prefer(WorkerPriority wanted) {
        if (wanted == WorkerPriority.FIFO) {
            try {
                RealTime.enter(FIFO_PRIORITY);
                return WorkerPriority.FIFO;
            } catch (LinuxException e) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "workers keep normal priority instead of fifo: {0}",
                        e.getMessage());
            }
        }
        try {
            Niceness.set(NICE);
        } catch (LinuxException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "workers share their CPUs evenly with other programs: {0}",
                    e.getMessage());
        }
        return WorkerPriority.NORMAL;
    }
}
