package io.braid.dataplane.latency;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * How long collections of garbage stop all threads, workers too, as the JVM tells of each after it ({@link GarbageCollectionNotificationInfo}), to the millisecond. Its own thread tells; workers
 * and the collection itself do nothing for it.
 *
 * <p>Of other safepoints, which are rare here and short, the JVM tells nothing for as little: the flight recorder knows all, but takes half a second of a CPU to start and 34 MB to stay
 * (measured with two kinds of events and nothing else), and the counters behind {@code jstat} are off because the JVM would write them to a mapped file.
 */
public final class GcPauses implements AutoCloseable {
    /** Two windows of this length are kept, the current one and the one before, as a worker's duty cycle does. */
    static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(30);

    private record Source(NotificationEmitter collector, NotificationListener listener) {}

    private final List<Source> sources = new ArrayList<>();
    private long count;
    private long total;
    private long longest;
    private long windowBegin = System.nanoTime();
    private long windowLongest;
    private long previousLongest;

    /**
     * Pauses of this process.
     *
     * @param count how many there were since this began to listen
     * @param totalMillis all of them together
     * @param longestMillis the longest of them
     * @param recentLongestMillis the longest of the last 30 to 60 seconds
     */
    public record Figures(long count, long totalMillis, long longestMillis, long recentLongestMillis) {}

    /** Begins to listen. */
    public static GcPauses listen() {
        var pauses = new GcPauses();
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (collector instanceof NotificationEmitter emitter && stops(collector.getName())) {
                NotificationListener listener = (notification, _) -> pauses.take(notification);
                emitter.addNotificationListener(listener, null, null);
                pauses.sources.add(new Source(emitter, listener));
            }
        }
        return pauses;
    }

    GcPauses() {}

    /** What the collectors that run beside the program call their work is no pause: {@code G1 Concurrent GC}, {@code ZGC Minor Cycles}. */
    static boolean stops(String collector) {
        return !collector.contains("Concurrent") && !collector.endsWith("Cycles");
    }

    private void take(Notification notification) {
        if (notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)
                && notification.getUserData() instanceof CompositeData data) {
            add(GarbageCollectionNotificationInfo.from(data).getGcInfo().getDuration(), System.nanoTime());
        }
    }

    /**
     * Notes a pause.
     *
     * @param now a {@link System#nanoTime} after it
     */
    synchronized void add(long millis, long now) {
        turn(now);
        count++;
        total += millis;
        longest = Math.max(longest, millis);
        windowLongest = Math.max(windowLongest, millis);
    }

    /** The pauses so far. Any thread. */
    public Figures figures() {
        return figures(System.nanoTime());
    }

    synchronized Figures figures(long now) {
        turn(now);
        return new Figures(count, total, longest, Math.max(windowLongest, previousLongest));
    }

    private void turn(long now) {
        long age = now - windowBegin;
        if (age > WINDOW_NANOS) {
            previousLongest = age > 2 * WINDOW_NANOS ? 0 : windowLongest;
            windowLongest = 0;
            windowBegin = now;
        }
    }

    /** Listens no more. */
    @Override
    public void close() {
        for (Source source : sources) {
            try {
                source.collector().removeNotificationListener(source.listener());
            } catch (ListenerNotFoundException e) {
                throw new IllegalStateException("it was added when this was made", e);
            }
        }
        sources.clear();
    }
}
