package io.braid.numa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class HandoffsTest {
    private final List<String> refused = new ArrayList<>();
    private final Handoffs.Refused refuse = (worker, packet, tag) -> refused.add(worker + "/" + packet + "/" + tag);

    @Test
    void eachWorkerGetsItsPacketsInOrderWithTheirTags() {
        var rings = rings(3, 64);
        var handoffs = new Handoffs(rings, refuse);
        handoffs.add(2, 10, 1);
        handoffs.add(0, 20, 1);
        handoffs.add(2, 11, 1);
        handoffs.add(2, 12, 5);
        handoffs.add(0, 21, 9);
        assertEquals(5, handoffs.gathered());
        assertEquals(0, rings.get(2).size(), "nothing leaves before the flush");
        handoffs.flush();
        handoffs.flush();
        assertEquals(0, handoffs.gathered());
        assertEquals(List.of("20/1", "21/9"), packets(rings.get(0)));
        assertEquals(List.of(), packets(rings.get(1)));
        assertEquals(List.of("10/1", "11/1", "12/5"), packets(rings.get(2)));
        assertEquals(List.of(), refused);
    }

    @Test
    void moreThanABurstIsHandedOverInBetween() {
        var rings = rings(2, 512);
        var handoffs = new Handoffs(rings, refuse);
        handoffs.add(0, 1, 0);
        for (int i = 0; i < 2 * Handoffs.BURST + 3; i++) {
            handoffs.add(1, i, i);
        }
        assertEquals(4, handoffs.gathered());
        handoffs.flush();
        assertEquals(List.of("1/0"), packets(rings.get(0)));
        assertEquals(
                LongStream.range(0, 2 * Handoffs.BURST + 3)
                        .mapToObj(i -> i + "/" + i)
                        .toList(),
                packets(rings.get(1)));
    }

    @Test
    void theLastOnesAreRefusedWhenARingIsFull() {
        var rings = rings(2, 4);
        var handoffs = new Handoffs(rings, refuse);
        for (int i = 0; i < 6; i++) {
            handoffs.add(1, i, 7);
            handoffs.add(0, i, 8);
            if (i == 2) {
                handoffs.flush();
            }
        }
        handoffs.flush();
        assertEquals(List.of("0/8", "1/8", "2/8", "3/8"), packets(rings.get(0)));
        assertEquals(List.of("0/7", "1/7", "2/7", "3/7"), packets(rings.get(1)));
        assertEquals(List.of("1/4/7", "1/5/7", "0/4/8", "0/5/8"), refused);
    }

    @Test
    void allocatesNothing() {
        var rings = rings(2, 128);
        long[] sum = new long[2];
        var handoffs = new Handoffs(rings, (worker, packet, tag) -> sum[0] += worker + packet + tag);
        HandoffRing.BurstHandler count = (_, n, _) -> sum[1] += n;
        long bytes = Allocation.ofSteadyState(() -> {
            for (int i = 0; i < 100; i++) {
                for (int p = 0; p < 100; p++) {
                    handoffs.add(p & 1, p, p >> 3);
                }
                handoffs.flush();
                rings.get(0).pollBursts(count, 50);
                rings.get(1).pollBursts(count, 40); // the ring fills up
            }
        });
        assertEquals(0, bytes);
        assertTrue(sum[0] > 0 && sum[1] > 0);
    }

    private static List<HandoffRing> rings(int count, int capacity) {
        var rings = new ArrayList<HandoffRing>();
        for (int i = 0; i < count; i++) {
            rings.add(new HandoffRing(capacity));
        }
        return rings;
    }

    private static List<String> packets(HandoffRing ring) {
        List<String> packets = new ArrayList<>();
        ring.poll((packet, tag) -> packets.add(packet + "/" + tag), ring.capacity());
        return packets;
    }
}
