package io.braid.bfd;

import io.braid.linux.LinuxException;
import io.braid.linux.Poller;
import io.braid.linux.UdpSocket;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps peers' packets apart from everyone else's, so that a flood fills no buffer but its own.
 *
 * <p>Once a session knows from which port its peer sends, it gets a socket on port 3784 that is bound to its address
 * and interface and connected to the peer's address and port. The kernel prefers it to the socket for all, which still
 * gets what does not fit: a peer that sends from another port after its restart is found there and followed. Engine
 * thread only.
 */
final class PeerSockets implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(PeerSockets.class.getName());

    /** Room for about a hundred packets, of which a round takes all. */
    private static final int RECEIVE_BUFFER_BYTES = 64 << 10;

    private static final long REOPEN_NANOS = 1_000_000_000;

    private final UdpSocket forAll;
    private final Poller poller;
    private final List<Entry> entries = new ArrayList<>();

    /** One session's socket; null when it could not be had, and then {@code tried} says when to try again. */
    private static final class Entry {
        final BfdSession session;

        @Nullable
        UdpSocket socket;

        long tried;

        Entry(BfdSession session) {
            this.session = session;
        }
    }

    PeerSockets(UdpSocket forAll, Poller poller) {
        this.forAll = forAll;
        this.poller = poller;
    }

    int size() {
        return entries.size();
    }

    /** Returns the socket at an index below {@link #size}, null when that session has none now. */
    @Nullable
    UdpSocket socket(int index) {
        return entries.get(index).socket;
    }

    /**
     * Gives a session a socket for packets from a port of its peer's, in place of what it had. At most once a second:
     * its packets that waited in the socket for all come after the change, too.
     */
    void follow(BfdSession session, int port, long now) {
        Entry entry = entryOf(session);
        if (entry == null) {
            entry = new Entry(session);
            entries.add(entry);
        } else if (now - entry.tried < REOPEN_NANOS) {
            return;
        }
        entry.tried = now;
        close(entry);
        try {
            entry.socket = open(session.config(), port);
        } catch (LinuxException e) {
            // The socket for all still gets the packets; only the protection from floods is missing.
            LOG.log(System.Logger.Level.WARNING, "{0} has no socket of its own: {1}", session, e.getMessage());
        }
    }

    private UdpSocket open(SessionConfig config, int port) {
        InetSocketAddress local = new InetSocketAddress(config.local(), SessionTransport.CONTROL_PORT);
        UdpSocket opened;
        share(true);
        try {
            opened = UdpSocket.openShared(null, local, config.device());
            opened.setShared(false);
        } finally {
            share(false);
        }
        try {
            opened.connect(new InetSocketAddress(config.peer(), port));
            opened.setReceiveBuffer(RECEIVE_BUFFER_BYTES);
            poller.add(opened, Poller.READ, this);
            return opened;
        } catch (LinuxException e) {
            opened.close();
            throw e;
        }
    }

    /** All own sockets on the port have to agree for a moment, in which another program's would be let in as well. */
    private void share(boolean on) {
        forAll.setShared(on);
        for (Entry entry : entries) {
            if (entry.socket != null) {
                entry.socket.setShared(on);
            }
        }
    }

    /** Gives up a socket that failed; its session gets another when its next packet comes. */
    void drop(UdpSocket failed) {
        for (Entry entry : entries) {
            if (entry.socket == failed) {
                close(entry);
            }
        }
    }

    /** The session has ended. */
    void forget(BfdSession session) {
        Entry entry = entryOf(session);
        if (entry != null) {
            close(entry);
            entries.remove(entry);
        }
    }

    private @Nullable Entry entryOf(BfdSession session) {
        for (Entry entry : entries) {
            if (entry.session == session) {
                return entry;
            }
        }
        return null;
    }

    private void close(Entry entry) {
        UdpSocket open = entry.socket;
        if (open != null) {
            entry.socket = null;
            poller.remove(open);
            open.close();
        }
    }

    @Override
    public void close() {
        entries.forEach(this::close);
        entries.clear();
    }
}
