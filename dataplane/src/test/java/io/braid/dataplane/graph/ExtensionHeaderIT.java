package io.braid.dataplane.graph;

import org.junit.jupiter.api.Test;

/** IPv6 extension header chains (RFC 8200 section 4): the ones that pass, and the ones that end and why. */
class ExtensionHeaderIT extends GraphTestBase {
    private static final int TASK = World.taskPort(0);

    @Test
    void otherRoutingHeadersPass() {
        byte[] type4 = Bytes.of(0, 2, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        byte[] frame = World.in6(0).extension(43, type4).udp(1, 2, new byte[8]).build();
        assertBytes(Oracle.forwarded(frame, World.taskMac(0), World.braidMac(0)), assertSent(TASK, 0, frame));
    }

    @Test
    void extensionHeadersThatRunPastThePacket() {
        byte[] options = new byte[8];
        options[1] = 1;
        assertEnds(
                Reason.BAD_EXTENSION_HEADER,
                0,
                World.in6(0).extension(60, options).raw(59, new byte[7]).build());
        assertEnds(
                Reason.BAD_EXTENSION_HEADER,
                0,
                World.in6(0).raw(60, new byte[7]).build());
        assertEnds(
                Reason.BAD_EXTENSION_HEADER,
                0,
                World.in6(0).raw(44, new byte[4]).build());
        byte[] authentication = new byte[12];
        authentication[1] = 2;
        assertEnds(
                Reason.BAD_EXTENSION_HEADER,
                0,
                World.in6(0).raw(51, authentication).build());
    }

    @Test
    void hopByHopOptionsAnywhereButFirst() {
        assertEnds(
                Reason.BAD_EXTENSION_HEADER,
                0,
                World.in6(0)
                        .extension(60, new byte[8])
                        .extension(0, new byte[8])
                        .udp(1, 2, new byte[8])
                        .build());
    }

    @Test
    void aChainLongerThanTheParseWindow() {
        PacketBuilder many = World.in6(0);
        for (int n = 0; n < 40; n++) {
            many.extension(60, new byte[8]);
        }
        byte[] beyond = new byte[224];
        beyond[1] = 27;
        assertEnds(
                Reason.EXTENSION_CHAIN_TOO_LONG,
                0,
                many.udp(1, 2, new byte[8]).build(),
                World.in6(0).extension(60, beyond).udp(1, 2, new byte[8]).build());
        // 216 bytes of options end just at the window's edge.
        byte[] edge = new byte[216];
        edge[1] = 26;
        byte[] frame = World.in6(0).extension(60, edge).udp(1, 2, new byte[8]).build();
        assertBytes(Oracle.forwarded(frame, World.taskMac(0), World.braidMac(0)), assertSent(TASK, 0, frame));
    }
}
