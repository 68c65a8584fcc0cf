package io.braid.dpdk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.linux.Interfaces;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Packets in and out of the drivers that need no hardware, byte by byte. */
class DriversIT {
    private static final int FRAMES = 48;
    private static final int PCAP_HEADER = 24;
    private static final int RECORD_HEADER = 16;
    private static final Arena ARENA = Arena.ofShared();
    private static final long BURST = ARENA.allocate(ValueLayout.JAVA_LONG, 64).address();

    private static Eal eal;
    private static PacketPool pool;

    @TempDir
    private Path directory = Path.of(".");

    @BeforeAll
    static void start() {
        eal = Eal.start(EalOptions.ordinaryPages(64));
        pool = PacketPool.create("test", 2047, 2176, -1);
    }

    @AfterEach
    void nothingLeaked() {
        assertEquals(0, pool.inUse(), "buffers not given back");
    }

    @AfterAll
    static void stop() {
        eal.close();
    }

    @Test
    void aFileIsReceivedAndSentToAnother() throws IOException, InterruptedException {
        List<byte[]> frames = frames();
        Path in = directory.resolve("in.pcap");
        Path out = directory.resolve("out.pcap");
        Files.write(in, pcap(frames));
        try (Port port = started("vdev:net_pcap0,rx_pcap=" + in + ",tx_pcap=" + out)) {
            assertEquals("net_pcap", port.info().driver());
            RxQueue receive = port.rxQueue(0);
            int got = 0;
            for (long end = deadline(); got < FRAMES && System.nanoTime() < end; ) {
                int n = receive.receive(BURST, 32);
                for (int i = 0; i < n; i++) {
                    assertArrayEquals(frames.get(got++), Packet.bytes(Memory.getLong(BURST + 8L * i)));
                }
                assertEquals(n, port.txQueue(0).send(BURST, n));
            }
            assertEquals(FRAMES, got);
            assertEquals(FRAMES, port.statistics().rxPackets());
            assertEquals(FRAMES, port.statistics().txPackets());
        }
        assertSame(frames, records(Files.readAllBytes(out)));
    }

    @Test
    void whatEntersOneEndOfACableLeavesAtTheOther() throws InterruptedException {
        Interfaces host = Interfaces.host();
        String one = "bd" + ProcessHandle.current().pid() + "a";
        String other = "bd" + ProcessHandle.current().pid() + "b";
        host.run("link", "add", one, "type", "veth", "peer", "name", other);
        try {
            host.setUp(one);
            host.setUp(other);
            try (Port near = started("vdev:net_af_packet0,iface=" + one);
                    Port far = started("vdev:net_af_packet1,iface=" + other)) {
                List<byte[]> frames = frames();
                send(near, frames);
                List<byte[]> received = receive(far, frames);
                assertSame(frames, received);
            }
        } finally {
            host.run("link", "del", one);
        }
    }

    @Test
    void theNullDriverMakesAndTakesFrames() {
        try (Port port = started("vdev:net_null0,size=100")) {
            assertEquals(32, port.rxQueue(0).receive(BURST, 32));
            for (int i = 0; i < 32; i++) {
                assertEquals(100, Packet.length(Memory.getLong(BURST + 8L * i)));
                assertEquals(1, Packet.segments(Memory.getLong(BURST + 8L * i)));
            }
            assertEquals(32, port.txQueue(0).send(BURST, 32));
            assertEquals(32, port.statistics().txPackets());
        }
    }

    private static Port started(String device) {
        Port port = eal.open(device);
        port.configure(PortConfig.single(1500), pool);
        port.start();
        return port;
    }

    /** From the smallest to the largest that an MTU of 1500 allows, of random bytes behind a broadcast address and an experimental Ethernet type. */
    private static List<byte[]> frames() {
        var random = new Random(7);
        var frames = new ArrayList<byte[]>();
        for (int i = 0; i < FRAMES; i++) {
            byte[] frame = new byte[60 + i * (1514 - 60) / (FRAMES - 1)];
            random.nextBytes(frame);
            for (int at = 0; at < 6; at++) {
                frame[at] = (byte) 0xff;
            }
            frame[6] = 2; // a source that is no group
            frame[12] = (byte) 0x88;
            frame[13] = (byte) 0xb5;
            frames.add(frame);
        }
        return frames;
    }

    private static void send(Port port, List<byte[]> frames) throws InterruptedException {
        TxQueue queue = port.txQueue(0);
        long end = deadline();
        for (int next = 0; next < frames.size(); ) {
            int n = Math.min(16, frames.size() - next);
            assertTrue(pool.allocate(BURST, n));
            for (int i = 0; i < n; i++) {
                Packet.setBytes(Memory.getLong(BURST + 8L * i), frames.get(next + i));
            }
            int sent = queue.send(BURST, n);
            PacketPool.free(BURST + 8L * sent, n - sent);
            next += sent;
            assertTrue(System.nanoTime() < end, "sent " + next);
            if (sent == 0) {
                Thread.sleep(1);
            }
        }
    }

    /** Those with the frames' Ethernet type, until there are as many as were sent; the kernel sends frames of its own. */
    private static List<byte[]> receive(Port port, List<byte[]> sent) throws InterruptedException {
        RxQueue queue = port.rxQueue(0);
        var received = new ArrayList<byte[]>();
        for (long end = deadline(); received.size() < sent.size() && System.nanoTime() < end; ) {
            int n = queue.receive(BURST, 32);
            for (int i = 0; i < n; i++) {
                byte[] frame = Packet.bytes(Memory.getLong(BURST + 8L * i));
                if (frame[12] == (byte) 0x88 && frame[13] == (byte) 0xb5) {
                    received.add(frame);
                }
            }
            PacketPool.free(BURST, n);
            if (n == 0) {
                Thread.sleep(1);
            }
        }
        return received;
    }

    private static void assertSame(List<byte[]> expected, List<byte[]> actual) {
        assertEquals(expected.size(), actual.size());
        for (int i = 0; i < expected.size(); i++) {
            assertArrayEquals(expected.get(i), actual.get(i), "frame " + i);
        }
    }

    private static long deadline() {
        return System.nanoTime() + Duration.ofSeconds(20).toNanos();
    }

    private static byte[] pcap(List<byte[]> frames) {
        int size =
                frames.stream().mapToInt(frame -> RECORD_HEADER + frame.length).sum();
        ByteBuffer file = ByteBuffer.allocate(PCAP_HEADER + size).order(ByteOrder.LITTLE_ENDIAN);
        file.putInt(0xa1b2c3d4)
                .putShort((short) 2)
                .putShort((short) 4)
                .putLong(0)
                .putInt(65535)
                .putInt(1);
        for (byte[] frame : frames) {
            file.putLong(0).putInt(frame.length).putInt(frame.length).put(frame);
        }
        return file.array();
    }

    private static List<byte[]> records(byte[] pcap) {
        ByteBuffer file = ByteBuffer.wrap(pcap).order(ByteOrder.LITTLE_ENDIAN).position(PCAP_HEADER);
        var frames = new ArrayList<byte[]>();
        while (file.hasRemaining()) {
            file.getLong();
            byte[] frame = new byte[file.getInt()];
            assertEquals(frame.length, file.getInt());
            file.get(frame);
            frames.add(frame);
        }
        return frames;
    }
}
