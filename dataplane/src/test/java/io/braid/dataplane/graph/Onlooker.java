package io.braid.dataplane.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.flow.FlowBurst;

/** Looks on as closely as it is told to, and holds the graph to what {@link PacketWatch} says. */
final class Onlooker implements PacketWatch {
    private final int interest;
    private int arrived;
    private long decided;

    Onlooker(int interest) {
        this.interest = interest;
    }

    @Override
    public int arrived(Burst burst) {
        arrived = burst.count();
        decided = 0;
        return interest;
    }

    @Override
    public void passed(Node node, Burst burst, ForwardingTable table) {
        assertEquals(FOLLOWS | STEPS, interest);
        assertEquals(0, decided);
    }

    @Override
    public void routed(FlowBurst flows, int[] packets) {
        assertEquals(FOLLOWS | STEPS, interest);
        for (int f = 0; f < flows.count(); f++) {
            assertTrue(packets[f] < arrived);
        }
    }

    @Override
    public void decided(Burst burst, int i, int verdict) {
        assertTrue(Verdict.isSend(verdict) || Verdict.isEnd(verdict), () -> "verdict " + verdict);
        assertEquals(0, decided & (1L << i), "decided before");
        assertTrue(burst.packet(i) != 0, "gone already");
        decided |= 1L << i;
    }

    @Override
    public void leaving(int port, long packets, int count) {
        throw new AssertionError("a graph has no queues");
    }

    @Override
    public void left(int port, long packets, int count, int sent) {
        throw new AssertionError("a graph has no queues");
    }

    @Override
    public void refused(int port, long packet, Reason reason) {
        throw new AssertionError("a graph has no queues");
    }

    /** Every packet of the last burst was decided. */
    void assertAllDecided() {
        assertEquals(interest == 0 ? 0 : -1L >>> (64 - arrived), decided);
    }
}
