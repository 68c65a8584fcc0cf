package io.braid.numa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dpdk.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs, tags, marks and the memory of a {@link HandoffRing}. */
final class HandoffBurstTest {
    private final List<String> got = new ArrayList<>();
    private final HandoffRing.BurstHandler collect = (packets, count, tag) -> {
        var run = new StringBuilder().append(tag).append(':');
        for (int i = 0; i < count; i++) {
            run.append(' ').append(Memory.getLong(packets + (long) i * Long.BYTES));
        }
        got.add(run.toString());
    };

    @Test
    void whatWasOfferedAtOnceIsGivenAtOnceUpToTheLimit() {
        HandoffRing ring = new HandoffRing(16);
        ring.offer(Burst.range(0, 5).address(), 5, 7);
        ring.offer(5, 8);
        ring.offer(Burst.range(6, 9).address(), 3, 8);
        assertEquals(3, ring.pollBursts(collect, 3));
        assertEquals(6, ring.pollBursts(collect, 16));
        assertEquals(List.of("7: 0 1 2", "7: 3 4", "8: 5", "8: 6 7 8"), got);
        assertEquals(0, ring.pollBursts(collect, 16));
    }

    @Test
    void aRunOverTheEndOfTheRingIsGivenInTwoParts() {
        HandoffRing ring = new HandoffRing(8);
        ring.offer(Burst.range(0, 6).address(), 6, 1);
        ring.pollBursts(collect, 8);
        ring.offer(Burst.range(6, 12).address(), 6, 2);
        assertEquals(6, ring.pollBursts(collect, 8));
        assertEquals(List.of("1: 0 1 2 3 4 5", "2: 6 7", "2: 8 9 10 11"), got);
    }

    @Test
    void neighborsOfOneTagAreOneRun() {
        HandoffRing ring = new HandoffRing(8);
        assertEquals(7, ring.offerTagged(Burst.range(0, 7).address(), Burst.tags(7, 3), 7));
        assertEquals(1, ring.offerTagged(Burst.range(7, 10).address(), Burst.tags(3, 1), 3), "the part that fits");
        assertEquals(0, ring.offerTagged(Burst.range(8, 10).address(), Burst.tags(2, 1), 2));
        assertEquals(0, ring.offerTagged(Burst.range(8, 10).address(), Burst.tags(2, 1), 0));
        assertEquals(8, ring.pollBursts(collect, 8));
        assertEquals(List.of("0: 0 1 2", "1: 3 4 5", "2: 6", "0: 7"), got);
    }

    @Test
    void tagsMayBeAnyNumber() {
        HandoffRing ring = new HandoffRing(4);
        ring.offer(-1L, Integer.MIN_VALUE);
        ring.offer(0L, -1);
        ring.pollBursts(collect, 4);
        assertEquals(List.of("-2147483648: -1", "-1: 0"), got);
    }

    @Test
    void roomIsGivenBackWhenTheHandlerHasReturned() {
        HandoffRing ring = new HandoffRing(8);
        assertEquals(8, ring.remaining());
        long before = ring.mark();
        assertTrue(ring.passed(before), "nothing was offered");
        ring.offer(Burst.range(0, 5).address(), 5, 0);
        long mark = ring.mark();
        ring.offer(5, 0);
        assertEquals(2, ring.remaining());
        List<Boolean> inside = new ArrayList<>();
        ring.poll((_, _) -> inside.add(ring.passed(mark) || ring.remaining() != 2), 4);
        assertFalse(ring.passed(mark), "one is missing");
        assertEquals(6, ring.remaining());
        ring.poll((_, _) -> inside.add(ring.passed(mark)), 1);
        assertTrue(ring.passed(mark));
        assertFalse(ring.passed(ring.mark()));
        ring.poll((_, _) -> {}, 8);
        assertTrue(ring.passed(ring.mark()));
        assertFalse(inside.contains(true), "not before the handler has returned");
    }

