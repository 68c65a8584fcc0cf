package io.braid.bgp.session;

import io.braid.linux.LinuxException;
import io.braid.linux.Poller;
import io.braid.linux.TcpSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;

/**
 * Connections that are over but for a last message: it is written, the own side is ended, and the peer has a second to
 * end its side.
 *
 * <p>Closing at once would lose the message: a kernel that has unread input resets the connection, and a reset overtakes
 * what was sent. At most {@value #CAPACITY} linger; the oldest makes room. For one thread.
 */
final class Lingering {
    static final int CAPACITY = 64;

    private static final long LONGEST_NANOS = Duration.ofSeconds(1).toNanos();
    private static final int READS = 8;

    private final Poller poller;
    private final Deque<Entry> entries = new ArrayDeque<>();

    Lingering(Poller poller) {
        this.poller = poller;
    }

    /**
     * Takes a connection over.
     *
     * @param socket known to the poller, which tells this from now on
     * @param rest what is still to be written; read during the call
     */
    void add(TcpSocket socket, ByteBuffer rest, long now) {
        if (entries.size() == CAPACITY) {
            entries.getFirst().abort();
        }
        poller.remove(socket);
        Entry entry = new Entry(socket, rest, now + LONGEST_NANOS);
        poller.add(socket, Poller.READ, entry);
        entries.add(entry);
        entry.ready(0);
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    long nanosToNext(long now) {
        return entries.isEmpty() ? TimerSet.NEVER : Math.max(0, entries.getFirst().until - now);
    }

    /** Ends those whose time is over. */
    void expire(long now) {
        while (!entries.isEmpty() && entries.getFirst().until - now <= 0) {
            entries.getFirst().abort();
        }
    }

    /** Ends all at once. */
    void abortAll() {
        new ArrayList<>(entries).forEach(Entry::abort);
    }

    private final class Entry implements ReadyHandler {
        private final TcpSocket socket;
        private final ByteBuffer rest;
        private final ByteBuffer scratch = ByteBuffer.allocateDirect(2048);
        private final long until;
        private boolean ended;

        Entry(TcpSocket socket, ByteBuffer rest, long until) {
            this.socket = socket;
            this.rest = ByteBuffer.allocateDirect(rest.remaining()).put(rest).flip();
            this.until = until;
        }

        @Override
        public void ready(int ready) {
            try {
                if (!ended && write()) {
                    ended = true;
                    socket.shutdownOutput();
                }
                poller.setInterest(socket, ended ? Poller.READ : Poller.READ | Poller.WRITE);
                if (peerEnded()) {
                    forget();
                    socket.close();
                }
            } catch (LinuxException e) {
                // The peer has broken the connection that was to be ended anyway.
                forget();
                socket.close();
            }
        }

        private boolean write() {
            while (rest.hasRemaining()) {
                if (socket.write(rest) == TcpSocket.WOULD_BLOCK) {
                    return false;
                }
            }
            return true;
        }

        private boolean peerEnded() {
            for (int i = 0; i < READS; i++) {
                int read = socket.read(scratch.clear());
                if (read < 0) {
                    return read == TcpSocket.EOF;
                }
            }
            return false;
        }

        private void forget() {
            entries.remove(this);
            poller.remove(socket);
        }

        void abort() {
            forget();
            socket.reset();
        }
    }
}
