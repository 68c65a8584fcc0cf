package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.linux.LinkState.OperState;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NetlinkCodecTest {
    private static final long MAC = 0x02_00_5e_10_00_ffL;
    private static final int UP = 0x1;
    private static final int LOWER_UP = 0x10000;

    private final LinkCodec links = new LinkCodec();
    private final NeighborCodec neighbors = new NeighborCodec();
    private final RouteCodec routes = new RouteCodec();

    @Test
    void readsALink() {
        ByteBuffer payload = payloadOf(Rtnetlink.link(16, 0, 0, 7, "up0", UP | LOWER_UP, 9000, MAC));
        LinkState expected = new LinkState(7, "up0", true, true, OperState.UP, 9000, MAC);
        assertEquals(new Decoded.Value<>(expected), links.decode(payload));
        assertEquals("02:00:5e:10:00:ff", expected.macText());
        assertTrue(expected.usable());
    }

    @Test
    void usableNeedsSwitchCarrierAndNoProtocolHoldingItBack() {
        assertFalse(new LinkState(1, "a", false, true, OperState.UP, 1500, MAC).usable());
        assertFalse(new LinkState(1, "a", true, false, OperState.UP, 1500, MAC).usable());
        assertFalse(new LinkState(1, "a", true, true, OperState.DORMANT, 1500, MAC).usable());
        assertTrue(new LinkState(1, "a", true, true, OperState.UNKNOWN, 1500, MAC).usable());
    }

    @Test
    void aBridgePortMessageIsNotAboutTheLink() {
        ByteBuffer payload = Rtnetlink.buffer(
                Rtnetlink.ifinfo(7, 3, UP), Rtnetlink.attribute(3, "up0\0".getBytes(StandardCharsets.US_ASCII)));
        assertInstanceOf(Decoded.Ignored.class, links.decode(payload));
    }

    @Test
    void aTunnelsIpAddressIsNoMac() {
        ByteBuffer payload = Rtnetlink.buffer(
                Rtnetlink.ifinfo(0, 3, UP),
                Rtnetlink.attribute(3, "tun\0".getBytes(StandardCharsets.US_ASCII)),
                Rtnetlink.attribute(4, Rtnetlink.ints(1480)),
                Rtnetlink.attribute(1, new byte[] {10, 0, 0, 1}));
        assertEquals(
                new Decoded.Value<>(new LinkState(3, "tun", true, false, OperState.UNKNOWN, 1480, 0)),
                links.decode(payload));
    }

    @Test
    void whatAPartialEventLeavesOutStaysAsItWas() {
        ByteBuffer payload = Rtnetlink.buffer(
                Rtnetlink.ifinfo(0, 3, UP), Rtnetlink.attribute(3, "wl0\0".getBytes(StandardCharsets.US_ASCII)));
        var decoded = assertInstanceOf(Decoded.Value.class, links.decode(payload));
        LinkState before = new LinkState(3, "wl0", false, false, OperState.DOWN, 1400, MAC);
        LinkState merged = links.merge((LinkState) decoded.value(), before);
        assertEquals(new LinkState(3, "wl0", true, false, OperState.UNKNOWN, 1400, MAC), merged);
        assertEquals(0, links.merge((LinkState) decoded.value(), null).mtu());
    }

    @Test
    void malformedLinksAreValuesNotExceptions() {
        byte[] fixed = Rtnetlink.ifinfo(0, 3, UP);
        byte[] name = Rtnetlink.attribute(3, "up0\0".getBytes(StandardCharsets.US_ASCII));
        assertMalformed(new byte[15]);
        assertMalformed(fixed);
        assertMalformed(fixed, Rtnetlink.attribute(3, new byte[0]));
        assertMalformed(fixed, Rtnetlink.attribute(3, new byte[] {0}));
        assertMalformed(fixed, Rtnetlink.attribute(3, "sixteen-letters!".getBytes(StandardCharsets.US_ASCII)));
        assertMalformed(Rtnetlink.ifinfo(0, 0, UP), name);
        assertMalformed(Rtnetlink.ifinfo(0, -1, UP), name);
        assertMalformed(fixed, name, new byte[] {3, 0, 1, 0}); // shorter than its own header
        assertMalformed(fixed, name, new byte[] {9, 0, 1, 0}); // longer than the message
        assertMalformed(fixed, name, new byte[] {0, 0, 0, 0}); // would never advance
        assertMalformed(fixed, name, new byte[] {1, 2}); // no room for a header
    }

    @Test
    void readsNeighborsOfBothFamilies() throws Exception {
        byte[] v6 = InetAddress.getByName("2001:db8::7").getAddress();
        ByteBuffer payload = Rtnetlink.buffer(
                Rtnetlink.ndmsg(10, 4, NeighborState.NUD_REACHABLE, 0x80),
                Rtnetlink.attribute(1, v6),
                Rtnetlink.attribute(2, Rtnetlink.mac(MAC)));
        NeighborState router = new NeighborState(4, InetAddress.getByAddress(v6), MAC, 2, true);
        assertEquals(new Decoded.Value<>(router), neighbors.decode(payload));
        assertTrue(router.resolved());

        ByteBuffer failed = Rtnetlink.buffer(
                Rtnetlink.ndmsg(2, 4, NeighborState.NUD_FAILED, 0),
                Rtnetlink.attribute(1, new byte[] {(byte) 192, 0, 2, 1}));
        NeighborState unresolved = new NeighborState(4, InetAddress.getByName("192.0.2.1"), 0, 0x20, false);
        assertEquals(new Decoded.Value<>(unresolved), neighbors.decode(failed));
        assertFalse(unresolved.resolved());
    }

    @Test
    void anIpv4AddressInIpv6FormKeepsBeingWhatItsFamilySays() {
        // ::ffff:192.0.2.1 in an ND entry: InetAddress makes an Inet4Address of it, which must not be an exception.
        byte[] mapped = HexFormat.of().parseHex("00000000000000000000ffffc0000201");
        ByteBuffer payload = Rtnetlink.buffer(Rtnetlink.ndmsg(10, 4, 2, 0), Rtnetlink.attribute(1, mapped));
        assertInstanceOf(Decoded.Value.class, neighbors.decode(payload));
    }

    @Test
    void otherNeighborTablesAreIgnoredAndBrokenEntriesCounted() {
        byte[] v4 = Rtnetlink.attribute(1, new byte[4]);
        assertInstanceOf(Decoded.Ignored.class, neighbors.decode(Rtnetlink.buffer(Rtnetlink.ndmsg(7, 4, 2, 0), v4)));
        assertInstanceOf(Decoded.Ignored.class, neighbors.decode(Rtnetlink.buffer(Rtnetlink.ndmsg(2, 4, 2, 8), v4)));
        Class<?> malformed = Decoded.Malformed.class;
        assertInstanceOf(malformed, neighbors.decode(Rtnetlink.buffer(new byte[11])));
        assertInstanceOf(malformed, neighbors.decode(Rtnetlink.buffer(Rtnetlink.ndmsg(2, 4, 2, 0))));
        assertInstanceOf(malformed, neighbors.decode(Rtnetlink.buffer(Rtnetlink.ndmsg(10, 4, 2, 0), v4)));
        assertInstanceOf(malformed, neighbors.decode(Rtnetlink.buffer(Rtnetlink.ndmsg(2, 0, 2, 0), v4)));
        assertInstanceOf(
                malformed,
                neighbors.decode(Rtnetlink.buffer(Rtnetlink.ndmsg(2, 4, 2, 0), v4, new byte[] {77, 0, 2, 0})));
    }

    @Test
    void readsRoutesWithOneNextHopAndWithSeveral() throws Exception {
        byte[] gateway = Rtnetlink.attribute(5, new byte[] {(byte) 192, 0, 2, 1});
        ByteBuffer single = Rtnetlink.buffer(
                Rtnetlink.rtmsg(2, 32, 1, 0x10),
                Rtnetlink.attribute(1, new byte[] {10, 100, 0, 1}),
                Rtnetlink.attribute(15, Rtnetlink.ints(1000)),
                Rtnetlink.attribute(6, Rtnetlink.ints(20)),
                gateway,
                Rtnetlink.attribute(4, Rtnetlink.ints(7)));
        InetAddress first = InetAddress.getByName("192.0.2.1");
        var key = new RouteState.Key(InetAddress.getByName("10.100.0.1"), 32, 1000, 20);
        RouteState down = new RouteState(key, List.of(new RouteState.NextHop(first, 7, false)));
        assertEquals(new Decoded.Value<>(down), routes.decode(single));
        assertEquals(0, down.liveNextHops());

        InetAddress second = InetAddress.getByName("2001:db8::1");
        byte[] via = Rtnetlink.attribute(18, Rtnetlink.join(new byte[] {10, 0}, second.getAddress()));
        ByteBuffer multipath = Rtnetlink.buffer(
                Rtnetlink.rtmsg(2, 0, 1, 0),
                Rtnetlink.attribute(
                        9, Rtnetlink.join(Rtnetlink.rtnexthop(0, 7, gateway), Rtnetlink.rtnexthop(1, 8, via))));
        RouteState spread = new RouteState(
                new RouteState.Key(InetAddress.getByName("0.0.0.0"), 0, 254, 0),
                List.of(new RouteState.NextHop(first, 7, true), new RouteState.NextHop(second, 8, false)));
        assertEquals(new Decoded.Value<>(spread), routes.decode(multipath));
        assertEquals(1, spread.liveNextHops());
    }

    @Test
    void otherRoutesAreIgnoredAndBrokenOnesCounted() {
        Class<?> ignored = Decoded.Ignored.class;
        assertInstanceOf(ignored, routes.decode(Rtnetlink.buffer(Rtnetlink.rtmsg(2, 32, 2, 0))), "local");
        assertInstanceOf(ignored, routes.decode(Rtnetlink.buffer(Rtnetlink.rtmsg(2, 32, 1, 0x200))), "cloned");
        assertInstanceOf(ignored, routes.decode(Rtnetlink.buffer(Rtnetlink.rtmsg(128, 32, 1, 0))), "multicast");
        Class<?> malformed = Decoded.Malformed.class;
        assertInstanceOf(malformed, routes.decode(Rtnetlink.buffer(new byte[11])));
        assertInstanceOf(malformed, routes.decode(Rtnetlink.buffer(Rtnetlink.rtmsg(2, 33, 1, 0))));
        byte[] fixed = Rtnetlink.rtmsg(10, 128, 1, 0);
        assertInstanceOf(malformed, routes.decode(Rtnetlink.buffer(fixed, Rtnetlink.attribute(1, new byte[4]))));
        assertInstanceOf(malformed, routes.decode(Rtnetlink.buffer(fixed, new byte[] {77, 0, 1, 0})));
        byte[] hop = Rtnetlink.rtnexthop(0, 7);
        for (byte length : new byte[] {0, 7, 9, 77}) {
            hop[0] = length;
            assertInstanceOf(malformed, routes.decode(Rtnetlink.buffer(fixed, Rtnetlink.attribute(9, hop))));
        }
        byte[] cut = Rtnetlink.attribute(9, Rtnetlink.rtnexthop(0, 7, new byte[] {77, 0, 5, 0}));
        assertInstanceOf(malformed, routes.decode(Rtnetlink.buffer(fixed, cut)));
    }

    @Test
    void walksMessagesAndStopsAtBrokenLengths() {
        byte[] first = Rtnetlink.message(16, 0, 5, new byte[3]);
        NetlinkReader reader = new NetlinkReader(Rtnetlink.buffer(first, Rtnetlink.done(5)));
        assertTrue(reader.next());
        assertEquals(16, reader.type());
        assertEquals(5, reader.sequence());
        assertEquals(3, reader.payload().remaining());
        assertTrue(reader.next());
        assertEquals(NetlinkReader.NLMSG_DONE, reader.type());
        assertEquals(0, reader.error());
        assertFalse(reader.next());
        assertFalse(reader.malformed());

        for (int length : new int[] {0, 15, 21, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            ByteBuffer broken = Rtnetlink.buffer(Rtnetlink.message(16, 0, 1, new byte[4]));
            broken.putInt(0, length);
            NetlinkReader bad = new NetlinkReader(broken);
            assertFalse(bad.next(), "length " + length);
            assertTrue(bad.malformed(), "length " + length);
        }
    }

    @Test
    void macTextGoesBothWays() {
        assertEquals(MAC, MacText.parse("02:00:5E:10:0:ff"));
        assertEquals("ff:ff:ff:ff:ff:ff", MacText.format(-1));
        assertEquals(0xffffffffffffL, MacText.parse("ff:ff:ff:ff:ff:ff"));
        for (String wrong :
                new String[] {"", "02:00:00:00:00", "02:00:00:00:00:01:02", "gg:00:00:00:00:01", "0200.5e10"}) {
            assertThrows(IllegalArgumentException.class, () -> MacText.parse(wrong));
        }
    }

    private void assertMalformed(byte[]... parts) {
        assertInstanceOf(Decoded.Malformed.class, links.decode(Rtnetlink.buffer(parts)));
    }

    private static ByteBuffer payloadOf(byte[] message) {
        NetlinkReader reader = new NetlinkReader(Rtnetlink.buffer(message));
        assertTrue(reader.next());
        return reader.payload();
    }
}
