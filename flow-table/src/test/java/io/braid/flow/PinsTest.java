package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PinsTest {
    private static final int GAP = 50;
    private static final int FLOWS = 4096;
    private static final int ACK = 0x10;
    private static final int TCP = 6;

    private final FlowHash hash = new FlowHash(3);
    private final FlowBurst burst = new FlowBurst(64);
    private BucketTable group = BucketTable.of(BucketTable.DEFAULT_SIZE, 1, 1, 1, 1);
    private Repath wish = Repath.NONE;
    private @Nullable FlowTable inherited;
    private int preferred;
    private boolean strict;
    private MovedPins moved = MovedPins.NONE;

    private FlowTable table(int flows) {
        return new FlowTable(
                Arena.ofAuto().allocate(FlowTable.bytesFor(flows), 64),
                flows,
                hash,
                FlowTimeouts.ofIdle(60_000),
                0,
                burst.capacity());
    }

    private Pins pins(PlacementPolicy policy) {
        return pins(policy, FLOWS);
    }

    private Pins pins(PlacementPolicy policy, int flows) {
        var load = new PathLoad(0, 0);
        return new Pins(table(flows), new Placement(policy, load, 0, GAP), load);
    }

    private void add(int flow, int bytes, int flags) {
        int i = burst.add();
        burst.addresses[i] = FlowKey.ipv4(flow, 1);
        burst.transport[i] = FlowKey.transport(TCP, flow, 443);
        burst.hash[i] = hash.ofKey(burst.addresses[i], burst.transport[i]);
        burst.bytes[i] = bytes;
        burst.tcpFlags[i] = flags;
    }

    private void assign(Pins pins, int now) {
        pins.assign(burst, new PathView(group, group, preferred, strict, moved, inherited), wish, now);
    }

    private int send(Pins pins, int flow, int bytes, int flags, int now) {
        burst.clear();
        add(flow, bytes, flags);
        assign(pins, now);
        return burst.path[0];
    }

    private void weights(int... weights) {
        group = group.withWeights(weights, IdleBuckets.ALL);
    }

    @ParameterizedTest
    @EnumSource
    void flowKeepsItsPathWhateverTheOthersDo(PlacementPolicy policy) {
        Pins pins = pins(policy);
        var random = new SplittableRandom(1);
        Map<Integer, Integer> paths = new HashMap<>();
        for (int now = 0; now < 2_000; now++) {
            burst.clear();
            List<Integer> sent = new ArrayList<>();
            int count = 8 + random.nextInt(burst.capacity() - 7);
            for (int n = 0; n < count; n++) {
                // All of them at least once within the gap, lest flowlet moves one.
                int flow = n < 8 ? (now * 8 + n) % 320 : random.nextInt(320);
                sent.add(flow);
                add(flow, 1 + random.nextInt(9000), ACK);
            }
            assign(pins, now);
            for (int i = 0; i < count; i++) {
                int flow = sent.get(i);
                int path = burst.path[i];
                assertEquals(path, paths.computeIfAbsent(flow, _ -> path), "flow " + flow + " at " + now);
            }
        }
        assertEquals(320, pins.table().size());
    }

    @ParameterizedTest
    @EnumSource
    void flowsOfOneBurstAreOnePinEach(PlacementPolicy policy) {
        Pins pins = pins(policy);
        for (int n = 0; n < 64; n++) {
            add(n % 5, 100, ACK);
        }
        assign(pins, 0);
        assertEquals(5, pins.table().size());
        for (int i = 0; i < 64; i++) {
            assertEquals(burst.path[i % 5], burst.path[i]);
        }
    }

    /** Near the limit an insertion moves entries, also those that the same burst found before. */
    @Test
    void insertionsThatMoveEntriesDisturbNoFlowOfTheSameBurst() {
        Pins pins = pins(PlacementPolicy.HASH, 1024);
        Map<Integer, Integer> paths = new HashMap<>();
        for (int next = 0; next + 32 < 1024; next += 32) {
            burst.clear();
            List<Integer> sent = new ArrayList<>();
            for (int n = 0; n < 64; n++) {
                int flow = n % 2 == 0 ? next + n / 2 : (next * 31 + n) % (next + 1);
                sent.add(flow);
                add(flow, 100, ACK);
            }
            assign(pins, 0);
            for (int i = 0; i < 64; i++) {
                int path = burst.path[i];
                assertEquals(path, paths.computeIfAbsent(sent.get(i), _ -> path));
                assertEquals(group.pathOf(burst.hash[i]), path);
                assertTrue(burst.isPinned(i));
            }
        }
        assertTrue(pins.table().stats().moved() > 0, "entries did move");
        assertEquals(paths.size(), pins.table().size());
    }

    @ParameterizedTest
    @EnumSource
    void lostPathMovesItsFlowsOnlyAndEvenly(PlacementPolicy policy) {
        Pins pins = pins(policy);
        Map<Integer, Integer> before = establish(pins, 3_000, 0);
        weights(1, 0, 1, 1);
        Map<Integer, Integer> after = establish(pins, 3_000, 10);
        int[] held = new int[4];
        after.forEach((flow, path) -> {
            held[path]++;
            int old = before.getOrDefault(flow, BucketTable.NONE);
            if (old != 1) {
                assertEquals(old, path, "survivor " + flow);
            }
        });
        assertEquals(0, held[1]);
        double most = Math.max(held[0], Math.max(held[2], held[3]));
        // By hash a survivor's share is a matter of chance: three standard deviations of 3000 draws.
        assertTrue(most / 1_000 <= (policy == PlacementPolicy.HASH ? 1.08 : 1.02), "held " + most);
        assertEquals(
                before.values().stream().filter(path -> path == 1).count(),
                pins.stats().lost());
        weights(1, 1, 1, 1);
        assertEquals(after, establish(pins, 3_000, 20), "who is established stays when the path returns");
    }

    private Map<Integer, Integer> establish(Pins pins, int flows, int now) {
        Map<Integer, Integer> paths = new HashMap<>();
        for (int flow = 0; flow < flows; flow++) {
            paths.put(flow, send(pins, flow, 1000, ACK, now));
        }
        return paths;
    }

    @ParameterizedTest
    @EnumSource
    void randomFlapsMoveNoFlowWhosePathLives(PlacementPolicy policy) {
        Pins pins = pins(policy);
        long seed = Seeds.seedFor(PinsTest.class);
        var random = new SplittableRandom(seed);
        int[] weights = {1, 1, 1, 1};
        Map<Integer, Integer> paths = new HashMap<>();
        for (int change = 0; change < 1000; change++) {
            weights[random.nextInt(4)] = random.nextInt(3);
            weights(weights.clone());
            for (int flow = 0; flow < 200; flow++) {
                int path = send(pins, flow, 1000, ACK, change);
                Integer last = paths.put(flow, path);
                if (last != null && last != BucketTable.NONE && weights[last] > 0) {
                    assertEquals(last, path, "change " + change + ", seed " + seed);
                }
                assertEquals(path != BucketTable.NONE, !group.isEmpty());
                assertTrue(path == BucketTable.NONE || weights[path] > 0);
                if (path == BucketTable.NONE && last != null) {
                    paths.put(flow, last); // the pin waits
                }
            }
        }
    }

    @Test
    void fewFatFlowsAreSpreadEvenly() {
        Pins pins = pins(PlacementPolicy.LEAST_LOADED);
        int[] held = new int[4];
        establish(pins, 8, 0).values().forEach(path -> held[path]++);
        for (int path = 0; path < 4; path++) {
            assertEquals(2, held[path], "path " + path);
        }
    }

    @Test
    void fullTableGoesByHashAndCounts() {
        Pins pins = pins(PlacementPolicy.LEAST_LOADED, FlowTable.MIN_FLOWS);
        establish(pins, FlowTable.MIN_FLOWS, 0);
        establish(pins, FlowTable.MIN_FLOWS, 1);
        for (int flow = 5_000; flow < 6_000; flow++) {
            int path = send(pins, flow, 100, ACK, 2);
            assertEquals(group.pathOf(burst.hash[0]), path);
            assertFalse(burst.isPinned(0));
        }
        assertEquals(1_000, pins.table().stats().full());
    }

    @Test
    void flowletMovesAFlowOnlyAfterAGap() {
        Pins pins = pins(PlacementPolicy.FLOWLET);
        int path = send(pins, 1, 1000, ACK, 0);
        // Its path becomes busy by others.
        for (int now = 1; now < 2_000; now++) {
            pins.load().add(path, 100_000);
            assertEquals(path, send(pins, 1, 1000, ACK, now));
        }
        assertNotEquals(path, send(pins, 1, 1000, ACK, 2_000 + GAP));
        assertEquals(1, pins.stats().flowlet());
    }

    @Test
    void leastLoadedNeverMovesAFlowByItself() {
        Pins pins = pins(PlacementPolicy.LEAST_LOADED);
        int path = send(pins, 1, 1000, ACK, 0);
        for (int now = 1; now < 2_000; now++) {
            pins.load().add(path, 100_000);
        }
        assertEquals(path, send(pins, 1, 1000, ACK, 30_000));
    }

    @Test
    void connectionThatBeginsAnewIsPlacedAnew() {
        Pins pins = pins(PlacementPolicy.LEAST_LOADED);
        int path = send(pins, 1, 60, FlowState.SYN, 0);
        assertEquals(path, send(pins, 1, 60, FlowState.FIN | ACK, 1));
        for (int now = 1; now < 1_000; now++) {
            pins.load().add(path, 100_000);
            pins.load().roll(now);
        }
        assertEquals(path, send(pins, 1, 60, ACK, 1_000), "the last acknowledgement stays");
        assertNotEquals(path, send(pins, 1, 60, FlowState.SYN, 1_001));
        assertEquals(1, pins.table().size());
    }

    @Test
    void wishMovesOneFlowInAGapAndNoOther() {
        Pins pins = pins(PlacementPolicy.LEAST_LOADED);
        int path = send(pins, 1, 1000, ACK, 0);
        for (int now = 1; now < 3_000; now++) {
            send(pins, 1, 1000, ACK, now);
        }
        int to = (path + 1) % 4;
        wish = new Repath(7, path, to, 1, Integer.MAX_VALUE, RebalancerSettings.DEFAULT.withGapMillis(GAP));
        assertEquals(path, send(pins, 1, 1000, ACK, 3_000), "without a gap it stays");
        assertEquals(to, send(pins, 1, 1000, ACK, 3_000 + GAP));
        assertEquals(1, pins.stats().rebalanced());
        assertEquals(7, pins.table().generation(burst.slot[0]));
    }

    @Test
    void noPathIsSaidAndThePinWaits() {
        Pins pins = pins(PlacementPolicy.LEAST_LOADED);
        int path = send(pins, 1, 100, ACK, 0);
        weights(0, 0, 0, 0);
        assertEquals(BucketTable.NONE, send(pins, 1, 100, ACK, 1));
        assertEquals(BucketTable.NONE, send(pins, 2, 100, ACK, 1));
        assertEquals(1, pins.table().size(), "nothing to pin the new one to");
        weights(1, 1, 1, 1);
        assertEquals(path, send(pins, 1, 100, ACK, 2));
    }

    @Test
    void flowsOfBeforeARestartKeepTheirPath() {
        FlowTable old = table(FLOWS);
        for (int flow = 0; flow < 100; flow++) {
            burst.clear();
            add(flow, 0, ACK);
            old.insert(burst.addresses[0], burst.transport[0], burst.hash[0], flow % 5, ACK, 0);
        }
        inherited = old;
        Pins pins = pins(PlacementPolicy.HASH);
        for (int flow = 0; flow < 100; flow++) {
            int path = send(pins, flow, 100, ACK, 1);
            assertEquals(flow % 5 < 4 ? flow % 5 : group.pathOf(burst.hash[0]), path, "path 4 does not exist any more");
        }
        assertEquals(80, pins.stats().inherited());
        assertEquals(group.pathOf(hashOf(101)), send(pins, 101, 100, ACK, 1));
        int begun = send(pins(PlacementPolicy.HASH), 3, 60, FlowState.SYN, 1);
        assertEquals(group.pathOf(hashOf(3)), begun, "a connection that begins now is not of before");
    }

    private long hashOf(int flow) {
        return hash.ofKey(FlowKey.ipv4(flow, 1), FlowKey.transport(TCP, flow, 443));
    }

    /** Flows keep their paths when the rules change; new flows, and the times, go by the new ones. */
    @Test
    void otherRulesHoldFromTheNextTurnOnAndMoveNoFlow() {
        Pins pins = pins(PlacementPolicy.HASH);
        Map<Integer, Integer> before = new HashMap<>();
        for (int flow = 0; flow < 64; flow++) {
            before.put(flow, send(pins, flow, 1000, ACK, 0));
        }
        pins.tune(new PinTuning(PlacementPolicy.LEAST_LOADED, GAP, FlowTimeouts.ofIdle(1_000)));
        pins.expire(1);
        for (int flow = 0; flow < 64; flow++) {
            assertEquals(before.get(flow), send(pins, flow, 1000, ACK, 2), "flow " + flow);
        }
        // Least-loaded spreads a few even flows evenly, which the hash does by chance only.
        int[] counts = new int[4];
        for (int flow = 1000; flow < 1400; flow++) {
            counts[send(pins, flow, 1000, ACK, 3)]++;
        }
        for (int count : counts) {
            assertTrue(Math.abs(count - 100) <= 20, java.util.Arrays.toString(counts));
        }
        assertEquals(464, pins.table().size());
        for (int now = 10; now < 4_000; now++) {
            pins.expire(now);
        }
        assertEquals(0, pins.table().size(), "the shorter time-out holds for flows of before");
    }
}
