package io.braid.flow;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/**
 * Names a connection as other network tools name it, so that an operator can find a flow of Braid's in what Zeek, Suricata,
 * Wireshark or a flow collector recorded.
 *
 * <p>Community ID, version 1 (github.com/corelight/community-id-spec): "1:" and the Base64 form of SHA-1 over seed, addresses,
 * protocol, a zero byte and ports, with the endpoint that has the smaller address, then the smaller port, put first. Both
 * directions of a connection therefore have one name, which no hash of this package promises except
 * {@link Toeplitz#symmetric()}.
 *
 * <p>All numbers are as in messages, most significant byte first. For display and logs, not for each packet: it allocates.
 * Immutable; any thread.
 */
public final class CommunityId {
    private static final int ICMP = 1;
    private static final int TCP = 6;
    private static final int UDP = 17;
    private static final int ICMPV6 = 58;
    private static final int SCTP = 132;

    /** Request and reply types, next to each other, that make up one exchange (the list is Zeek's). */
    private static final int[] ICMP_PAIRS = {8, 0, 10, 9, 13, 14, 15, 16, 17, 18};

    private static final int[] ICMPV6_PAIRS = {128, 129, 130, 131, 133, 134, 135, 136, 139, 140, 144, 145};

    private final short seed;

    /**
     * @param seed separates sites that share a collector; 0 unless all tools are told otherwise
     * @throws IllegalArgumentException if the seed is not from 0 to 65535
     */
    public CommunityId(int seed) {
        if (seed < 0 || seed > 0xFFFF) {
            throw new IllegalArgumentException("a Community ID seed goes from 0 to 65535, not " + seed);
        }
        this.seed = (short) seed;
    }

    /**
     * The name of an IPv4 flow.
     *
     * @param protocol 0 to 255
     * @param sourcePort port of TCP, UDP or SCTP, or the type of an ICMP message; ignored for other protocols
     * @param destinationPort port, or the code of an ICMP message; ignored for other protocols
     */
    public String ipv4(int source, int destination, int protocol, int sourcePort, int destinationPort) {
        int answer = protocol == ICMP ? answerTo(ICMP_PAIRS, sourcePort) : -1;
        byte[] from = ByteBuffer.allocate(4).putInt(source).array();
        byte[] to = ByteBuffer.allocate(4).putInt(destination).array();
        return name(
                from, to, protocol, sourcePort, answer >= 0 ? answer : destinationPort, protocol == ICMP && answer < 0);
    }

    /** The name of an IPv6 flow; ICMPv6's type and code in place of ports, as for {@link #ipv4}. */
    public String ipv6(
            long sourceHi,
            long sourceLo,
            long destinationHi,
            long destinationLo,
            int protocol,
            int sourcePort,
            int destinationPort) {
        int answer = protocol == ICMPV6 ? answerTo(ICMPV6_PAIRS, sourcePort) : -1;
        byte[] from =
                ByteBuffer.allocate(16).putLong(sourceHi).putLong(sourceLo).array();
        byte[] to = ByteBuffer.allocate(16)
                .putLong(destinationHi)
                .putLong(destinationLo)
                .array();
        return name(
                from,
                to,
                protocol,
                sourcePort,
                answer >= 0 ? answer : destinationPort,
                protocol == ICMPV6 && answer < 0);
    }

    /** The type that answers a type, or is answered by it; -1 if messages of this type stand alone. */
    private static int answerTo(int[] pairs, int type) {
        for (int i = 0; i < pairs.length; i++) {
            if (pairs[i] == type) {
                return pairs[i ^ 1];
            }
        }
        return -1;
    }

    private String name(byte[] from, byte[] to, int protocol, int fromPort, int toPort, boolean oneWay) {
        MessageDigest sha1 = sha1();
        sha1.update(ByteBuffer.allocate(2).putShort(seed).array());
        boolean swap = !oneWay && reversed(from, to, fromPort & 0xFFFF, toPort & 0xFFFF);
        sha1.update(swap ? to : from);
        sha1.update(swap ? from : to);
        sha1.update((byte) protocol);
        sha1.update((byte) 0);
        if (hasPorts(protocol)) {
            sha1.update(ByteBuffer.allocate(4)
                    .putShort((short) (swap ? toPort : fromPort))
                    .putShort((short) (swap ? fromPort : toPort))
                    .array());
        }
        return "1:" + Base64.getEncoder().encodeToString(sha1.digest());
    }

    private static boolean reversed(byte[] from, byte[] to, int fromPort, int toPort) {
        int order = Arrays.compareUnsigned(from, to);
        return order > 0 || (order == 0 && fromPort > toPort);
    }

    private static boolean hasPorts(int protocol) {
        return switch (protocol) {
            case ICMP, TCP, UDP, ICMPV6, SCTP -> true;
            default -> false;
        };
    }

    private static MessageDigest sha1() {
        try {
            return MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
