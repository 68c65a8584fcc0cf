package io.braid.bfd;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Reads and writes control packets; the rules of RFC 5880 section 6.8.6 that need no session are checked here.
 *
 * <pre>
 *  0        1                2        3        4                8                 12      16      20       24
 * +--------+----------------+--------+--------+----------------+-----------------+-------+-------+--------+- - -
 * |ver|diag|st|P|F|C|A|D|M  |  mult  | length |my discriminator|your discriminat.|min tx |min rx |min echo| auth
 * +--------+----------------+--------+--------+----------------+-----------------+-------+-------+--------+- - -
 *   3   5   2 1 1 1 1 1 1 bits
 * </pre>
 */
final class ControlPacketCodec {
    static final int BYTES = 24;

    private static final int VERSION = 1;
    private static final int STATE = 1;
    private static final int MULTIPLIER = 2;
    private static final int LENGTH = 3;
    private static final int MY_DISCRIMINATOR = 4;
    private static final int YOUR_DISCRIMINATOR = 8;
    private static final int DESIRED_MIN_TX = 12;
    private static final int REQUIRED_MIN_RX = 16;
    private static final int REQUIRED_MIN_ECHO_RX = 20;
    private static final int LEAST_WITH_AUTHENTICATION = 26;

    private static final int POLL = 0x20;
    private static final int FINAL = 0x10;
    private static final int CONTROL_PLANE_INDEPENDENT = 0x08;
    private static final int AUTHENTICATION = 0x04;
    private static final int DEMAND = 0x02;
    private static final int MULTIPOINT = 0x01;

    private static final ValueLayout.OfInt INT = JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private ControlPacketCodec() {}

    /**
     * Reads a packet.
     *
     * @param data memory that holds the datagram at its start
     * @param length bytes of the datagram, at most the memory's size
     */
    static Decoded decode(MemorySegment data, int length) {
        if (length < BYTES) {
            return DiscardReason.TRUNCATED;
        }
        int first = octet(data, 0);
        int flags = octet(data, STATE);
        // "If the version number is not correct (1), the packet MUST be discarded."
        if (first >> 5 != VERSION) {
            return DiscardReason.VERSION;
        }
        boolean authentication = (flags & AUTHENTICATION) != 0;
        int announced = octet(data, LENGTH);
        if (announced < (authentication ? LEAST_WITH_AUTHENTICATION : BYTES)) {
            return DiscardReason.LENGTH_TOO_SMALL;
        }
        if (announced > length) {
            return DiscardReason.LENGTH_BEYOND_PAYLOAD;
        }
        int multiplier = octet(data, MULTIPLIER);
        if (multiplier == 0) {
            return DiscardReason.ZERO_MULTIPLIER;
        }
        if ((flags & MULTIPOINT) != 0) {
            return DiscardReason.MULTIPOINT;
        }
        int my = data.get(INT, MY_DISCRIMINATOR);
        if (my == 0) {
            return DiscardReason.ZERO_MY_DISCRIMINATOR;
        }
        int your = data.get(INT, YOUR_DISCRIMINATOR);
        SessionState state = SessionState.of(flags >> 6);
        // "If the Your Discriminator field is zero and the State field is not Down or AdminDown, the packet MUST be
        // discarded."
        if (your == 0 && state != SessionState.DOWN && state != SessionState.ADMIN_DOWN) {
            return DiscardReason.ZERO_YOUR_DISCRIMINATOR;
        }
        // "If the A bit is set and no authentication is in use (bfd.AuthType is zero), the packet MUST be discarded."
        // No session here has any, so this need not wait until the session is found.
        if (authentication) {
            return DiscardReason.AUTHENTICATION;
        }
        return new ControlPacket(
                first & 0x1f,
                state,
                (flags & POLL) != 0,
                (flags & FINAL) != 0,
                (flags & CONTROL_PLANE_INDEPENDENT) != 0,
                (flags & DEMAND) != 0,
                multiplier,
                my,
                your,
                data.get(INT, DESIRED_MIN_TX) & 0xffffffffL,
                data.get(INT, REQUIRED_MIN_RX) & 0xffffffffL,
                data.get(INT, REQUIRED_MIN_ECHO_RX) & 0xffffffffL);
    }

    /** Writes a packet of 24 bytes to the start of {@code data}. */
    static void encode(ControlPacket packet, MemorySegment data) {
        int flags = packet.state().code() << 6
                | (packet.poll() ? POLL : 0)
                | (packet.fin() ? FINAL : 0)
                | (packet.controlPlaneIndependent() ? CONTROL_PLANE_INDEPENDENT : 0)
                | (packet.demand() ? DEMAND : 0);
        data.set(JAVA_BYTE, 0, (byte) (VERSION << 5 | (packet.diagnosticCode() & 0x1f)));
        data.set(JAVA_BYTE, STATE, (byte) flags);
        data.set(JAVA_BYTE, MULTIPLIER, (byte) packet.multiplier());
        data.set(JAVA_BYTE, LENGTH, (byte) BYTES);
        data.set(INT, MY_DISCRIMINATOR, packet.myDiscriminator());
        data.set(INT, YOUR_DISCRIMINATOR, packet.yourDiscriminator());
        data.set(INT, DESIRED_MIN_TX, (int) packet.desiredMinTxMicros());
        data.set(INT, REQUIRED_MIN_RX, (int) packet.requiredMinRxMicros());
        data.set(INT, REQUIRED_MIN_ECHO_RX, (int) packet.requiredMinEchoRxMicros());
    }

    private static int octet(MemorySegment data, int offset) {
        return data.get(JAVA_BYTE, offset) & 0xff;
    }
}
