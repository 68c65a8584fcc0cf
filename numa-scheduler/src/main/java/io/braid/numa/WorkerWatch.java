package io.braid.numa;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Finds workers that are stuck: inside one cycle for longer than a limit, by a defect, a driver that waits, or a CPU that something else has taken. A worker that idles or
 * sleeps is not stuck.
 *
 * <p>Polled by one thread, which it never keeps waiting: where a stuck worker is, it lets another thread find out, because a thread inside native code may not answer.
 */
public final class WorkerWatch {
    /** What a poll found out. */
    public sealed interface Event {
        /** Name of the worker's thread. */
        String worker();

        /** For how many nanoseconds it has been, or had been, in one cycle. */
        long nanos();
    }

    /**
     * A worker is stuck; told once for each time.
     *
     * @param stack where it is, innermost first, at most {@value #FRAMES} lines; empty when it does not answer, as in a native call that never returns
     */
    public record Stuck(String worker, long nanos, List<String> stack) implements Event {
        public Stuck {
            stack = List.copyOf(stack);
        }
    }

    /** A worker that was stuck goes on, or has ended. */
    public record Recovered(String worker, long nanos) implements Event {}

    /** When a worker counts as stuck unless set otherwise. */
    public static final Duration DEFAULT_LIMIT = Duration.ofSeconds(1);

    /** Most lines of a stack trace. */
    static final int FRAMES = 12;

    private static final long STACK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** What is known of one worker. */
    private static final class Watched {
        private final WorkerThread worker;
        /** The cycle it is stuck in, 0 for none. */
        private long cycle;

        private long since;
        private long noticed;
        private boolean told;
        private volatile StackTraceElement @Nullable [] stack;

        private Watched(WorkerThread worker) {
            this.worker = worker;
        }
    }

    private final List<Watched> watched;
    private final long limitNanos;

    /**
     * @param workers all workers
     * @param limit a cycle that lasts longer is stuck
     */
    public WorkerWatch(List<WorkerThread> workers, Duration limit) {
        this.watched = workers.stream().map(Watched::new).toList();
        this.limitNanos = limit.toNanos();
    }

    /**
     * Looks at every worker and returns what is new; allocates nothing when that is nothing. A stuck worker is told up to 200 ms after it is noticed, when it is known where it is.
     *
     * @param now {@link System#nanoTime}
     */
    public List<Event> poll(long now) {
        List<Event> events = List.of();
        for (int i = 0; i < watched.size(); i++) {
            Watched one = watched.get(i);
            Event event = one.cycle == 0 ? notice(one, now) : follow(one, now);
            if (event != null) {
                if (events.isEmpty()) {
                    events = new ArrayList<>();
                }
                events.add(event);
            }
        }
        return events;
    }

    /** Returns how many workers are stuck as of the last poll. */
    public int stuck() {
        int count = 0;
        for (int i = 0; i < watched.size(); i++) {
            count += watched.get(i).told ? 1 : 0;
        }
        return count;
    }

    private @Nullable Event notice(Watched one, long now) {
        long cycle = one.worker.dutyCycle().underWay();
        if (cycle != 0 && now - cycle > limitNanos) {
            one.cycle = cycle;
            one.since = cycle;
            one.noticed = now;
            one.stack = null;
            Thread.ofPlatform()
                    .daemon()
                    .name("stack-of-" + one.worker.name())
                    .start(() -> one.stack = one.worker.stackTrace());
        }
        return null;
    }

    private @Nullable Event follow(Watched one, long now) {
        if (one.worker.dutyCycle().underWay() != one.cycle) {
            boolean told = one.told;
            one.cycle = 0;
            one.told = false;
            // One that was over before it was told is told of by the longest cycle and the stalls.
            return told ? new Recovered(one.worker.name(), now - one.since) : null;
        }
        StackTraceElement[] stack = one.stack;
        if (one.told || (stack == null && now - one.noticed < STACK_NANOS)) {
            return null;
        }
        one.told = true;
        return new Stuck(one.worker.name(), now - one.since, lines(stack));
    }

    private static List<String> lines(StackTraceElement @Nullable [] stack) {
        var lines = new ArrayList<String>();
        if (stack != null) {
            for (int i = 0; i < Math.min(FRAMES, stack.length); i++) {
                lines.add(stack[i].toString());
            }
        }
        return lines;
    }
}
