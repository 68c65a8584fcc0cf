package io.braid.linux;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Builds rtnetlink messages byte by byte for tests, from the kernel's headers and not from the code under test. */
final class Rtnetlink {
    private Rtnetlink() {}

    static byte[] message(int type, int flags, int sequence, byte[]... parts) {
        byte[] payload = join(parts);
        ByteBuffer message = ByteBuffer.allocate(16 + payload.length + 3 & ~3).order(ByteOrder.nativeOrder());
        message.putInt(16 + payload.length).putShort((short) type).putShort((short) flags);
        message.putInt(sequence).putInt(0).put(payload);
        return message.array();
    }

    static byte[] done(int sequence) {
        return message(3, 2, sequence, new byte[4]);
    }

    static byte[] error(int sequence, int errno) {
        return message(2, 0, sequence, ints(-errno), new byte[16]);
    }

    static byte[] link(int type, int flags, int sequence, int index, String name, int ifFlags, int mtu, long mac) {
        return message(
                type,
                flags,
                sequence,
                ifinfo(0, index, ifFlags),
                attribute(3, (name + "\0").getBytes(StandardCharsets.US_ASCII)),
                attribute(4, ints(mtu)),
                attribute(16, new byte[] {(byte) ((ifFlags & 0x10000) != 0 ? 6 : 2)}),
                attribute(1, mac(mac)));
    }

    static byte[] ifinfo(int family, int index, int ifFlags) {
        ByteBuffer fixed = ByteBuffer.allocate(16).order(ByteOrder.nativeOrder());
        fixed.put((byte) family)
                .put((byte) 0)
                .putShort((short) 1)
                .putInt(index)
                .putInt(ifFlags)
                .putInt(-1);
        return fixed.array();
    }

    static byte[] ndmsg(int family, int ifindex, int state, int flags) {
        ByteBuffer fixed = ByteBuffer.allocate(12).order(ByteOrder.nativeOrder());
        fixed.put((byte) family).put(new byte[3]).putInt(ifindex).putShort((short) state);
        return fixed.put((byte) flags).put((byte) 1).array();
    }

    static byte[] rtmsg(int family, int prefixLength, int type, int flags) {
        ByteBuffer fixed = ByteBuffer.allocate(12).order(ByteOrder.nativeOrder());
        fixed.put((byte) family).put((byte) prefixLength).put(new byte[2]).put((byte) 254);
        return fixed.put(new byte[2]).put((byte) type).putInt(flags).array();
    }

    static byte[] rtnexthop(int flags, int ifindex, byte[]... attributes) {
        byte[] rest = join(attributes);
        ByteBuffer hop = ByteBuffer.allocate(8 + rest.length).order(ByteOrder.nativeOrder());
        hop.putShort((short) (8 + rest.length)).put((byte) flags).put((byte) 0);
        return hop.putInt(ifindex).put(rest).array();
    }

    static byte[] attribute(int type, byte[] value) {
        ByteBuffer attribute = ByteBuffer.allocate(4 + value.length + 3 & ~3).order(ByteOrder.nativeOrder());
        attribute.putShort((short) (4 + value.length)).putShort((short) type).put(value);
        return attribute.array();
    }

    static byte[] ints(int value) {
        return ByteBuffer.allocate(4)
                .order(ByteOrder.nativeOrder())
                .putInt(value)
                .array();
    }

    static byte[] mac(long mac) {
        byte[] bytes = new byte[6];
        for (int i = 0; i < 6; i++) {
            bytes[i] = (byte) (mac >> (40 - 8 * i));
        }
        return bytes;
    }

    static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    static ByteBuffer buffer(byte[]... parts) {
        return ByteBuffer.wrap(join(parts)).order(ByteOrder.nativeOrder());
    }
}
