package io.braid.bgp.wire;

import java.util.List;

/** Writes UPDATE messages, each as full as its routes allow; see {@link UpdateDecoder} for the layout. */
final class UpdateWriter {
    /** Header, and the lengths of withdrawn routes and attributes. */
    private static final int FIXED_BYTES = MessageType.Limits.HEADER + 4;

    /** AFI and SAFI, as MP_UNREACH_NLRI begins. */
    private static final int FAMILY_BYTES = 3;

    private final Negotiated context;
    private final WireWriter out;
    private final WireWriter attributeBytes;

    UpdateWriter(Negotiated context, WireWriter out) {
        this.context = context;
        this.out = out;
        this.attributeBytes = new WireWriter(context.send().maxMessageBytes());
    }

    void announce(PathAttributes attributes, Family family, NextHop nextHop, List<Nlri> nlri, MessageSink sink) {
        check(family, nlri);
        boolean inField = family == Family.IPV4_UNICAST && nextHop.address().afi() == Afi.IPV4;
        if (nextHop.address().afi() != family.afi()
                && (family == Family.IPV6_UNICAST || !context.send().ipv6NextHop())) {
            throw new IllegalArgumentException("next hop " + nextHop + " was not agreed on for " + family);
        }
        attributeBytes.position(0);
        new AttributeWriter(context.fourByteAs(), attributeBytes).write(attributes, inField ? nextHop.address() : null);
        for (int from = 0; from < nlri.size(); ) {
            from = inField ? announceInField(family, nlri, from) : announceMultiprotocol(family, nextHop, nlri, from);
            MessageEncoder.finish(out, sink);
        }
    }

    private int announceInField(Family family, List<Nlri> nlri, int from) {
        int room = out.buffer().length - FIXED_BYTES - attributeBytes.position();
        int to = fill(family, nlri, from, room);
        MessageEncoder.begin(MessageType.UPDATE, out);
        out.u16(0);
        out.u16(attributeBytes.position());
        out.all(attributeBytes);
        routes(family, nlri, from, to);
        return to;
    }

    private int announceMultiprotocol(Family family, NextHop nextHop, List<Nlri> nlri, int from) {
        int fixed = FAMILY_BYTES + 1 + nextHop.bytes() + 1;
        int room = out.buffer().length - FIXED_BYTES - attributeBytes.position();
        int to = fillAttribute(family, nlri, from, room, fixed);
        int length = fixed + bytes(family, nlri, from, to);
        MessageEncoder.begin(MessageType.UPDATE, out);
        out.u16(0);
        out.u16(headerBytes(length) + length + attributeBytes.position());
        attributeHeader(AttributeType.MP_REACH_NLRI, length, family);
        out.u8(nextHop.bytes());
        out.address(nextHop.address());
        IpAddress second = nextHop.linkLocal();
        if (second != null) {
            out.address(second);
        }
        out.u8(0); // reserved
        routes(family, nlri, from, to);
        out.all(attributeBytes);
        return to;
    }

    void withdraw(Family family, List<Nlri> nlri, MessageSink sink) {
        check(family, nlri);
        int from = 0;
        do {
            from = family == Family.IPV4_UNICAST
                    ? withdrawInField(family, nlri, from)
                    : withdrawMultiprotocol(family, nlri, from);
            MessageEncoder.finish(out, sink);
        } while (from < nlri.size());
    }

    private int withdrawInField(Family family, List<Nlri> nlri, int from) {
        int to = fill(family, nlri, from, out.buffer().length - FIXED_BYTES);
        MessageEncoder.begin(MessageType.UPDATE, out);
        out.u16(bytes(family, nlri, from, to));
        routes(family, nlri, from, to);
        out.u16(0);
        return to;
    }

    private int withdrawMultiprotocol(Family family, List<Nlri> nlri, int from) {
        int to = fillAttribute(family, nlri, from, out.buffer().length - FIXED_BYTES, FAMILY_BYTES);
        int length = FAMILY_BYTES + bytes(family, nlri, from, to);
        MessageEncoder.begin(MessageType.UPDATE, out);
        out.u16(0);
        out.u16(headerBytes(length) + length);
        attributeHeader(AttributeType.MP_UNREACH_NLRI, length, family);
        routes(family, nlri, from, to);
        return to;
    }

    private void attributeHeader(AttributeType type, int length, Family family) {
        boolean extended = length > 0xFF;
        out.u8(type.flags() | (extended ? AttributeType.Flags.EXTENDED_LENGTH_BIT : 0));
        out.u8(type.code());
        if (extended) {
            out.u16(length);
        } else {
            out.u8(length);
        }
        out.u16(family.number().afi());
        out.u8(family.number().safi());
    }

    private static int headerBytes(int length) {
        return length > 0xFF ? 4 : 3;
    }

    /** How far the routes fit in an attribute that, header and all, has that room. */
    private int fillAttribute(Family family, List<Nlri> nlri, int from, int room, int fixed) {
        if (nlri.isEmpty()) {
            return 0;
        }
        int shortRoom = Math.min(room - 3, 0xFF) - fixed;
        int longRoom = room - 4 - fixed;
        return fill(family, nlri, from, Math.max(shortRoom, longRoom));
    }

    /** How far the routes fit in that many bytes. */
    private int fill(Family family, List<Nlri> nlri, int from, int room) {
        int left = room;
        int to = from;
        while (to < nlri.size() && bytes(family, nlri.get(to)) <= left) {
            left -= bytes(family, nlri.get(to));
            to++;
        }
        if (to == from && !nlri.isEmpty()) {
            throw new IllegalArgumentException("the attributes leave " + room + " bytes for routes");
        }
        return to;
    }

    private int bytes(Family family, List<Nlri> nlri, int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            sum += bytes(family, nlri.get(i));
        }
        return sum;
    }

    private int bytes(Family family, Nlri route) {
        return (context.send().hasPathIds(family) ? 4 : 0) + 1 + route.prefix().addressBytes();
    }

    private void routes(Family family, List<Nlri> nlri, int from, int to) {
        boolean pathIds = context.send().hasPathIds(family);
        for (int i = from; i < to; i++) {
            Prefix prefix = nlri.get(i).prefix();
            if (pathIds) {
                out.u32(nlri.get(i).pathId());
            }
            out.u8(prefix.length());
            for (int at = 0; at < prefix.addressBytes(); at++) {
                out.u8(prefix.byteAt(at));
            }
        }
    }

    private void check(Family family, List<Nlri> nlri) {
        if (!context.families().contains(family)) {
            throw new IllegalArgumentException(family + " was not agreed on");
        }
        boolean pathIds = context.send().hasPathIds(family);
        for (Nlri route : nlri) {
            if (route.prefix().family() != family || (!pathIds && route.pathId() != 0)) {
                throw new IllegalArgumentException(route + " cannot be sent as a route of " + family);
            }
        }
    }
}
