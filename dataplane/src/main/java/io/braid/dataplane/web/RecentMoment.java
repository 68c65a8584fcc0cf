package io.braid.dataplane.web;

import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the dataplane at most a few times a second, however many clients ask. Any thread.
 *
 * <p>Once it is closed nobody looks any more, which is what whoever frees the memory that the figures are in has to know.
 */
final class RecentMoment implements Supplier<Moment>, AutoCloseable {
    /** Below the second between two looks of a page, so that each shows something new. */
    static final long KEEP_NANOS = 250_000_000;

    private final Supplier<Moment> source;
    private final LongSupplier nanos;
    private final InstantSource clock = InstantSource.system();
    private final Events events = new Events(clock);
    private long takenMillis;
    private @Nullable Moment last;
    private long takenNanos;
    private boolean closed;

    /**
     * @param source looks at the dataplane; one call at a time
     * @param nanos the time, as {@link System#nanoTime}
     */
    RecentMoment(Supplier<Moment> source, LongSupplier nanos) {
        this.source = source;
        this.nanos = nanos;
    }

    /**
     * A moment of the last quarter of a second.
     *
     * @throws IllegalStateException once it is closed
     */
    @Override
    public synchronized Moment get() {
        if (closed) {
            throw new IllegalStateException("braid is stopping");
        }
        long now = nanos.getAsLong();
        Moment recent = last;
        if (recent == null || now - takenNanos >= KEEP_NANOS) {
            recent = source.get();
            last = recent;
            takenNanos = nanos.getAsLong();
            takenMillis = clock.millis();
            events.saw(recent);
        }
        return recent;
    }

    /**
     * The same for the dashboard, with what changed before.
     *
     * @throws IllegalStateException once it is closed
     */
    synchronized Overview overview() {
        return Overview.of(get(), takenMillis, events.newest());
    }

    /** What changed, the newest first. Any thread. */
    List<Event> events() {
        return events.newest();
    }

    /** Waits for a look that is under way; there is none after it. */
    @Override
    public synchronized void close() {
        closed = true;
        last = null;
    }
}
