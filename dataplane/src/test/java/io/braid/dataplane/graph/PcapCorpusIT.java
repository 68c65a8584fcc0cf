package io.braid.dataplane.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.dpdk.PortConfig;
import io.braid.dpdk.RxQueue;
import io.braid.dpdk.TxQueue;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replays capture files through a real port ({@code net_pcap}) as uplink 0, and reads back the capture of what the graph sent. */
class PcapCorpusIT extends GraphTestBase {
    private static final int MUTATED = 30_000;
    private static final long ONE = ARENA.allocate(ValueLayout.JAVA_LONG).address();

    @TempDir
    Path files;

    /** Runs a corpus through the graph; what leaves towards tasks and uplinks is captured, what the host gets only counted. */
    private List<byte[]> replay(List<byte[]> corpus, int dataRoom) throws IOException {
        Path received = files.resolve("received.pcap");
        Path transmitted = files.resolve("transmitted.pcap");
        Pcap.write(received, corpus);
        try (PacketPool small = PacketPool.create("pcap", 2047, dataRoom, -1)) {
            try (Port port = eal.open("vdev:net_pcap0,rx_pcap=" + received + ",tx_pcap=" + transmitted)) {
                assertEquals(0, port.id(), "the world's uplink 0");
                // What fits the buffers: net_pcap scatters longer frames, though it does not say that it can.
                port.configure(PortConfig.single(Math.min(1500, dataRoom - Packet.HEADROOM - 22)), small);
                port.start();
                RxQueue in = port.rxQueue(0);
                TxQueue out = port.txQueue(0);
                graph.close();
                graph = newGraph((to, packet) -> {
                    count(to, packet);
                    if (to >= World.punt(0) && to < World.taskPort(0)) {
                        free(packet);
                        return;
                    }
                    sent.add(new Sent(to, Packet.bytes(packet)));
                    Memory.putLong(ONE, packet);
                    assertEquals(1, out.send(ONE, 1));
                });
                pump(in, corpus.size());
                port.stop();
            }
            assertEquals(0, small.inUse(), "buffers not given back");
        }
        assertBalance();
        List<byte[]> captured = Pcap.read(transmitted);
        assertEquals(sent.size(), captured.size());
        for (int i = 0; i < captured.size(); i++) {
            assertBytes(sent.get(i).bytes(), captured.get(i));
        }
        return captured;
    }

    private void pump(RxQueue in, int packets) {
        ForwardingTable table = world.table();
        int received = 0;
        int empty = 0;
        while (received < packets && empty < 1000) {
            int n = in.receive(graph.addresses(), Burst.CAPACITY);
            empty = n == 0 ? empty + 1 : 0;
            received += n;
            now += 50_000_000;
            graph.process(table, 0, n, now, 0);
        }
        assertEquals(packets, received, "packets the driver read from the capture");
        assertEquals(packets, counters.get(0, Counters.RX_PACKETS));
    }

    @Test
    void validPacketsLeaveAsTheOracleSays() throws IOException {
        var corpus = new ArrayList<byte[]>();
        for (int n = 0; n < 40; n++) {
            corpus.addAll(Samples.uplink(0));
        }
        List<byte[]> captured = replay(corpus, 2176);
        captured.forEach(frame -> assertEquals("", Oracle.fault(frame)));
        assertEquals(null, ended().get(Reason.INTERNAL_ERROR));
        byte[] first = Oracle.forwarded(corpus.getFirst(), World.taskMac(0), World.braidMac(0));
        assertBytes(first, captured.getFirst());
    }

    @Test
    void aHostileCorpusLeavesNothingBehind() throws IOException {
        var random = new Random(Seeds.seedFor(PcapCorpusIT.class));
        var mutator = new Mutator(random, Samples.uplink(0));
        var corpus = new ArrayList<byte[]>(Samples.uplink(0));
        while (corpus.size() < MUTATED) {
            byte[] frame = mutator.next();
            if (frame.length > 0) {
                corpus.add(frame);
            }
        }
        // Buffers of 512 bytes, so that the driver hands on long packets scattered.
        List<byte[]> captured = replay(corpus, Packet.HEADROOM + 512);
        for (byte[] frame : captured) {
            boolean tagged = Bytes.u16(frame, 12) == 0x8100;
            assertEquals("", tagged ? "" : Oracle.headerFault(frame));
        }
        assertFalse(ended().containsKey(Reason.INTERNAL_ERROR));
        assertTrue(ended().size() > 15, () -> "few kinds of ends were reached: " + ended());
    }
}