    @Test
    void aBurstHandlerThatThrowsIsNotGivenThePacketsAgain() {
        HandoffRing ring = new HandoffRing(8);
        ring.offer(Burst.range(0, 3).address(), 3, 1);
        ring.offer(Burst.range(3, 5).address(), 2, 2);
        var bug = assertThrows(
                IllegalStateException.class,
                () -> ring.pollBursts(
                        (_, _, _) -> {
                            throw new IllegalStateException("bug");
                        },
                        8));
        assertEquals("bug", bug.getMessage());
        assertEquals(2, ring.size());
        assertEquals(2, ring.pollBursts(collect, 8));
        assertEquals(List.of("2: 3 4"), got);
    }

    @Test
    void liesInTheMemoryItIsGiven() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(HandoffRing.bytes(16), 64).fill((byte) 0xa5);
            HandoffRing ring = new HandoffRing(16, memory);
            ring.offer(Burst.range(0, 16).address(), 16, 0);
            ring.pollBursts(
                    (packets, _, _) -> {
                        assertEquals(memory.address(), packets);
                        collect.onBurst(packets, 2, 0);
                    },
                    16);
            assertEquals(List.of("0: 0 1"), got);
        }
    }

    @Test
    void refusesOtherMemory() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(HandoffRing.bytes(16) + 8, 64);
            long bytes = HandoffRing.bytes(16);
            assertThrows(IllegalArgumentException.class, () -> new HandoffRing(16, memory.asSlice(0, bytes - 1)));
            assertThrows(IllegalArgumentException.class, () -> new HandoffRing(16, memory.asSlice(4, bytes)));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new HandoffRing(16, MemorySegment.ofArray(new long[(int) bytes])));
            new HandoffRing(16, memory.asSlice(8, bytes));
        }
    }

    /** Random offers and polls, compared with a plain list. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void doesWhatAListDoes(long seed) {
        Random random = new Random(seed);
        int capacity = 1 << (1 + random.nextInt(6));
        HandoffRing ring = new HandoffRing(capacity);
        List<String> expected = new ArrayList<>();
        List<String> seen = new ArrayList<>();
        HandoffRing.Handler one = (packet, tag) -> seen.add(packet + "/" + tag);
        HandoffRing.BurstHandler many = (packets, count, tag) -> {
            for (int i = 0; i < count; i++) {
                seen.add(Memory.getLong(packets + (long) i * Long.BYTES) + "/" + tag);
            }
        };
        MemorySegment burst = Burst.range(0, 80);
        long tags = Burst.tags(80, 2);
        for (int step = 0; step < 20_000; step++) {
            int n = random.nextInt(80);
            int tag = step;
            int room = capacity - (expected.size() - seen.size());
            assertEquals(room, ring.remaining(), "seed " + seed + " step " + step);
            switch (random.nextInt(5)) {
                case 0 -> {
                    assertEquals(room > 0, ring.offer(tag, n));
                    add(expected, room, 1, _ -> tag, _ -> n);
                }
                case 1 -> {
                    int offset = random.nextInt(80 - n + 1);
                    assertEquals(Math.min(room, n), ring.offer(burst.address() + offset * 8L, n, tag));
                    add(expected, room, n, i -> offset + i, _ -> tag);
                }
                case 2 -> {
                    assertEquals(Math.min(room, n), ring.offerTagged(burst.address(), tags, n));
                    add(expected, room, n, i -> i, i -> i / 2);
                }
                case 3 -> assertEquals(Math.min(capacity - room, n), ring.poll(one, n));
                default -> assertEquals(Math.min(capacity - room, n), ring.pollBursts(many, n));
            }
        }
        ring.poll(one, capacity);
        assertEquals(expected, seen, "seed " + seed);
    }

    private static void add(List<String> to, int room, int n, IntToLongFunction packet, IntUnaryOperator tag) {
        for (int i = 0; i < Math.min(room, n); i++) {
            to.add(packet.applyAsLong(i) + "/" + tag.applyAsInt(i));
        }
    }
}
