package io.braid.bgp.session;

import io.braid.linux.Poller;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** The sockets that wait for peers to connect. For the speaker's thread. */
final class Listeners {
    /** How long after a failure it is tried again. */
    static final long RETRY_NANOS = Duration.ofSeconds(1).toNanos();

    private final Poller poller;
    private final int port;
    private final AtomicLong strangers;
    private final Map<ListenPlan.Endpoint, ListenSocket> sockets = new HashMap<>();
    private volatile List<ListenStatus> status = List.of();

    /**
     * @param port 0 for none
     * @param strangers counts connections from addresses that are no peer's
     */
    Listeners(Poller poller, int port, AtomicLong strangers) {
        this.poller = poller;
        this.port = port;
        this.strangers = strangers;
    }

    /** Listens for these peers and no others. */
    void update(Collection<PeerSession> peers, long now) {
        if (port == 0) {
            return;
        }
        Map<ListenPlan.Endpoint, List<PeerSession>> plan = ListenPlan.of(peers);
        sockets.entrySet().removeIf(e -> {
            boolean unwanted = !plan.containsKey(e.getKey());
            if (unwanted) {
                e.getValue().close();
            }
            return unwanted;
        });
        plan.forEach((endpoint, theirs) -> sockets.computeIfAbsent(
                        endpoint, e -> new ListenSocket(poller, e, port, strangers))
                .serve(theirs, now));
        publish();
    }

    /** Whether the peer's key is still to be installed somewhere. */
    boolean misses(PeerSession peer) {
        return sockets.values().stream().anyMatch(s -> s.serves(peer) && s.misses(peer));
    }

    /** Demands the peer's present key from its connections. */
    void installKey(PeerSession peer, long now) {
        sockets.values().stream().filter(s -> s.serves(peer)).forEach(s -> s.rekey(peer, now));
        publish();
    }

    long nanosToNext(long now) {
        long least = TimerSet.NEVER;
        for (ListenSocket socket : sockets.values()) {
            least = Math.min(least, socket.nanosToRetry(now));
        }
        return least;
    }

    /** Tries again what has failed. */
    void retry(long now) {
        boolean tried = false;
        for (ListenSocket socket : sockets.values()) {
            tried |= socket.retry(now);
        }
        if (tried) {
            publish();
        }
    }

    /** Where is listened, and what prevents it; any thread. */
    List<ListenStatus> status() {
        return status;
    }

    private void publish() {
        var now = new ArrayList<ListenStatus>();
        sockets.values().forEach(s -> now.add(s.status()));
        status = List.copyOf(now);
    }

    void close() {
        sockets.values().forEach(ListenSocket::close);
        sockets.clear();
    }
}
