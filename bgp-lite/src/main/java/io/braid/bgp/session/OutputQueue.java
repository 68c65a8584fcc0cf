package io.braid.bgp.session;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Messages that wait to be written to a connection. What keeps the session alive overtakes routes, but never inside a
 * message. For one thread.
 */
final class OutputQueue {
    private final Deque<byte[]> urgent = new ArrayDeque<>();
    private final Deque<byte[]> routes = new ArrayDeque<>();
    private byte @Nullable [] begun;
    private int offset;
    private int bytes;

    /** Adds a message that overtakes all routes. */
    void addUrgent(byte[] message) {
        urgent.add(message);
        bytes += message.length;
    }

    /** Adds a message that waits for its turn. */
    void addRoutes(byte[] message) {
        routes.add(message);
        bytes += message.length;
    }

    /** Drops what was not begun and may be left out before a last message. */
    void dropRoutes() {
        for (byte[] message : routes) {
            bytes -= message.length;
        }
        routes.clear();
    }

    boolean isEmpty() {
        return bytes == 0;
    }

    /** Whether the last message that overtakes routes has so many bytes. */
    boolean endsWithUrgent(int length) {
        byte[] last = urgent.peekLast();
        return last != null && last.length == length;
    }

    int bytes() {
        return bytes;
    }

    /** Copies what is next into a buffer, as much as it has room for. */
    void fill(ByteBuffer target) {
        if (begun != null) {
            copy(begun, offset, target);
        }
        copyAll(urgent.iterator(), target);
        copyAll(routes.iterator(), target);
    }

    private static void copyAll(Iterator<byte[]> messages, ByteBuffer target) {
        while (target.hasRemaining() && messages.hasNext()) {
            copy(messages.next(), 0, target);
        }
    }

    private static void copy(byte[] message, int from, ByteBuffer target) {
        target.put(message, from, Math.min(message.length - from, target.remaining()));
    }

    /**
     * Takes out what was written, in the order of {@link #fill}.
     *
     * @param count bytes, at most as many as wait
     * @param whole told of each message whose last byte is among them
     * @return how many messages were finished
     */
    int written(int count, Consumer<byte[]> whole) {
        bytes -= count;
        int finished = 0;
        int left = count;
        while (left > 0) {
            byte[] message = begun;
            if (message == null) {
                message = urgent.isEmpty() ? routes.remove() : urgent.remove();
                offset = 0;
            }
            int rest = message.length - offset;
            if (left < rest) {
                begun = message;
                offset += left;
                return finished;
            }
            begun = null;
            left -= rest;
            finished++;
            whole.accept(message);
        }
        return finished;
    }
}
