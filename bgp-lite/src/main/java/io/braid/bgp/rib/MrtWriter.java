package io.braid.bgp.rib;

import io.braid.bgp.wire.MessageSink;
import io.braid.bgp.wire.Open;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoField;

/**
 * Makes the records of an MRT dump of messages and changes of state, for tools such as {@code bgpdump} (RFC 6396).
 *
 * <pre>
 *  0        4     6        8        12              (16)
 * +--------+-----+--------+--------+----------------+- - - - - - -
 * | time s | type| subtype| length | microseconds   | session, then message or states
 * +--------+-----+--------+--------+----------------+- - - - - - -
 *                          of what follows  BGP4MP_ET only
 *
 * session: peer AS, own AS (4 bytes each, or 2), device 2, AFI 2, peer address, own address
 * </pre>
 *
 * <p>Records go one by one to a sink, which may put them in a file. Uses its buffer again, so it is for one thread at a
 * time.
 */
public final class MrtWriter {
    /** Which way a message went. */
    public enum Direction {
        RECEIVED,
        SENT
    }

    private static final int BGP4MP = 16;
    private static final int BGP4MP_ET = 17;

    private static final int STATE_CHANGE = 0;
    private static final int MESSAGE = 1;
    private static final int MESSAGE_AS4 = 4;
    private static final int STATE_CHANGE_AS4 = 5;
    private static final int MESSAGE_LOCAL = 6;
    private static final int MESSAGE_AS4_LOCAL = 7;

    /** From the subtypes of messages to those whose routes carry path numbers: 8, 9, 10 and 11 (RFC 8050 section 3). */
    private static final int MESSAGE_ADDPATH = 8;

    private static final int MESSAGE_AS4_ADDPATH = 9;
    private static final int MESSAGE_LOCAL_ADDPATH = 10;
    private static final int MESSAGE_AS4_LOCAL_ADDPATH = 11;

    private static final int HEADER_BYTES = 12;
    private static final int LENGTH_AT = 8;
    private static final int MAX_MESSAGE_BYTES = 65535;
    private static final int MAX_SESSION_BYTES = 64;
    private static final int MAX_STATE = 6;

    private final boolean microseconds;
    private final MessageSink sink;
    private final ByteBuffer record = ByteBuffer.allocate(HEADER_BYTES + MAX_SESSION_BYTES + MAX_MESSAGE_BYTES);

    /**
     * Makes a writer.
     *
     * @param microseconds records have times in microseconds (BGP4MP_ET), not in seconds
     * @param sink takes the records, each whole
     */
    public MrtWriter(boolean microseconds, MessageSink sink) {
        this.microseconds = microseconds;
        this.sink = sink;
    }

    /**
     * Writes a record of a whole message.
     *
     * @throws IllegalArgumentException if it is longer than a message can be
     */
    public void message(Instant at, MrtSession session, Direction direction, byte[] buffer, int offset, int length) {
        if (length > MAX_MESSAGE_BYTES) {
            throw new IllegalArgumentException("a message has at most 65535 bytes, not " + length);
        }
        begin(at, messageSubtype(session, direction), session);
        record.put(buffer, offset, length);
        finish();
    }

    private static int messageSubtype(MrtSession session, Direction direction) {
        boolean as4 = session.fourByteAs();
        return switch (direction) {
            case RECEIVED ->
                session.addPath() ? (as4 ? MESSAGE_AS4_ADDPATH : MESSAGE_ADDPATH) : (as4 ? MESSAGE_AS4 : MESSAGE);
            case SENT ->
                session.addPath()
                        ? (as4 ? MESSAGE_AS4_LOCAL_ADDPATH : MESSAGE_LOCAL_ADDPATH)
                        : (as4 ? MESSAGE_AS4_LOCAL : MESSAGE_LOCAL);
        };
    }

    /**
     * Writes a record of a change of state.
     *
     * @param from the state before: 1 Idle, 2 Connect, 3 Active, 4 OpenSent, 5 OpenConfirm, 6 Established
     * @param to the state after
     * @throws IllegalArgumentException if one is out of range
     */
    public void stateChange(Instant at, MrtSession session, int from, int to) {
        if (from < 1 || from > MAX_STATE || to < 1 || to > MAX_STATE) {
            throw new IllegalArgumentException("a state is 1 to 6, not " + from + " or " + to);
        }
        begin(at, session.fourByteAs() ? STATE_CHANGE_AS4 : STATE_CHANGE, session);
        record.putShort((short) from).putShort((short) to);
        finish();
    }

    private void begin(Instant at, int subtype, MrtSession session) {
        record.clear();
        record.putInt((int) at.getEpochSecond());
        record.putShort((short) (microseconds ? BGP4MP_ET : BGP4MP)).putShort((short) subtype);
        record.putInt(0); // the length, when it is known
        if (microseconds) {
            record.putInt(at.get(ChronoField.MICRO_OF_SECOND));
        }
        putAs(session.peerAs(), session.fourByteAs());
        putAs(session.localAs(), session.fourByteAs());
        record.putShort((short) session.interfaceIndex());
        record.putShort((short) session.peer().afi().number());
        record.put(session.peer().toBytes()).put(session.local().toBytes());
    }

    private void putAs(long asn, boolean fourBytes) {
        if (fourBytes) {
            record.putInt((int) asn);
        } else {
            record.putShort((short) (asn > 0xFFFF ? Open.AS_TRANS : asn));
        }
    }

    private void finish() {
        record.putInt(LENGTH_AT, record.position() - HEADER_BYTES);
        sink.message(record.array(), 0, record.position());
    }
}
