package io.braid.perf.tasks;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Makes Ethernet frames that anybody might send: any source, any header. MAC addresses are the low 48 bits of a {@code long}. Layouts are those of RFC 791, 768, 826, 8200
 * and 4861; checksums are right, so that nothing but the lie is wrong with a frame.
 */
final class Frames {
    static final int UDP = 17;
    static final int TCP = 6;
    static final int ICMP4 = 1;
    static final int ICMP6 = 58;

    private static final int MARK_BYTES = 12;
    private static final int MIN_FRAME = 60;
    private static final int ETHERNET = 14;

    private Frames() {}

    /** Twelve bytes that are in a frame of that number and in no other packet of a lab. */
    static byte[] mark(int number) {
        return "hostile-%04d".formatted(number).getBytes(StandardCharsets.US_ASCII);
    }

    /** An IPv4 packet: options before the layer 4 header, whose first bytes are zeros but for the ports, and the mark at its end. */
    static byte[] ipv4(
            long to, long from, String source, String target, int protocol, byte[] options, int fragment, byte[] mark) {
        int header = 20 + options.length;
        int length = header + 20 + MARK_BYTES;
        ByteBuffer frame = ByteBuffer.allocate(ETHERNET + length);
        ethernet(frame, to, from, 0x0800);
        frame.put((byte) (0x40 | header / 4)).put((byte) 0).putShort((short) length);
        frame.putShort((short) 7)
                .putShort((short) fragment)
                .put((byte) 64)
                .put((byte) protocol)
                .putShort((short) 0);
        frame.put(bytes(source)).put(bytes(target)).put(options);
        frame.putShort(ETHERNET + 10, (short) checksum(frame, ETHERNET, header, 0));
        layer4(frame, protocol, 20 + MARK_BYTES);
        frame.put(ETHERNET + header + 20, mark);
        return frame.array();
    }

    /** The smallest frame there is, 60 bytes and FCS: UDP over IPv4 from a port. */
    static byte[] udp4(long to, long from, String source, String target, int port) {
        int length = MIN_FRAME - ETHERNET;
        ByteBuffer frame = ByteBuffer.allocate(MIN_FRAME);
        ethernet(frame, to, from, 0x0800);
        frame.put((byte) 0x45)
                .put((byte) 0)
                .putShort((short) length)
                .putInt(0)
                .put((byte) 64)
                .put((byte) UDP);
        frame.putShort((short) 0).put(bytes(source)).put(bytes(target));
        frame.putShort(ETHERNET + 10, (short) checksum(frame, ETHERNET, 20, 0));
        frame.putShort((short) port).putShort((short) 5000).putShort((short) (length - 20));
        return frame.array();
    }

    private static void layer4(ByteBuffer frame, int protocol, int length) {
        int at = frame.position();
        switch (protocol) {
            case ICMP4 -> frame.put((byte) 8);
            case ICMP6 -> frame.put((byte) 128);
            default -> frame.putShort((short) 4000).putShort((short) 5000);
        }
        if (protocol == UDP) {
            frame.putShort((short) length);
        }
        if (protocol == TCP) {
            frame.put(at + 12, (byte) 0x50).put(at + 13, (byte) 2);
        }
    }

    /** An IPv6 packet with extension headers, the last of which names the protocol, and the mark at its end. */
    static byte[] ipv6(
            long to, long from, String source, String target, int protocol, int first, byte[] extensions, byte[] mark) {
        int length = extensions.length + 20 + MARK_BYTES;
        ByteBuffer frame = ByteBuffer.allocate(ETHERNET + 40 + length);
        ethernet(frame, to, from, 0x86dd);
        frame.putInt(6 << 28).putShort((short) length).put((byte) first).put((byte) 64);
        frame.put(bytes(source)).put(bytes(target)).put(extensions);
        int at = frame.position();
        layer4(frame, protocol, 20 + MARK_BYTES);
        frame.put(at + 20, mark);
        if (protocol == ICMP6) {
            checksum6(frame, at);
        }
        return frame.array();
    }

    /** An ARP packet in which {@code mac} says that it has {@code sender}; the mark is behind it, where Ethernet pads. */
    static byte[] arp(long to, long from, int operation, long mac, String sender, String target, byte[] mark) {
        ByteBuffer frame = ByteBuffer.allocate(MIN_FRAME);
        ethernet(frame, to, from, 0x0806);
        frame.putInt(0x0001_0800).putShort((short) 0x0604).putShort((short) operation);
        mac(frame, mac).put(bytes(sender));
        mac(frame, 0).put(bytes(target));
        frame.put(mark);
        return frame.array();
    }

    /**
     * A message of neighbor discovery, with the mark in an option that no station knows.
     *
     * @param type 135 for a solicitation, 136 for an advertisement
     */
    static byte[] neighbor(
            long to, long from, String source, String destination, int type, String target, int hopLimit, byte[] mark) {
        int length = 24 + 16;
        ByteBuffer frame = ByteBuffer.allocate(ETHERNET + 40 + length);
        ethernet(frame, to, from, 0x86dd);
        frame.putInt(6 << 28).putShort((short) length).put((byte) ICMP6).put((byte) hopLimit);
        frame.put(bytes(source)).put(bytes(destination));
        int at = frame.position();
        frame.putInt(type << 24).putInt(type == 136 ? 0x2000_0000 : 0).put(bytes(target));
        frame.putShort((short) 0xfd02).put(mark);
        checksum6(frame, at);
        return frame.array();
    }

    private static void checksum6(ByteBuffer frame, int at) {
        int length = frame.capacity() - at;
        frame.putShort(at + 2, (short) 0);
        long pseudo = length + (long) ICMP6;
        for (int i = ETHERNET + 8; i < ETHERNET + 40; i += 2) {
            pseudo += frame.getShort(i) & 0xffff;
        }
        frame.putShort(at + 2, (short) checksum(frame, at, length, pseudo));
    }

    /** The Internet checksum (RFC 1071) of an even number of bytes. */
    private static int checksum(ByteBuffer frame, int at, int length, long start) {
        long sum = start;
        for (int i = at; i < at + length; i += 2) {
            sum += frame.getShort(i) & 0xffff;
        }
        while (sum >>> 16 != 0) {
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        return (int) ~sum & 0xffff;
    }

    private static void ethernet(ByteBuffer frame, long to, long from, int type) {
        mac(mac(frame, to), from).putShort((short) type);
    }

    private static ByteBuffer mac(ByteBuffer frame, long mac) {
        return frame.putShort((short) (mac >>> 32)).putInt((int) mac);
    }

    /** A MAC address from its usual text. */
    static long mac(String text) {
        return Long.parseLong(text.replace(":", ""), 16);
    }

    private static byte[] bytes(String address) {
        return InetAddress.ofLiteral(address).getAddress();
    }
}
