package io.braid.dpdk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Ports, pools and burst calls against the real library, with ordinary pages and memory rings. */
class PortIT {
    private static Eal eal;
    private static PacketPool pool;
    private static final Arena ARENA = Arena.ofShared();
    private static final long BURST = ARENA.allocate(ValueLayout.JAVA_LONG, 64).address();

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
    void bytesArriveAsTheyWereSent() {
        RingPorts pair = RingPorts.create("bytes", 256, 1500, pool);
        byte[] frame = new byte[1514];
        new Random(1).nextBytes(frame);
        assertTrue(pool.allocate(BURST, 32));
        for (int i = 0; i < 32; i++) {
            frame[0] = (byte) i;
            Packet.setBytes(Memory.getLong(BURST + 8L * i), frame);
        }
        assertEquals(32, pair.near().txQueue(0).send(BURST, 32));
        assertEquals(32, pair.far().rxQueue(0).receive(BURST, 64));
        for (int i = 0; i < 32; i++) {
            frame[0] = (byte) i;
            assertArrayEquals(frame, Packet.bytes(Memory.getLong(BURST + 8L * i)));
        }
        PacketPool.free(BURST, 32);
        assertEquals(32, pair.near().statistics().txPackets());
        assertEquals(32, pair.far().statistics().rxPackets());
    }

    @Test
    void aRestartedPortGoesOn() {
        RingPorts pair = RingPorts.create("again", 64, 1500, pool);
        pair.near().restart();
        assertTrue(pool.allocate(BURST, 8));
        assertEquals(8, pair.near().txQueue(0).send(BURST, 8));
        assertEquals(8, pair.far().rxQueue(0).receive(BURST, 64));
        PacketPool.free(BURST, 8);
    }

    @Test
    void whatDriversTellIsKeptUntilItIsTaken() {
        Port port = RingPorts.create("events", 64, 1500, pool).near();
        var woken = new AtomicInteger();
        eal.portEvents().take(port.id());
        eal.portEvents().onEvent(woken::incrementAndGet);
        PortEvents.raise(port.name(), PortEvents.Kind.RESET);
        PortEvents.raise(port.name(), PortEvents.Kind.LINK);
        assertEquals(2, woken.get());
        assertEquals(Set.of(), eal.portEvents().take(port.id() + 1));
        assertEquals(
                Set.of(PortEvents.Kind.RESET, PortEvents.Kind.LINK),
                eal.portEvents().take(port.id()));
        assertEquals(Set.of(), eal.portEvents().take(port.id()));
    }

    @Test
    void aFullRingTakesOnlyWhatFits() {
        RingPorts pair = RingPorts.create("full", 32, 1500, pool);
        assertTrue(pool.allocate(BURST, 40));
        int sent = pair.near().txQueue(0).send(BURST, 40);
        assertEquals(31, sent, "a ring of 32 holds 31");
        PacketPool.free(BURST + 8L * sent, 40 - sent);
        assertEquals(31, pair.far().rxQueue(0).receive(BURST, 64));
        PacketPool.free(BURST, 31);
    }

    @Test
    void headroomTruncateAndChain() {
        long a = pool.allocate(BURST);
        long b = pool.allocate(BURST);
        Packet.setBytes(a, new byte[] {1, 2, 3, 4});
        Packet.setBytes(b, new byte[] {5, 6});
        Packet.trimHead(a, 1);
        assertArrayEquals(new byte[] {2, 3, 4}, Packet.bytes(a));
        Packet.prepend(a, 1);
        Packet.chain(a, b);
        assertEquals(2, Packet.segments(a));
        assertArrayEquals(new byte[] {1, 2, 3, 4, 5, 6}, Packet.bytes(a));
        assertEquals(0, Packet.truncate(a, 5), "the second segment still holds a byte");
        assertArrayEquals(new byte[] {1, 2, 3, 4, 5}, Packet.bytes(a));
        long rest = Packet.truncate(a, 3);
        assertEquals(b, rest);
        assertEquals(1, Packet.segments(a));
        assertArrayEquals(new byte[] {1, 2, 3}, Packet.bytes(a));
        Memory.putLong(BURST, a);
        Memory.putLong(BURST + 8, rest);
        PacketPool.free(BURST, 2);
    }

    @Test
    void anExhaustedPoolSaysSo() {
        try (Arena arena = Arena.ofConfined()) {
            long all = arena.allocate(ValueLayout.JAVA_LONG, 2048).address();
            int taken = 0;
            while (pool.allocate(all + 8L * taken, 1)) {
                taken++;
            }
            assertEquals(0, pool.allocate(BURST));
            assertTrue(taken > 1500, "got " + taken);
            PacketPool.free(all, taken);
        }
    }

    @Test
    void aRegisteredThreadUsesItsCache() throws Exception {
        var thread = Thread.ofPlatform().start(() -> {
            try (var _ = LcoreRegistration.register()) {
                assertTrue(pool.allocate(BURST, 8));
                PacketPool.free(BURST, 8);
            }
        });
        thread.join();
        Thread virtual = Thread.ofVirtual()
                .unstarted(() -> assertThrows(IllegalStateException.class, LcoreRegistration::register));
        virtual.start();
        virtual.join();
    }

    @Test
    void aTapPortHasTheMacItWasGiven() {
        try (Port tap = eal.open("vdev:net_tap7,iface=brtest7,mac=02:b0:00:00:00:07")) {
            assertEquals("net_tap", tap.info().driver());
            tap.configure(PortConfig.single(1600), pool);
            tap.start();
            assertEquals(0x02b000000007L, tap.macAddress());
            assertEquals(
                    DpdkLibraries.loadedAbi() == Abi.DPDK_22_11 ? 1504 : 1600,
                    tap.mtu(),
                    "net_tap's maximum, and as asked");
            assertTrue(tap.link().up());
            assertFalse(tap.extendedStatistics().isEmpty());
            tap.stop();
            assertThrows(IllegalStateException.class, () -> tap.rxQueue(0));
        }
        try (Port again = eal.open("vdev:net_tap7,iface=brtest7")) {
            assertNotEquals(-1, again.id());
        }
    }

    @Test
    void failuresSayWhatToDo() {
        assertFails("ip link", () -> eal.open("vdev:net_af_packet9,iface=nosuch0"));
        assertFails(DpdkLibraries.loadedAbi().debianPackage("net_nosuch"), () -> eal.open("vdev:net_nosuch0"));
        assertFails("dpdk-devbind.py", () -> eal.open("pci:0000:ff:1f.7"));
        assertFails("dpdk.memory", () -> PacketPool.create("huge", 1 << 20, 9216, -1));
        assertFails("only once", () -> Eal.start(EalOptions.ordinaryPages(64)));
        assertFails("already", () -> {
            try (Port _ = eal.open("vdev:net_null3")) {
                eal.open("vdev:net_null3");
            }
        });
    }

    private static void assertFails(String hint, Executable action) {
        String message =
                String.valueOf(assertThrows(DpdkException.class, action).getMessage());
        assertTrue(message.contains(hint), message);
    }
}
