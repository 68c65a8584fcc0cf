package io.braid.dataplane.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.braid.dpdk.Packet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A defect in a node costs one burst: its packets are counted and given back, and the next burst is handled. */
class DefectIT extends GraphTestBase {
    private static final byte[] DATA = Bytes.payload(40);
    private static final byte[] FINE = World.in4(0).udp(1, 2, DATA).build();
    private static final byte[] HOPELESS = World.in4(0).ttl(1).udp(1, 2, DATA).build();
    private static final byte[] PADDED =
            World.in4(0).udp(1, 2, DATA).trailer(new byte[40]).build();

    @Test
    void anExceptionInANodeLosesTheBurstAndNothingElse() {
        world.strayTask = true;
        byte[] stray = World.in4(0).to("10.100.9.9").udp(1, 2, DATA).build();
        ForwardingTable table = world.table();
        long padded = chained(PADDED, FINE.length, FINE.length + 20);
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> injectPackets(table, 0, packet(FINE), packet(HOPELESS), padded, packet(stray), packet(FINE)));
        assertEquals(5, ended().get(Reason.INTERNAL_ERROR));
        assertEquals(List.of(), sent);
        assertBalance();
        assertSent(World.taskPort(0), 0, FINE);
    }

    @Test
    void anExceptionWhileSendingLosesOnlyWhatWasNotSentYet() {
        graph.close();
        var calls = new int[1];
        graph = newGraph((port, packet) -> {
            count(port, packet);
            sent.add(new Sent(port, Packet.bytes(packet)));
            free(packet);
            if (++calls[0] == 2) {
                throw new IllegalStateException("a sink with a defect");
            }
        });
        assertThrows(IllegalStateException.class, () -> inject(0, FINE, FINE, FINE, HOPELESS));
        assertEquals(2, sent.size());
        assertEquals(2, ended().get(Reason.INTERNAL_ERROR));
        assertBalance();
        assertSent(World.taskPort(0), 0, FINE);
    }

    @Test
    void aDefectWhileFragmentingLosesNoBuffer() {
        graph.close();
        var calls = new int[1];
        graph = newGraph((port, packet) -> {
            count(port, packet);
            free(packet);
            if (++calls[0] == 2) {
                throw new IllegalStateException("a sink with a defect");
            }
        });
        byte[] large = World.in4(0).udp(1, 2, Bytes.payload(5000)).build();
        assertThrows(IllegalStateException.class, () -> inject(0, FINE, large, FINE));
        assertEquals(0, pool.inUse());
        assertBalance();
    }
}
