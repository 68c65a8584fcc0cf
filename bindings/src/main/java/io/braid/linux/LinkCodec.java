package io.braid.linux;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads RTM_NEWLINK and RTM_DELLINK payloads.
 *
 * <pre>
 *  0    1    2       4               8               12              16
 * +----+----+-------+---------------+---------------+---------------+----------
 * |fam.| -  | type  | index         | flags         | change mask   | attributes    (linux/rtnetlink.h: struct ifinfomsg)
 * +----+----+-------+---------------+---------------+---------------+----------
 * </pre>
 */
final class LinkCodec implements NetlinkTable.Codec<Integer, LinkState> {
    private static final int FIXED = 16;
    private static final int IFF_UP = 0x1;
    private static final int IFF_LOWER_UP = 0x10000;
    private static final int IFLA_ADDRESS = 1;
    private static final int IFLA_IFNAME = 3;
    private static final int IFLA_MTU = 4;
    private static final int IFLA_OPERSTATE = 16;
    private static final int IFNAMSIZ = 16;
    private static final int ABSENT = -1;

    @Override
    public int newType() {
        return 16; // RTM_NEWLINK
    }

    @Override
    public int deleteType() {
        return 17; // RTM_DELLINK
    }

    @Override
    public Integer key(LinkState value) {
        return value.index();
    }

    @Override
    public Decoded<LinkState> decode(ByteBuffer payload) {
        if (payload.remaining() < FIXED) {
            return new Decoded.Malformed<>("ifinfomsg is cut off");
        }
        // AF_BRIDGE messages in this group speak of bridge ports: a deletion there is no deletion of the interface.
        if (payload.get(0) != 0) {
            return new Decoded.Ignored<>();
        }
        int index = payload.getInt(4);
        int flags = payload.getInt(8);
        String name = null;
        int mtu = ABSENT;
        long mac = ABSENT;
        int operState = 0;
        AttributeReader attributes = new AttributeReader(payload, FIXED);
        while (attributes.next()) {
            switch (attributes.type()) {
                case IFLA_IFNAME -> name = name(attributes.bytes());
                case IFLA_MTU -> mtu = attributes.intValue(ABSENT);
                // Six bytes for Ethernet; tunnels carry IP addresses here, which are no MAC.
                case IFLA_ADDRESS -> mac = attributes.macValue(0);
                case IFLA_OPERSTATE -> operState = attributes.byteValue(0);
                default -> {
                    // The kernel sends dozens more; none is needed here.
                }
            }
        }
        if (attributes.malformed()) {
            return new Decoded.Malformed<>("attribute length outside the message");
        }
        if (index <= 0 || name == null) {
            return new Decoded.Malformed<>("link without index or name");
        }
        boolean up = (flags & IFF_UP) != 0;
        boolean carrier = (flags & IFF_LOWER_UP) != 0;
        return new Decoded.Value<>(
                new LinkState(index, name, up, carrier, LinkState.OperState.of(operState), mtu, mac));
    }

    /** Events of wireless drivers carry only what changed; what they leave out stays as it was. */
    @Override
    public LinkState merge(LinkState now, @Nullable LinkState previous) {
        if (now.mtu() != ABSENT && now.mac() != ABSENT) {
            return now;
        }
        int mtu = now.mtu() != ABSENT ? now.mtu() : previous == null ? 0 : previous.mtu();
        long mac = now.mac() != ABSENT ? now.mac() : previous == null ? 0 : previous.mac();
        return new LinkState(now.index(), now.name(), now.adminUp(), now.carrier(), now.operState(), mtu, mac);
    }

    private static @Nullable String name(byte[] value) {
        int length = 0;
        while (length < value.length && value[length] != 0) {
            length++;
        }
        // ISO 8859-1 keeps any byte apart from any other: interface names need not be valid UTF-8.
        return length == 0 || length >= IFNAMSIZ ? null : new String(value, 0, length, StandardCharsets.ISO_8859_1);
    }
}
