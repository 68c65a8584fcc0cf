package io.braid.linux;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads RTM_NEWROUTE and RTM_DELROUTE payloads.
 *
 * <pre>
 *  0    1    2    3    4     5     6     7    8              12
 * +----+----+----+----+-----+-----+-----+----+--------------+-----------
 * |fam.|dst |src |tos |table|prot.|scope|type| flags        | attributes     (linux/rtnetlink.h: struct rtmsg)
 * +----+----+----+----+-----+-----+-----+----+--------------+-----------
 *
 *  0       2    3    4              8
 * +-------+----+----+--------------+-----------
 * | length|flag|hops| ifindex      | attributes     (each next hop in RTA_MULTIPATH: struct rtnexthop)
 * +-------+----+----+--------------+-----------
 * </pre>
 */
final class RouteCodec implements NetlinkTable.Codec<RouteState.Key, RouteState> {
    private static final int FIXED = 12;
    private static final int NEXT_HOP_FIXED = 8;
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int RTN_UNICAST = 1;
    private static final int RTM_F_CLONED = 0x200;
    private static final int RTNH_F_DEAD_OR_LINKDOWN = 0x1 | 0x10;
    private static final int RTA_DST = 1;
    private static final int RTA_OIF = 4;
    private static final int RTA_GATEWAY = 5;
    private static final int RTA_PRIORITY = 6;
    private static final int RTA_MULTIPATH = 9;
    private static final int RTA_TABLE = 15;
    private static final int RTA_VIA = 18;

    @Override
    public int newType() {
        return 24; // RTM_NEWROUTE
    }

    @Override
    public int deleteType() {
        return 25; // RTM_DELROUTE
    }

    @Override
    public RouteState.Key key(RouteState value) {
        return value.key();
    }

    @Override
    public RouteState merge(RouteState now, @Nullable RouteState previous) {
        return now;
    }

    @Override
    public Decoded<RouteState> decode(ByteBuffer payload) {
        if (payload.remaining() < FIXED) {
            return new Decoded.Malformed<>("rtmsg is cut off");
        }
        int family = payload.get(0) & 0xff;
        int length = payload.get(1) & 0xff;
        int table = payload.get(4) & 0xff;
        int flags = payload.getInt(8);
        boolean unicast = payload.get(7) == RTN_UNICAST;
        if ((family != AF_INET && family != AF_INET6) || !unicast || (flags & RTM_F_CLONED) != 0) {
            return new Decoded.Ignored<>();
        }
        int bytes = family == AF_INET ? 4 : 16;
        byte[] destination = new byte[bytes]; // a default route has no RTA_DST
        int metric = 0;
        int ifindex = 0;
        InetAddress gateway = null;
        List<RouteState.NextHop> nextHops = null;
        AttributeReader attributes = new AttributeReader(payload, FIXED);
        while (attributes.next()) {
            switch (attributes.type()) {
                case RTA_DST -> destination = attributes.bytes();
                case RTA_TABLE -> table = attributes.intValue(table);
                case RTA_PRIORITY -> metric = attributes.intValue(0);
                case RTA_OIF -> ifindex = attributes.intValue(0);
                case RTA_GATEWAY, RTA_VIA -> gateway = gateway(attributes);
                case RTA_MULTIPATH -> {
                    nextHops = nextHops(ByteBuffer.wrap(attributes.bytes()).order(payload.order()));
                    if (nextHops == null) {
                        return new Decoded.Malformed<>("next hop outside the message");
                    }
                }
                default -> {
                    // preferred source, metrics, cache information and the like
                }
            }
        }
        if (attributes.malformed()) {
            return new Decoded.Malformed<>("attribute length outside the message");
        }
        if (destination.length != bytes || length > 8 * bytes) {
            return new Decoded.Malformed<>("route with a destination of another family");
        }
        if (nextHops == null) {
            nextHops = List.of(new RouteState.NextHop(gateway, ifindex, (flags & RTNH_F_DEAD_OR_LINKDOWN) == 0));
        }
        return new Decoded.Value<>(
                new RouteState(new RouteState.Key(inet(destination), length, table, metric), nextHops));
    }

    /** Returns null for bytes that are no list of next hops. */
    private static @Nullable List<RouteState.NextHop> nextHops(ByteBuffer data) {
        List<RouteState.NextHop> found = new ArrayList<>();
        int next = 0;
        while (data.limit() - next >= NEXT_HOP_FIXED) {
            int length = data.getShort(next) & 0xffff;
            if (length < NEXT_HOP_FIXED || length > data.limit() - next) {
                return null;
            }
            InetAddress gateway = null;
            ByteBuffer hop = data.slice(next, length).order(data.order());
            AttributeReader attributes = new AttributeReader(hop, NEXT_HOP_FIXED);
            while (attributes.next()) {
                if (attributes.type() == RTA_GATEWAY || attributes.type() == RTA_VIA) {
                    gateway = gateway(attributes);
                }
            }
            if (attributes.malformed()) {
                return null;
            }
            found.add(new RouteState.NextHop(gateway, hop.getInt(4), (hop.get(2) & RTNH_F_DEAD_OR_LINKDOWN) == 0));
            next += Math.min(data.limit() - next, length + 3 & ~3);
        }
        return next == data.limit() ? found : null;
    }

    /** Reads RTA_GATEWAY, or RTA_VIA, whose address has its family in the two bytes before it; null for other sizes. */
    private static @Nullable InetAddress gateway(AttributeReader attribute) {
        byte[] value = attribute.bytes();
        int from = attribute.type() == RTA_VIA ? 2 : 0;
        int size = value.length - from;
        if (size != 4 && size != 16) {
            return null;
        }
        byte[] address = new byte[size];
        System.arraycopy(value, from, address, 0, size);
        return inet(address);
    }

    private static InetAddress inet(byte[] address) {
        try {
            return InetAddress.getByAddress(address);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("only a length other than 4 or 16 can fail", e);
        }
    }
}
