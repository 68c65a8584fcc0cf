package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A queue goes from one worker to another, and its flows keep their paths; and what a preference for some paths means to them. */
class MovedPinsTest {
    private static final int ACK = 0x10;
    private static final int TCP = 6;
    private static final int FLOWS = 4096;

    private final FlowHash hash = new FlowHash(5);
    private final FlowBurst burst = new FlowBurst(64);
    private final Pins a = pins(0);
    private final Pins b = pins(1);
    private BucketTable group = BucketTable.of(BucketTable.DEFAULT_SIZE, 1, 1, 1, 1);
    private MovedPins moved = MovedPins.NONE;
    private int preferred;
    private boolean strict;

    private Pins pins(int worker) {
        var load = new PathLoad(worker, 0);
        var table = new FlowTable(
                Arena.ofAuto().allocate(FlowTable.bytesFor(FLOWS), 64),
                FLOWS,
                hash,
                FlowTimeouts.ofIdle(60_000),
                0,
                burst.capacity());
        return new Pins(table, new Placement(PlacementPolicy.LEAST_LOADED, load, 0, 50), load);
    }

    private int send(Pins pins, int flow, int flags, int now) {
        burst.clear();
        int i = burst.add();
        burst.addresses[i] = FlowKey.ipv4(flow, 1);
        burst.transport[i] = FlowKey.transport(TCP, flow & 0xffff, 443);
        burst.hash[i] = hash.ofKey(burst.addresses[i], burst.transport[i]);
        burst.bytes[i] = 1000;
        burst.tcpFlags[i] = flags;
        pins.assign(burst, new PathView(group, group, preferred, strict, moved, null), Repath.NONE, now);
        return burst.path[0];
    }

    @Test
    void flowsKeepTheirPathsOnAnotherWorker() {
        int[] paths = new int[1000];
        for (int flow = 0; flow < paths.length; flow++) {
            paths[flow] = send(a, flow, ACK, 10);
        }
        moved = new MovedPins(List.of(a.table()), 11);
        for (int flow = 0; flow < paths.length; flow++) {
            assertEquals(paths[flow], send(b, flow, ACK, 12), "flow " + flow);
        }
        assertEquals(paths.length, b.stats().inherited());
        send(b, 7000, ACK, 12);
        assertEquals(paths.length, b.stats().inherited(), "an unknown flow is placed anew");
    }

    /** The worker that gets its queue back goes by what happened in between, and not by what it remembers. */
    @Test
    void aFlowThatComesBackIsWhereItLastWas() {
        int before = send(a, 1, ACK, 10);
        moved = new MovedPins(List.of(a.table()), 20);
        int[] weights = {1, 1, 1, 1};
        weights[before] = 0;
        group = group.withWeights(weights, IdleBuckets.ALL);
        int between = send(b, 1, ACK, 21);
        assertNotEquals(before, between);
        group = group.withWeights(new int[] {1, 1, 1, 1}, IdleBuckets.ALL);
        moved = new MovedPins(List.of(a.table(), b.table()), 30);
        assertEquals(between, send(a, 1, ACK, 31));
        assertEquals(between, send(a, 1, ACK, 32));
    }

    @Test
    void aConnectionThatBeginsIsNoneOfBefore() {
        send(a, 1, ACK, 10);
        moved = new MovedPins(List.of(a.table()), 11);
        send(b, 1, FlowState.SYN, 12);
        assertEquals(0, b.stats().inherited());
    }

    /** While its owner inserts, moves and frees entries all around, another thread finds each flow that stays, and none that is not there. */
    @Test
    @Timeout(60)
    void peekingIsExactWhileTheOwnerWrites() throws InterruptedException {
        int stable = 500;
        int[] paths = new int[stable];
        for (int flow = 0; flow < stable; flow++) {
            paths[flow] = send(a, flow, ACK, 0);
            send(a, flow, ACK, 0); // established, so that nothing displaces it
        }
        var writing = new AtomicBoolean(true);
        var writer = Thread.ofPlatform().start(() -> {
            for (int n = 0; writing.get(); n++) {
                // Opening flows make room for each other, and cuckoo moves push the stable ones about.
                int flow = 1_000_000 + n;
                long addresses = FlowKey.ipv4(flow, 1);
                long transport = FlowKey.transport(TCP, flow & 0xffff, 443);
                a.table().insert(addresses, transport, hash.ofKey(addresses, transport), n & 3, FlowState.SYN, 1);
            }
        });
        try {
            long moves = a.table().stats().moved();
            for (int round = 0; round < 400 || a.table().stats().moved() == moves; round++) {
                for (int flow = 0; flow < stable; flow++) {
                    long addresses = FlowKey.ipv4(flow, 1);
                    long transport = FlowKey.transport(TCP, flow, 443);
                    long peeked = a.table().peek(addresses, transport, hash.ofKey(addresses, transport));
                    assertNotEquals(FlowTable.NONE, peeked, "flow " + flow + " in round " + round);
                    assertEquals(paths[flow], FlowTable.peekedPath(peeked));
                }
                long missing = FlowKey.ipv4(999_999, 1);
                long transport = FlowKey.transport(TCP, round & 0xffff, 443);
                assertEquals(FlowTable.NONE, a.table().peek(missing, transport, hash.ofKey(missing, transport)));
            }
            assertTrue(a.table().stats().moved() > moves, "no entry was moved meanwhile");
        } finally {
            writing.set(false);
            writer.join();
        }
    }

    @Test
    void aPreferenceIsForNewFlowsOnly() {
        int[] paths = new int[100];
        for (int flow = 0; flow < paths.length; flow++) {
            paths[flow] = send(a, flow, ACK, 1);
        }
        preferred = 0b0011;
        for (boolean only : new boolean[] {false, true}) {
            strict = only;
            for (int flow = 0; flow < paths.length; flow++) {
                assertEquals(paths[flow], send(a, flow, ACK, 2));
                assertTrue(send(a, 1000 + flow, ACK, 2) < 2);
            }
        }
        group = group.withWeights(new int[] {0, 0, 1, 1}, IdleBuckets.ALL);
        assertEquals(BucketTable.NONE, send(a, 2000, ACK, 3), "strict, and both are lost");
        strict = false;
        assertTrue(send(a, 2000, ACK, 3) >= 2, "others, when both are lost");
    }

    @Test
    void noFlowIsMovedAwayFromItsPreferredPaths() {
        preferred = 0b0011;
        int path = send(a, 1, ACK, 0);
        for (int now = 1; now < 3_000; now++) {
            send(a, 1, ACK, now);
        }
        var settings = RebalancerSettings.DEFAULT.withGapMillis(50);
        burst.clear();
        send(a, 1, ACK, 3_000);
        burst.clear();
        int i = burst.add();
        burst.addresses[i] = FlowKey.ipv4(1, 1);
        burst.transport[i] = FlowKey.transport(TCP, 1, 443);
        burst.hash[i] = hash.ofKey(burst.addresses[i], burst.transport[i]);
        burst.bytes[i] = 1000;
        burst.tcpFlags[i] = ACK;
        var view = new PathView(group, group, preferred, false, MovedPins.NONE, null);
        a.assign(burst, view, new Repath(7, path, 2, 1, Integer.MAX_VALUE, settings), 3_060);
        assertEquals(path, burst.path[0]);
        a.assign(burst, view, new Repath(8, path, 1 - path, 1, Integer.MAX_VALUE, settings), 3_120);
        assertEquals(1 - path, burst.path[0]);
    }
}
