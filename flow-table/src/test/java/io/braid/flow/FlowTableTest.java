package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlowTableTest {
    private static final int TCP = 6;
    private static final int UDP = 17;
    private static final int ACK = 0x10;
    private static final int FLOWS = 1024;
    private static final FlowTimeouts TIMEOUTS = new FlowTimeouts(60_000, 5_000, 2_000);

    private final FlowHash hash = new FlowHash(7);
    private final FlowTable table = table(FLOWS, 0);

    private FlowTable table(int flows, int now) {
        return new FlowTable(memory(FlowTable.bytesFor(flows)), flows, hash, TIMEOUTS, now, 64);
    }

    private static MemorySegment memory(long bytes) {
        return Arena.ofAuto().allocate(bytes, 64);
    }

    private long insert(long addresses, long transport, int path, int flags, int now) {
        return table.insert(addresses, transport, hash.ofKey(addresses, transport), path, flags, now);
    }

    private long find(long addresses, long transport) {
        return table.find(addresses, transport, hash.ofKey(addresses, transport));
    }

    private static long tcp(int port) {
        return FlowKey.transport(TCP, port, 443);
    }

    @Test
    void pinnedFlowIsFoundAndNoOther() {
        long slot = insert(5, tcp(1), 3, 0, 100);
        assertEquals(slot, find(5, tcp(1)));
        assertEquals(3, table.path(slot));
        assertEquals(1, table.size());
        assertEquals(FlowTable.NONE, find(5, tcp(2)));
        assertEquals(FlowTable.NONE, find(4, tcp(1)));
        assertEquals(FlowTable.NONE, find(5, tcp(1) | FlowKey.IPV6));
        assertEquals(FlowTable.NONE, find(5, FlowKey.ADDRESSES_ONLY));
    }

    @Test
    void flowOfAllZeroesIsNotAFreeSlot() {
        assertEquals(FlowTable.NONE, find(0, 0));
        long slot = insert(0, 0, 0, 0, 0);
        assertEquals(slot, find(0, 0));
        assertEquals(1, table.size());
    }

    @Test
    void everyPathStateAndGenerationIsKept() {
        for (int path = 0; path < FlowTable.MAX_PATHS; path++) {
            long slot = insert(path, -1L >>> 22, path, 0, 0);
            table.setPath(slot, FlowTable.MAX_PATHS - 1 - path, 255 - path);
            assertEquals(FlowTable.MAX_PATHS - 1 - path, table.path(slot));
            assertEquals(255 - path, table.generation(slot));
            assertEquals(FlowState.NEW, table.state(slot));
            assertEquals(slot, find(path, -1L >>> 22));
        }
    }

    @Test
    void tcpFlagsDecideTheState() {
        long slot = insert(1, tcp(1), 0, FlowState.SYN, 0);
        assertEquals(FlowState.OPENING, table.state(slot));
        table.touch(slot, 60, FlowState.SYN, 1000);
        assertEquals(FlowState.OPENING, table.state(slot), "a SYN sent again");
        table.touch(slot, 60, ACK, 1100);
        assertEquals(FlowState.ESTABLISHED, table.state(slot));
        table.touch(slot, 60, FlowState.SYN, 1200);
        assertEquals(FlowState.ESTABLISHED, table.state(slot), "a SYN out of place");
        table.touch(slot, 60, FlowState.FIN | ACK, 1300);
        assertEquals(FlowState.CLOSING, table.state(slot));
        table.touch(slot, 60, ACK, 1400);
        assertEquals(FlowState.CLOSING, table.state(slot), "acknowledgements follow");
        table.touch(slot, 60, FlowState.SYN, 1500);
        assertEquals(FlowState.OPENING, table.state(slot), "the ports are used again");
        table.touch(slot, 60, FlowState.RST, 1600);
        assertEquals(FlowState.CLOSING, table.state(slot));
    }

    @Test
    void otherFlowsAreEstablishedByTheirSecondPacket() {
        long slot = insert(1, FlowKey.transport(UDP, 1, 2), 0, 0, 0);
        assertEquals(FlowState.NEW, table.state(slot));
        table.touch(slot, 60, 0, 1);
        assertEquals(FlowState.ESTABLISHED, table.state(slot));
    }

    @Test
    void connectionThatBeginsWithItsEndIsClosing() {
        assertEquals(FlowState.CLOSING, table.state(insert(1, tcp(1), 0, FlowState.RST, 0)));
        assertEquals(FlowState.CLOSING, table.state(insert(1, tcp(2), 0, FlowState.FIN | ACK, 0)));
        assertEquals(FlowState.CLOSING, table.state(insert(1, tcp(3), 0, FlowState.SYN | FlowState.FIN, 0)));
    }

    @Test
    void pinsExpireByTheirState() {
        long opening = insert(1, tcp(1), 0, FlowState.SYN, 0);
        long closing = insert(1, tcp(2), 0, FlowState.RST, 0);
        long fresh = insert(1, tcp(3), 0, 0, 0);
        long established = insert(1, tcp(4), 0, 0, 0);
        table.touch(established, 100, ACK, 10_000);
        assertExpiresAt(5_000, opening);
        assertExpiresAt(2_000, closing);
        assertExpiresAt(60_000, fresh);
        assertExpiresAt(70_000, established);
        for (int now = 0; now < 90_000; now++) {
            table.expire(now);
        }
        assertEquals(0, table.size());
        assertEquals(4, table.stats().expired());
        assertEquals(FlowTable.NONE, find(1, tcp(4)));
    }

    private void assertExpiresAt(int millis, long slot) {
        assertFalse(table.entries().isExpired(slot, millis - 1));
        assertTrue(table.entries().isExpired(slot, millis));
    }

    @Test
    void sweepIsBoundedAndVisitsAllInAQuarterOfTheShortestTimeOut() {
        FlowTable large = table(1 << 16, 0);
        for (int i = 0; i < 1 << 15; i++) {
            large.insert(i, tcp(1), hash.ofKey(i, tcp(1)), 0, 0, 0);
        }
        int calls = 0;
        int now = 60_000;
        while (large.size() > 0) {
            int expired = large.expire(now);
            assertTrue(expired <= 2 * Sweep.MAX_LINES, expired + " in one call");
            now += 1;
            calls++;
        }
        assertTrue(now - 60_000 <= 1_100, "took " + (now - 60_000) + " ms");
        assertTrue(calls > 100, "in " + calls + " calls");
    }

    @Test
    void clockGoingBackwardsExpiresNothingAndIsNotBelieved() {
        long slot = insert(1, tcp(1), 0, FlowState.SYN, 100_000);
        table.touch(slot, 100, ACK, 40_000);
        assertEquals(0, table.idleMillis(slot, 40_000));
        table.expire(40_000);
        assertEquals(10, table.idleMillis(slot, 100_010), "seen last at the latest time known");
        assertEquals(slot, find(1, tcp(1)));
        table.expire(Integer.MIN_VALUE);
        assertEquals(1, table.size());
    }

    @Test
    void clockMayWrapAround() {
        int start = Integer.MAX_VALUE - 1_000;
        FlowTable wrapping = table(FLOWS, start);
        long slot = wrapping.insert(1, tcp(1), hash.ofKey(1, tcp(1)), 0, 0, start);
        wrapping.touch(slot, 1 << 10, 0, start);
        assertEquals(2_000, wrapping.idleMillis(slot, start + 2_000));
        wrapping.touch(slot, 1 << 10, 0, start + 2_000);
        assertEquals(64, wrapping.recent(slot, start + 2_000) & -64);
        for (int now = start; now - (start + 61_000) < 0; now += 1_000) {
            wrapping.expire(now);
        }
        assertEquals(1, wrapping.size());
    }

    @Test
    void recentBytesMeasureASteadyRate() {
        long slot = insert(1, tcp(1), 0, 0, 0);
        // 10 MB/s: 10,000 bytes each ms
        for (int now = 0; now < 10_240; now++) {
            table.touch(slot, 10_000, 0, now);
        }
        assertEquals(10e6, FlowRate.bytesPerSecond(table.recent(slot, 10_239), 10_239), 0.05e6);
        assertEquals(0, table.recent(slot, 20_480));
    }

    @Test
    void recentBytesSaturate() {
        long slot = insert(1, tcp(1), 0, 0, 0);
        for (int i = 0; i < 40_000; i++) {
            table.touch(slot, 1 << 20, 0, 0);
        }
        assertEquals(Integer.MAX_VALUE, table.recent(slot, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {1024, 1025, 1500, 4096, 10_007, 65_536})
    void anyNumberOfFlowsFitsIntoATableOfThatSize(int flows) {
        FlowTable full = table(flows, 0);
        for (int i = 0; i < flows; i++) {
            long addresses = i * 0x10001L;
            long slot = full.insert(addresses, tcp(i), hash.ofKey(addresses, tcp(i)), i & 7, 0, 0);
            assertNotEquals(FlowTable.NONE, slot, "flow " + i + " of " + flows);
        }
        assertEquals(flows, full.size());
        assertEquals(0, full.stats().displaced());
        for (int i = 0; i < flows; i++) {
            long addresses = i * 0x10001L;
            long slot = full.find(addresses, tcp(i), hash.ofKey(addresses, tcp(i)));
            assertNotEquals(FlowTable.NONE, slot, "flow " + i);
            assertEquals(i & 7, full.path(slot));
        }
    }

    @Test
    void fullTableOfEstablishedFlowsTakesNoMore() {
        fillEstablished();
        assertEquals(FlowTable.NONE, insert(1L << 40, tcp(1), 0, 0, 1));
        assertEquals(1, table.stats().full());
        assertEquals(FLOWS, table.size());
        assertAllEstablishedThere();
    }

    @Test
    void synFloodEvictsNoEstablishedFlow() {
        fillEstablished();
        for (int i = 0; i < 1_000_000; i++) {
            insert(1L << 40 | i, tcp(i), 1, FlowState.SYN, 2);
        }
        assertAllEstablishedThere();
        assertEquals(FLOWS, table.size());
    }

    @Test
    void newFlowFindsRoomInTheMidstOfASynFlood() {
        for (int i = 0; i < 100_000; i++) {
            insert(1L << 40 | i, tcp(i), 1, FlowState.SYN, 1);
        }
        assertEquals(FLOWS, table.size());
        int pinned = 0;
        for (int i = 0; i < FLOWS / 2; i++) {
            long slot = insert(i, tcp(1), 2, FlowState.SYN, 2);
            if (slot != FlowTable.NONE) {
                table.touch(slot, 100, ACK, 2);
                pinned++;
            }
        }
        assertTrue(pinned > FLOWS * 48 / 100, pinned + " of " + FLOWS / 2);
        assertEquals(FLOWS, table.size());
    }

    @Test
    void expiredPinsMakeRoomWithoutASweep() {
        fillEstablished();
        assertNotEquals(FlowTable.NONE, insert(1L << 40, tcp(1), 0, 0, 70_000));
    }

    private void fillEstablished() {
        for (int i = 0; i < FLOWS; i++) {
            long slot = insert(i, tcp(1), i & 7, 0, 0);
            table.touch(slot, 100, ACK, 0);
        }
    }

    private void assertAllEstablishedThere() {
        for (int i = 0; i < FLOWS; i++) {
            assertEquals(i & 7, table.path(find(i, tcp(1))), "flow " + i);
        }
    }

    @Test
    void memoryIs64BytesForAnIpv4FlowAnd128ForAnIpv6Flow() {
        assertEquals(128L << 20, FlowTable.bytesFor(1 << 20));
        assertEquals(64L << 20, FlowTable.hotBytesFor(1 << 20));
    }

    @Test
    void wrongSizesAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> FlowTable.bytesFor(FlowTable.MIN_FLOWS - 1));
        assertThrows(IllegalArgumentException.class, () -> FlowTable.bytesFor(FlowTable.MAX_FLOWS + 1));
        MemorySegment small = memory(FlowTable.bytesFor(FLOWS) - 64);
        assertThrows(IllegalArgumentException.class, () -> new FlowTable(small, FLOWS, hash, TIMEOUTS, 0, 64));
        MemorySegment askew = memory(FlowTable.bytesFor(FLOWS) + 64).asSlice(32);
        assertThrows(IllegalArgumentException.class, () -> new FlowTable(askew, FLOWS, hash, TIMEOUTS, 0, 64));
        MemorySegment whole = memory(FlowTable.bytesFor(FLOWS));
        assertThrows(IllegalArgumentException.class, () -> new FlowTable(whole, FLOWS, hash, TIMEOUTS, 0, 65));
        MemorySegment onHeap = MemorySegment.ofArray(new long[(int) FlowTable.bytesFor(FLOWS) / Long.BYTES]);
        assertThrows(IllegalArgumentException.class, () -> new FlowTable(onHeap, FLOWS, hash, TIMEOUTS, 0, 64));
        assertThrows(IllegalArgumentException.class, () -> new FlowTimeouts(0, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> FlowTimeouts.ofIdle(Integer.MAX_VALUE));
        assertEquals(1_000, FlowTimeouts.ofIdle(1_000).openingMillis(), "never longer than the idle time-out");
    }

    @Test
    void freedMemoryIsNotLookedThrough() {
        FlowTable freed;
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(FlowTable.bytesFor(FLOWS), FlowEntries.LINE_BYTES);
            freed = new FlowTable(memory, FLOWS, hash, TIMEOUTS, 0, 64);
        }
        var burst = new FlowBurst(1);
        burst.add();
        assertThrows(IllegalStateException.class, () -> freed.find(burst));
    }

    @Test
    void burstOfMoreThanATableTakesIsRefused() {
        var burst = new FlowBurst(65);
        for (int i = 0; i < burst.capacity(); i++) {
            burst.add();
        }
        assertThrows(IndexOutOfBoundsException.class, () -> table.find(burst));
    }
}
