package io.braid.bgp.session;

import io.braid.bgp.wire.MessageType;
import java.util.concurrent.atomic.AtomicLongArray;

/** Counts what happens with one peer, all its sessions together; written by the speaker's thread, read by any. */
public final class PeerCounters {
    /** What is counted besides messages. */
    public enum Event {
        /** Attempts to connect. */
        CONNECT_ATTEMPTS,
        /** Attempts to connect that failed. */
        CONNECT_FAILURES,
        /** Connections the peer made that were taken. */
        ACCEPTED,
        /** Connections the peer made that were refused, because the session was idle or no key could be installed. */
        REFUSED,
        /** Times that two connections met. */
        COLLISIONS,
        /** Sessions that were established. */
        ESTABLISHED,
        /** Established sessions that ended. */
        DOWN,
        /** Messages that ended a session. */
        PROTOCOL_ERRORS,
        /** Faults that were mended in UPDATE messages (RFC 7606). */
        MENDED_FAULTS,
        /** Expiries of the hold timer. */
        HOLD_EXPIRED,
        /** Expiries of the send hold timer. */
        SEND_HOLD_EXPIRED,
        /** Sessions ended because the password file changed. */
        KEY_CHANGES,
        /** Keys that could not be read or installed. */
        KEY_FAILURES,
        /** Exceptions of the listener or the source. */
        CALLBACK_FAILURES
    }

    private static final int TYPES = MessageType.values().length;

    private final AtomicLongArray messages = new AtomicLongArray(4 * TYPES);
    private final AtomicLongArray events = new AtomicLongArray(Event.values().length);

    PeerCounters() {}

    /** Messages of a type that were received. */
    public long received(MessageType type) {
        return messages.get(type.ordinal());
    }

    /** Bytes of messages of a type that were received, headers included. */
    public long receivedBytes(MessageType type) {
        return messages.get(TYPES + type.ordinal());
    }

    /** Messages of a type that were sent. */
    public long sent(MessageType type) {
        return messages.get(2 * TYPES + type.ordinal());
    }

    /** Bytes of messages of a type that were sent, headers included. */
    public long sentBytes(MessageType type) {
        return messages.get(3 * TYPES + type.ordinal());
    }

    /** How often something happened. */
    public long count(Event event) {
        return events.get(event.ordinal());
    }

    void countReceived(MessageType type, int bytes) {
        add(messages, type.ordinal(), 1);
        add(messages, TYPES + type.ordinal(), bytes);
    }

    void countSent(MessageType type, int bytes) {
        add(messages, 2 * TYPES + type.ordinal(), 1);
        add(messages, 3 * TYPES + type.ordinal(), bytes);
    }

    void add(Event event) {
        add(event, 1);
    }

    void add(Event event, long n) {
        add(events, event.ordinal(), n);
    }

    /** One thread writes, so no atomic addition is needed, only that readers see whole numbers. */
    private static void add(AtomicLongArray array, int index, long n) {
        array.setRelease(index, array.getPlain(index) + n);
    }
}
