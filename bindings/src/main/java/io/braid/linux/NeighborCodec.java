package io.braid.linux;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads RTM_NEWNEIGH and RTM_DELNEIGH payloads.
 *
 * <pre>
 *  0    1         4               8       10   11   12
 * +----+---------+---------------+-------+----+----+-----------
 * |fam.| padding | ifindex       | state |flag|type| attributes     (linux/neighbour.h: struct ndmsg)
 * +----+---------+---------------+-------+----+----+-----------
 * </pre>
 */
final class NeighborCodec implements NetlinkTable.Codec<NeighborState.Key, NeighborState> {
    private static final int FIXED = 12;
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int NDA_DST = 1;
    private static final int NDA_LLADDR = 2;
    private static final int NTF_PROXY = 0x08;
    private static final int NTF_ROUTER = 0x80;

    @Override
    public int newType() {
        return 28; // RTM_NEWNEIGH
    }

    @Override
    public int deleteType() {
        return 29; // RTM_DELNEIGH
    }

    @Override
    public NeighborState.Key key(NeighborState value) {
        return value.key();
    }

    @Override
    public Decoded<NeighborState> decode(ByteBuffer payload) {
        if (payload.remaining() < FIXED) {
            return new Decoded.Malformed<>("ndmsg is cut off");
        }
        int family = payload.get(0) & 0xff;
        int ifindex = payload.getInt(4);
        int nud = payload.getShort(8) & 0xffff;
        int flags = payload.get(10) & 0xff;
        // Bridges send their forwarding table in the same group, and proxy entries are configuration, not neighbors.
        if ((family != AF_INET && family != AF_INET6) || (flags & NTF_PROXY) != 0) {
            return new Decoded.Ignored<>();
        }
        byte[] address = null;
        long mac = 0;
        AttributeReader attributes = new AttributeReader(payload, FIXED);
        while (attributes.next()) {
            switch (attributes.type()) {
                case NDA_DST -> address = attributes.bytes();
                case NDA_LLADDR -> mac = attributes.macValue(0);
                default -> {
                    // cache statistics and the like
                }
            }
        }
        if (attributes.malformed()) {
            return new Decoded.Malformed<>("attribute length outside the message");
        }
        int expected = family == AF_INET ? 4 : 16;
        if (ifindex <= 0 || address == null || address.length != expected) {
            return new Decoded.Malformed<>("neighbor without interface or address");
        }
        return new Decoded.Value<>(new NeighborState(ifindex, inet(address), mac, nud, (flags & NTF_ROUTER) != 0));
    }

    @Override
    public NeighborState merge(NeighborState now, @Nullable NeighborState previous) {
        return now;
    }

    private static InetAddress inet(byte[] address) {
        try {
            return InetAddress.getByAddress(address);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("only a length other than 4 or 16 can fail", e);
        }
    }
}
