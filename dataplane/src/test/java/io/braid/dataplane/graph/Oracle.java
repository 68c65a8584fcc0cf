package io.braid.dataplane.graph;

import java.io.ByteArrayOutputStream;

/**
 * A slow second opinion on frames, written from the RFCs and sharing no code with the graph: byte-wise checksums, a straight parse, and what forwarding
 * must turn a frame into.
 */
final class Oracle {
    private Oracle() {}

    /** RFC 1071 over bytes, two at a time, most significant first. */
    static int checksum(byte[] bytes, int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i += 2) {
            int low = i + 1 < to ? Bytes.u8(bytes, i + 1) : 0;
            sum += Bytes.u8(bytes, i) << 8 | low;
            if (sum > 0xffff) {
                sum -= 0xffff;
            }
        }
        return ~sum & 0xffff;
    }

    /** The checksum over pseudo-header (RFC 9293, RFC 8200 section 8.1) and message. A result of 0 means that a message with its checksum in place is right. */
    static int transportChecksum(byte[] source, byte[] destination, int protocol, byte[] message) {
        int n = message.length;
        var all = new ByteArrayOutputStream();
        all.writeBytes(source);
        all.writeBytes(destination);
        all.writeBytes(
                source.length == 4
                        ? Bytes.of(0, protocol, n >>> 8, n)
                        : Bytes.of(n >>> 24, n >>> 16, n >>> 8, n, 0, 0, 0, protocol));
        all.writeBytes(message);
        byte[] bytes = all.toByteArray();
        return checksum(bytes, 0, bytes.length);
    }

    /** What is wrong with an untagged frame's IP header, or "" ; frames of other types are fine. */
    static String headerFault(byte[] frame) {
        if (frame.length < 14) {
            return "no Ethernet header";
        }
        return switch (Bytes.u16(frame, 12)) {
            case 0x0800 -> fault4(frame);
            case 0x86dd -> fault6(frame);
            default -> "";
        };
    }

    private static String fault4(byte[] frame) {
        if (frame.length < 34 || Bytes.u8(frame, 14) >>> 4 != 4) {
            return "no IPv4 header";
        }
        int header = (Bytes.u8(frame, 14) & 15) * 4;
        int total = Bytes.u16(frame, 16);
        if (header < 20 || total < header || 14 + total != frame.length) {
            return "lengths " + header + ", " + total + " in a frame of " + frame.length;
        }
        if (checksum(frame, 14, 14 + header) != 0) {
            return "header checksum";
        }
        return frame[22] == 0 ? "TTL 0" : "";
    }

    private static String fault6(byte[] frame) {
        if (frame.length < 54 || Bytes.u8(frame, 14) >>> 4 != 6) {
            return "no IPv6 header";
        }
        if (54 + Bytes.u16(frame, 18) != frame.length) {
            return "payload length " + Bytes.u16(frame, 18) + " in a frame of " + frame.length;
        }
        return frame[21] == 0 ? "hop limit 0" : "";
    }

    /** What is wrong with the header or with the layer-4 checksum behind it, or "". Fragments and unknown protocols pass. */
    static String fault(byte[] frame) {
        String header = headerFault(frame);
        if (!header.isEmpty() || !isIp(frame)) {
            return header;
        }
        boolean ipv4 = Bytes.u16(frame, 12) == 0x0800;
        int at = ipv4 ? 14 + (Bytes.u8(frame, 14) & 15) * 4 : 54;
        int protocol = Bytes.u8(frame, ipv4 ? 23 : 20);
        if (ipv4 && (Bytes.u16(frame, 20) & 0x3fff) != 0) {
            return "";
        }
        while (!ipv4 && (protocol == 0 || protocol == 43 || protocol == 60 || protocol == 44)) {
            if (protocol == 44 && (Bytes.u16(frame, at + 2) & 0xfff9) != 0) {
                return "";
            }
            int size = protocol == 44 ? 8 : (Bytes.u8(frame, at + 1) + 1) * 8;
            protocol = Bytes.u8(frame, at);
            at += size;
        }
        byte[] message = Bytes.slice(frame, at, frame.length);
        byte[] source = ipv4 ? Bytes.slice(frame, 26, 30) : Bytes.slice(frame, 22, 38);
        byte[] destination = ipv4 ? Bytes.slice(frame, 30, 34) : Bytes.slice(frame, 38, 54);
        int sum = switch (protocol) {
            case 1 -> checksum(message, 0, message.length);
            case 6, 17, 58 -> transportChecksum(source, destination, protocol, message);
            default -> 0;
        };
        return sum == 0 ? "" : "checksum of protocol " + protocol;
    }

    static boolean isIp(byte[] frame) {
        return Bytes.u16(frame, 12) == 0x0800 || Bytes.u16(frame, 12) == 0x86dd;
    }

    /** The frame that forwarding makes of {@code frame}: tags gone, new MAC addresses, TTL one less, IPv4 checksum from scratch, all else as it was. */
    static byte[] forwarded(byte[] frame, long toMac, long fromMac) {
        int l3 = 14;
        while (Bytes.u16(frame, l3 - 2) == 0x8100 || Bytes.u16(frame, l3 - 2) == 0x88a8) {
            l3 += 4;
        }
        byte[] out = Bytes.join(Bytes.mac(toMac), Bytes.mac(fromMac), Bytes.slice(frame, l3 - 2, frame.length));
        if (Bytes.u16(out, 12) == 0x86dd) {
            out[21]--;
            return Bytes.slice(out, 0, 54 + Bytes.u16(out, 18));
        }
        out[22]--;
        Bytes.put16(out, 24, 0);
        Bytes.put16(out, 24, checksum(out, 14, 14 + (Bytes.u8(out, 14) & 15) * 4));
        return Bytes.slice(out, 0, 14 + Bytes.u16(out, 16));
    }
}
