package io.braid.bgp.session;

import io.braid.linux.LinuxException;
import io.braid.linux.Poller;
import io.braid.linux.TcpListener;
import io.braid.linux.TcpOptions;
import io.braid.linux.TcpSocket;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** One listening socket with the peers that may come by it; opened again until it can be. For the speaker's thread. */
final class ListenSocket implements ReadyHandler {
    private static final Logger LOG = System.getLogger(ListenSocket.class.getName());
    /** Connections taken in a turn; a flood of them costs the sessions little. */
    private static final int ACCEPTS = 16;

    private static final int MAX_TTL = 255;

    private final Poller poller;
    private final ListenPlan.Endpoint endpoint;
    private final int port;
    private final AtomicLong strangers;
    private final Set<InetAddress> keyed = new HashSet<>();
    private List<PeerSession> peers = List.of();
    private TcpOptions options = TcpOptions.DEFAULT;
    private @Nullable TcpListener listener;
    private @Nullable String fault;
    private boolean retrying;
    private long retryAt;

    ListenSocket(Poller poller, ListenPlan.Endpoint endpoint, int port, AtomicLong strangers) {
        this.poller = poller;
        this.endpoint = endpoint;
        this.port = port;
        this.strangers = strangers;
    }

    boolean serves(PeerSession peer) {
        return peers.contains(peer);
    }

    /** Serves these peers and no others. */
    void serve(List<PeerSession> theirs, long now) {
        TcpOptions wanted = options(theirs);
        peers = List.copyOf(theirs);
        if (listener == null || !wanted.equals(options)) {
            close();
            options = wanted;
            open(now);
        } else {
            List.copyOf(keyed).stream().filter(a -> !isDemanded(a)).forEach(this::removeKey);
            peers.forEach(p -> rekey(p, now));
        }
    }

    private TcpOptions options(List<PeerSession> theirs) {
        // The answer to a peer's first packet has to pass the peer's check, and the least TTL is the mildest one asked
        // for.
        int minTtl = theirs.stream()
                .mapToInt(p -> p.config().transport().minTtl())
                .min()
                .orElse(0);
        boolean gtsm = theirs.stream().anyMatch(p -> p.config().transport().gtsmHops() > 0);
        return TcpOptions.DEFAULT
                .withDevice(endpoint.device())
                .withTtl(gtsm ? MAX_TTL : 0)
                .withMinTtl(minTtl);
    }

    private void open(long now) {
        try {
            TcpListener opened = TcpListener.open(null, endpoint.at(port), options);
            listener = opened;
            poller.add(opened, Poller.READ, this);
            fault = null;
            retrying = false;
            peers.forEach(p -> rekey(p, now));
        } catch (LinuxException e) {
            failed(e, now);
        }
    }

    private void failed(LinuxException e, long now) {
        String text = String.valueOf(e.getMessage());
        if (!text.equals(fault)) {
            LOG.log(Level.WARNING, "BGP peers cannot connect to {0}: {1}", this, text);
        }
        fault = text;
        retrying = true;
        retryAt = now + Listeners.RETRY_NANOS;
    }

    /** Demands the peer's present key. What came before it was installed is thrown away. */
    void rekey(PeerSession peer, long now) {
        TcpListener open = listener;
        if (open == null || !peer.key().isDemanded()) {
            return;
        }
        InetAddress address = peer.config().address();
        try {
            byte[] key = peer.key().current();
            if (key != null) {
                open.setMd5Key(address, key);
                keyed.add(address);
                accept(peer, now);
            }
        } catch (KeyUnavailableException e) {
            LOG.log(Level.DEBUG, () -> "BGP peer " + peer.peer() + ": " + e.getMessage());
        } catch (LinuxException e) {
            keyed.remove(address);
            peer.key().installed(e.getMessage());
        }
    }

    private boolean isDemanded(InetAddress address) {
        return peers.stream()
                .anyMatch(p -> p.key().isDemanded() && p.config().address().equals(address));
    }

    private void removeKey(InetAddress address) {
        keyed.remove(address);
        if (listener != null) {
            listener.removeMd5Key(address);
        }
    }

    @Override
    public void ready(int ready) {
        accept(null, System.nanoTime());
    }

    private void accept(@Nullable PeerSession unwanted, long now) {
        for (int i = 0; i < ACCEPTS && listener != null; i++) {
            TcpSocket socket;
            try {
                socket = listener.accept();
            } catch (LinuxException e) {
                // Out of files or memory: the connection stays waiting, and so would the thread's turn never end.
                poller.setInterest(listener, 0);
                failed(e, now);
                return;
            }
            if (socket == null) {
                return;
            }
            PeerSession peer = PeerMatch.find(peers, socket.remoteAddress(), socket.localAddress());
            if (peer == null) {
                strangers.setRelease(strangers.getPlain() + 1);
                socket.reset();
            } else if (peer == unwanted || misses(peer)) {
                peer.counters().add(PeerCounters.Event.REFUSED);
                socket.reset();
            } else {
                peer.guarded(() -> peer.accept(socket));
            }
        }
    }

    /** Whether the kernel does not check signatures though they are demanded. */
    boolean misses(PeerSession peer) {
        return listener != null
                && peer.key().isDemanded()
                && !keyed.contains(peer.config().address());
    }

    long nanosToRetry(long now) {
        return retrying ? Math.max(0, retryAt - now) : TimerSet.NEVER;
    }

    boolean retry(long now) {
        if (!retrying || retryAt - now > 0) {
            return false;
        }
        if (listener != null) {
            retrying = false;
            fault = null;
            poller.setInterest(listener, Poller.READ);
        } else {
            open(now);
        }
        return true;
    }

    ListenStatus status() {
        return new ListenStatus(toString(), fault);
    }

    void close() {
        keyed.clear();
        retrying = false;
        if (listener != null) {
            poller.remove(listener);
            listener.close();
            listener = null;
        }
    }

    @Override
    public String toString() {
        String device = endpoint.device() == null ? "" : " on " + endpoint.device();
        return endpoint.at(port).getAddress().getHostAddress() + " port " + port + device;
    }
}
