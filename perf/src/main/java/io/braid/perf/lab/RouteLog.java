package io.braid.perf.lab;

import io.braid.linux.LinuxException;
import io.braid.linux.NetlinkListener;
import io.braid.linux.NetworkNamespace;
import io.braid.linux.RouteState;
import io.braid.linux.RouteWatcher;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Writes down when the routes to single addresses changed in the kernel of a namespace, to a millisecond or two: what a
 * switch really does with packets, whatever its routing daemon says.
 *
 * <p>A thread of its own takes the kernel's events every millisecond, and reads all routes after each event and every 10
 * ms, because the kernel does not tell everything. Its methods may be called from any thread.
 */
public final class RouteLog implements AutoCloseable {
    private static final long POLL_NANOS = 1_000_000;
    private static final long READ_NANOS = 10_000_000;
    private static final Duration FIRST_READING_LIMIT = Duration.ofSeconds(5);

    /**
     * The route to one address since some moment.
     *
     * @param sinceNanos {@link System#nanoTime()} when it was first seen so
     * @param nextHops how many it has, dead ones included; 0 when there is no route
     * @param live how many of them the kernel uses
     */
    public record Hops(long sinceNanos, int nextHops, int live) {
        boolean are(int wanted) {
            return nextHops == wanted && live == wanted;
        }
    }

    private final String where;
    private final RouteWatcher watcher;
    private final Thread thread;
    private final Map<InetAddress, Hops> now = new HashMap<>();
    private final Set<String> everSeen = new TreeSet<>();
    private boolean read;
    private @Nullable RuntimeException failure;

    /** Begins to watch; returns once the routes have been read. */
    public RouteLog(Netns netns) throws InterruptedException {
        where = netns.name();
        try (NetworkNamespace namespace = NetworkNamespace.open(where)) {
            watcher = RouteWatcher.open(namespace);
        }
        thread = Thread.ofPlatform().name("routes-" + where).daemon().start(this::watch);
        long limit = System.nanoTime() + FIRST_READING_LIMIT.toNanos();
        while (!isRead()) {
            if (System.nanoTime() > limit) {
                close();
                throw new LabException("cannot read the routes of " + where);
            }
            Thread.sleep(1);
        }
    }

    private synchronized boolean isRead() {
        throwIfFailed();
        return read;
    }

    private void throwIfFailed() {
        if (failure != null) {
            throw new LabException("watching the routes of " + where + " failed: " + failure.getMessage(), failure);
        }
    }

    private void watch() {
        NetlinkListener<RouteState> listener = new NetlinkListener<>() {
            @Override
            public void changed(RouteState route, @Nullable RouteState previous) {
                synchronized (RouteLog.this) {
                    if (isOfOneAddress(route)) {
                        everSeen.add(route.key().destination().getHostAddress());
                    }
                }
            }

            @Override
            public void removed(RouteState last) {}

            @Override
            public void synced() {
                take(watcher.snapshot().values(), System.nanoTime());
            }
        };
        long nextReading = System.nanoTime();
        try (watcher) {
            while (!Thread.currentThread().isInterrupted()) {
                boolean events = watcher.poll(listener) > 0;
                if (events || System.nanoTime() - nextReading >= 0) {
                    watcher.resync();
                    watcher.poll(listener);
                    nextReading = System.nanoTime() + READ_NANOS;
                }
                LockSupport.parkNanos(POLL_NANOS);
            }
        } catch (LinuxException e) {
            synchronized (this) {
                failure = e; // told to whoever asks
            }
        }
    }

    private static boolean isOfOneAddress(RouteState route) {
        return route.key().prefixLength() == 8 * route.key().destination().getAddress().length
                && route.key().table() == RouteState.MAIN_TABLE;
    }

    private synchronized void take(Collection<RouteState> routes, long nanos) {
        Map<InetAddress, RouteState> best = new HashMap<>();
        for (RouteState route : routes) {
            if (isOfOneAddress(route)) {
                best.merge(
                        route.key().destination(),
                        route,
                        (a, b) -> a.key().metric() <= b.key().metric() ? a : b);
            }
        }
        best.forEach((address, route) -> change(address, route.nextHops().size(), route.liveNextHops(), nanos));
        for (InetAddress address : Set.copyOf(now.keySet())) {
            if (!best.containsKey(address)) {
                change(address, 0, 0, nanos);
            }
        }
        read = true;
    }

    private void change(InetAddress address, int nextHops, int live, long nanos) {
        Hops before = now.get(address);
        if (before == null || before.nextHops() != nextHops || before.live() != live) {
            now.put(address, new Hops(nanos, nextHops, live));
        }
    }

    /** The route to an address as it is now. */
    public synchronized Hops hops(String address) {
        throwIfFailed();
        return now.getOrDefault(InetAddress.ofLiteral(address), new Hops(Long.MIN_VALUE, 0, 0));
    }

    /** All single addresses of IPv4 and IPv6 that there ever was a route to since watching began. */
    public synchronized Set<String> everSeen() {
        throwIfFailed();
        return new TreeSet<>(everSeen);
    }

    /**
     * Waits until every address has exactly so many next hops, all of them in use, and says since when.
     *
     * @param wanted 0 for no route at all
     * @return {@link System#nanoTime()} when the last of them got there, to stay
     * @throws LabException if that takes longer than {@code limit} from now
     */
    public long await(Collection<String> addresses, int wanted, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (true) {
            Long since = since(addresses, wanted);
            if (since != null) {
                return since;
            }
            if (System.nanoTime() > end) {
                var found = new StringBuilder();
                for (String address : addresses) {
                    Hops hops = hops(address);
                    found.append(' ').append(address).append(" has ").append(hops.nextHops());
                    found.append(" (").append(hops.live()).append(" in use)");
                }
                throw new LabException("the kernel of " + where + " has not " + wanted + " next hops after "
                        + limit.toMillis() + " ms:" + found);
            }
            Thread.sleep(1);
        }
    }

    private synchronized @Nullable Long since(Collection<String> addresses, int wanted) {
        long latest = Long.MIN_VALUE;
        for (String address : addresses) {
            Hops hops = hops(address);
            if (!hops.are(wanted)) {
                return null;
            }
            latest = Math.max(latest, hops.sinceNanos());
        }
        return latest;
    }

    @Override
    public void close() {
        thread.interrupt();
        Uninterrupted.run(thread::join);
    }
}
