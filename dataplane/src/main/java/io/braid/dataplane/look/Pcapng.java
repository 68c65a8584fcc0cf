package io.braid.dataplane.look;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes the blocks of a capture file (draft-ietf-opsawg-pcapng), little-endian, with time in nanoseconds.
 *
 * <pre>
 *   block:   type (4)  length (4)  body, options  length again (4)
 *   option:  code (2)  length (2)  value, filled up to a multiple of 4
 * </pre>
 *
 * <p>Blocks gather here until they are {@linkplain #take taken}. One thread.
 */
final class Pcapng {
    /** {@link #packet}: it came in. */
    static final int INBOUND = 1;
    /** {@link #packet}: it went out, or was to. */
    static final int OUTBOUND = 2;

    private static final int SECTION = 0x0a0d0d0a;
    private static final int INTERFACE = 1;
    private static final int PACKET = 6;
    private static final int STATISTICS = 5;

    private static final int BYTE_ORDER = 0x1a2b3c4d;
    private static final short ETHERNET = 1; // LINKTYPE_ETHERNET
    private static final int MOST_TEXT = 1024;

    private ByteBuffer out = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
    private int blockStart;

    /** Begins the file. */
    void section(String application) {
        begin(SECTION, 64 + MOST_TEXT);
        out.putInt(BYTE_ORDER).putShort((short) 1).putShort((short) 0).putLong(-1);
        text(4, application); // shb_userappl
        end();
    }

    /** Describes the next interface; they number from 0. */
    void port(String name, String description, int snaplen) {
        begin(INTERFACE, 64 + 2 * MOST_TEXT);
        out.putShort(ETHERNET).putShort((short) 0).putInt(snaplen);
        text(2, name); // if_name
        text(3, description); // if_description
        option(9, 1).put((byte) 9); // if_tsresol: 10^-9
        pad();
        end();
    }

    /**
     * A packet.
     *
     * @param nanos since 1970
     * @param bytes what was kept of it
     * @param length what it had
     * @param direction {@link #INBOUND} or {@link #OUTBOUND}
     */
    void packet(int port, long nanos, byte[] bytes, int length, int direction, String comment) {
        begin(PACKET, 64 + bytes.length + MOST_TEXT);
        out.putInt(port).putInt((int) (nanos >>> 32)).putInt((int) nanos);
        out.putInt(bytes.length).putInt(length).put(bytes);
        pad();
        text(1, comment); // opt_comment
        option(2, 4).putInt(direction); // epb_flags
        end();
    }

    /**
     * How an interface did so far.
     *
     * @param nanos since 1970, now
     * @param start since 1970, when the capture began
     * @param matched packets that the filter took
     * @param lost of these the ones that are not in the file
     */
    void statistics(int port, long nanos, long start, long matched, long lost) {
        begin(STATISTICS, 128);
        out.putInt(port).putInt((int) (nanos >>> 32)).putInt((int) nanos);
        option(2, 8).putInt((int) (start >>> 32)).putInt((int) start); // isb_starttime
        option(3, 8).putInt((int) (nanos >>> 32)).putInt((int) nanos); // isb_endtime
        option(4, 8).putLong(matched); // isb_ifrecv
        option(5, 8).putLong(lost); // isb_ifdrop
        end();
    }

    private void begin(int type, int most) {
        if (out.remaining() < most) {
            ByteBuffer larger = ByteBuffer.allocate(Math.max(2 * out.capacity(), out.position() + most))
                    .order(ByteOrder.LITTLE_ENDIAN);
            out = larger.put(out.flip());
        }
        blockStart = out.position();
        out.putInt(type).putInt(0);
    }

    private void end() {
        out.putInt(0); // opt_endofopt
        int length = out.position() + 4 - blockStart;
        out.putInt(length).putInt(blockStart + 4, length);
    }

    private void text(int code, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, MOST_TEXT - 8);
        option(code, length).put(bytes, 0, length);
        pad();
    }

    private ByteBuffer option(int code, int length) {
        return out.putShort((short) code).putShort((short) length);
    }

    private void pad() {
        while ((out.position() - blockStart) % 4 != 0) {
            out.put((byte) 0);
        }
    }

    /** Bytes that have gathered. */
    int size() {
        return out.position();
    }

    /** Takes all blocks so far. */
    byte[] take() {
        byte[] bytes = Arrays.copyOf(out.array(), out.position());
        out.clear();
        return bytes;
    }
}
