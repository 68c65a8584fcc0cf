package io.braid.dataplane.engine;

import io.braid.dataplane.graph.Burst;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Shares a worker's time among the tasks whose ports it polls: which of them is polled next, and when the turn is over.
 *
 * <p>Deficit round robin (M. Shreedhar, G. Varghese: Efficient Fair Queuing Using Deficit Round-Robin, 1996) in nanoseconds instead of bytes, since what a task takes from others
 * is the worker's time, whether it sends large packets, many, or such as are refused. What a burst will take is not known before, so it is paid for afterwards: a task
 * that took more than its quantum is passed over until it has made up for it. Only among tasks that have packets: alone, one has all the time there is.
 *
 * <p>A turn ends after {@link #TURN_NANOS} or {@link #TURN_PACKETS}, however many tasks there are; the next one goes on where it ended. Between turns the worker polls uplinks, which
 * carry everybody's packets, serves other workers, and sends, so that neither waits long nor are many buffers in its hands.
 *
 * <p>Asking a port that has nothing costs time too, for a tap a system call. So while anything else has packets, ports that had none for a while are asked in turns of their own, which take a
 * sixteenth of the time, and one of them in every turn at least: each waits for sixteen times what asking all of them takes.
 *
 * <p>The worker's thread only; allocates nothing after it is made.
 */
final class TaskTurns {
    /** What a task gets each time it is its turn. */
    static final long QUANTUM_NANOS = 20_000;
    /** After as much the turn ends. */
    static final long TURN_NANOS = 100_000;

    static final int TURN_PACKETS = 512;
    /** A thread that the kernel held up in a burst is no fault of the task's: it makes up for no more than this. */
    private static final long MAX_DEBT = 10 * QUANTUM_NANOS;

    /** Times in a row without a packet after which a port counts as quiet. */
    private static final int QUIET = 8;
    /** What part of the time quiet ports are asked in, as a shift. */
    private static final int QUIET_SHIFT = 4;
    /** What quiet ports save up for when there is more to do. */
    private static final long MOST_SAVED = QUANTUM_NANOS;

    private final Inputs.Polled[] tasks;
    private final LongSupplier clock;
    private final long[] credit;
    private final boolean[] busy;
    /** Times in a row that each had nothing, up to {@link #QUIET}. */
    private final int[] empty;

    private int busyTasks;
    private int next;
    private int nextQuiet;
    private long quietNanos;
    private long beganNanos;

    // Of the turn.
    private int left;
    private int limit;
    private int packets;
    private long spent;
    private long lastNanos;
    private int current;
    private boolean again;
    /** Whether quiet ports are to wait for their own turns. */
    private boolean sparing;

    private int quietLeft;
    private boolean quietAsked;

    /** @param clock {@link System#nanoTime} */
    TaskTurns(Inputs.Polled[] tasks, LongSupplier clock) {
        this.tasks = tasks;
        this.clock = clock;
        this.credit = new long[tasks.length];
        this.busy = new boolean[tasks.length];
        this.empty = new int[tasks.length];
    }

    boolean isEmpty() {
        return tasks.length == 0;
    }

    /**
     * Begins a turn.
     *
     * @param packetLimit ends it after about so many packets: 0 for none at all, at most {@link #TURN_PACKETS}
     * @param othersBusy whether the worker has packets of others than tasks
     */
    void begin(int packetLimit, boolean othersBusy) {
        limit = packetLimit;
        left = tasks.length;
        again = false;
        packets = 0;
        spent = 0;
        lastNanos = left > 1 ? clock.getAsLong() : 0;
        quietNanos = Math.min(MOST_SAVED, quietNanos + ((lastNanos - beganNanos) >> QUIET_SHIFT));
        beganNanos = lastNanos;
        sparing = othersBusy || busyTasks > 0;
        quietLeft = sparing ? left : 0;
        quietAsked = false;
    }

    /** The task to poll now, which {@link #polled} is then to be told of; null when the turn is over. */
    Inputs.@Nullable Polled next() {
        boolean over = spent >= TURN_NANOS || packets >= limit;
        if (again && !over) {
            return tasks[current];
        }
        while (left > 0 && !over) {
            int task = next;
            next = task + 1 == tasks.length ? 0 : task + 1;
            left--;
            if (sparing && empty[task] == QUIET) {
                continue;
            }
            credit[task] = Math.min(QUANTUM_NANOS, credit[task] + QUANTUM_NANOS);
            if (credit[task] > 0 || busyTasks <= 1) {
                current = task;
                return tasks[task];
            }
        }
        // Also when others used the turn up, unless buffers are short.
        return packets < limit || limit == TURN_PACKETS ? quiet() : null;
    }

    /** The next quiet one, as long as there is time for such. */
    private Inputs.@Nullable Polled quiet() {
        while (quietLeft > 0 && (quietNanos > 0 || !quietAsked)) {
            int task = nextQuiet;
            nextQuiet = task + 1 == tasks.length ? 0 : task + 1;
            quietLeft--;
            if (empty[task] == QUIET) {
                quietAsked = true;
                credit[task] = Math.min(QUANTUM_NANOS, credit[task] + QUANTUM_NANOS);
                current = task;
                return tasks[task];
            }
        }
        return null;
    }

    /** The task that was polled last had so many packets, which are done with; a full burst means that it may have more. */
    void polled(int received) {
        if (tasks.length == 1) {
            return; // nobody to share with
        }
        long now = clock.getAsLong();
        long used = now - lastNanos;
        lastNanos = now;
        boolean had = received > 0;
        again = false;
        if (had != busy[current]) {
            busy[current] = had;
            busyTasks += had ? 1 : -1;
        }
        if (empty[current] == QUIET && !had) {
            quietNanos -= used;
        }
        empty[current] = had ? 0 : Math.min(QUIET, empty[current] + 1);
        if (had) {
            credit[current] = Math.max(-MAX_DEBT, credit[current] - used);
            spent += used;
            packets += received;
            // One that has more goes on with what is left of its quantum, if there is anyone to share with.
            again = received == Burst.CAPACITY && credit[current] > 0 && busyTasks > 1;
        }
    }
}
