package io.braid.dataplane.look;

import io.braid.dataplane.net.Ipv4Address;
import io.braid.dataplane.net.Ipv6Address;
import java.nio.ByteBuffer;
import java.util.Locale;

/** Says in a line what a packet is, by its first bytes, for people; it may be any bytes. */
final class PacketText {
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86dd;
    private static final int ARP = 0x0806;
    private static final int VLAN = 0x8100;

    private PacketText() {}

    static String of(byte[] frame) {
        var bytes = ByteBuffer.wrap(frame);
        int at = 12;
        int type = at + 2 <= frame.length ? unsigned(bytes, at) : -1;
        while (type == VLAN && at + 6 <= frame.length) {
            at += 4;
            type = unsigned(bytes, at);
        }
        if (type < 0) {
            return frame.length + " bytes";
        }
        int l3 = at + 2;
        if (type == IPV4 && frame.length >= l3 + 20) {
            int header = (frame[l3] & 0xf) * 4;
            boolean later = (unsigned(bytes, l3 + 6) & 0x1fff) != 0;
            return ip(bytes, l3 + 12, 4, frame[l3 + 9] & 0xff, later ? frame.length : l3 + header);
        }
        if (type == IPV6 && frame.length >= l3 + 40) {
            return ip(bytes, l3 + 8, 16, frame[l3 + 6] & 0xff, l3 + 40);
        }
        if (type == ARP && frame.length >= l3 + 28) {
            return (unsigned(bytes, l3 + 6) == 1 ? "arp request " : "arp reply ") + address(bytes, l3 + 14, 4) + " > "
                    + address(bytes, l3 + 24, 4);
        }
        return String.format(Locale.ROOT, "ethertype 0x%04x", type);
    }

    private static String ip(ByteBuffer bytes, int addresses, int size, int protocol, int l4) {
        boolean ports = (protocol == 6 || protocol == 17 || protocol == 132) && l4 + 4 <= bytes.capacity();
        String from = address(bytes, addresses, size) + (ports ? " port " + unsigned(bytes, l4) : "");
        String to = address(bytes, addresses + size, size) + (ports ? " port " + unsigned(bytes, l4 + 2) : "");
        return protocol(protocol) + " " + from + " > " + to;
    }

    private static String address(ByteBuffer bytes, int at, int size) {
        return size == 4
                ? new Ipv4Address(bytes.getInt(at)).toString()
                : new Ipv6Address(bytes.getLong(at), bytes.getLong(at + 8)).toString();
    }

    private static int unsigned(ByteBuffer bytes, int at) {
        return bytes.getShort(at) & 0xffff;
    }

    static String protocol(int number) {
        return switch (number) {
            case 1 -> "icmp";
            case 6 -> "tcp";
            case 17 -> "udp";
            case 58 -> "icmp6";
            case 132 -> "sctp";
            default -> "protocol-" + number;
        };
    }
}
