package io.braid.dpdk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Several queues, pools by queue, redirection tables and flow rules, with the null driver, which has RSS and no rules. */
class RssIT {
    private static Eal eal;
    private static PacketPool first;
    private static PacketPool second;

    @BeforeAll
    static void start() {
        eal = Eal.start(EalOptions.ordinaryPages(64));
        first = PacketPool.create("first", 2047, 2176, -1);
        second = PacketPool.create("second", 2047, 2176, -1);
    }

    @AfterAll
    static void stop() {
        eal.close();
    }

    private static Port started(String device, int queues, List<PacketPool> pools) {
        Port port = eal.open(device);
        port.configure(PortConfig.single(1500).withQueues(queues, queues), pools);
        port.start();
        return port;
    }

    @Test
    void aRedirectionTableIsReadAsItWasSet() {
        Port port = started("vdev:net_null_reta", 4, List.of(first, first, first, first));
        int size = port.info().redirectionSize();
        assertTrue(size > 0 && port.info().rssTypes() != 0, port.info().toString());
        int[] table = RedirectionTable.even(size, 3);
        RedirectionTable.update(port, table);
        assertArrayEquals(table, RedirectionTable.query(port));
        int[] other = new int[size];
        other[size - 1] = 3;
        other[0] = 2;
        RedirectionTable.update(port, other);
        assertArrayEquals(other, RedirectionTable.query(port));
        assertThrows(DpdkException.class, () -> RedirectionTable.update(port, new int[size - 1]));
        port.close();
    }

    @Test
    void eachReceiveQueueTakesBuffersFromItsOwnPool() {
        Port port = started("vdev:net_null_pools,size=100", 2, List.of(first, second));
        try (Arena arena = Arena.ofConfined()) {
            long burst = arena.allocate(ValueLayout.JAVA_LONG, 32).address();
            assertEquals(32, port.rxQueue(1).receive(burst, 32));
            assertEquals(0, first.inUse());
            assertEquals(32, second.inUse());
            PacketPool.free(burst, 32);
        }
        assertEquals(0, second.inUse());
        port.close();
        assertThrows(
                IllegalArgumentException.class,
                () -> started("vdev:net_null_few", 2, List.of(first)),
                "one pool for two queues");
    }

    @Test
    void aDriverWithoutRulesSaysSo() {
        Port port = started("vdev:net_null_rules", 2, List.of(first, first));
        for (byte[] address : List.of(new byte[] {10, 100, 0, 1}, new byte[16])) {
            Optional<String> refusal = FlowRule.refusal(port, address, 1);
            assertTrue(refusal.isPresent() && refusal.get().contains("ENOSYS"), refusal.toString());
            DpdkException refused = assertThrows(DpdkException.class, () -> FlowRule.create(port, address, 1));
            assertTrue(refused.toString().contains("flow rule"), refused.toString());
        }
        port.close();
    }

    @Test
    void aPortWithOneQueueNeedsNoRss() {
        Port ring = RingPorts.create("norss", 64, 1500, first).near();
        assertEquals(0, ring.info().redirectionSize());
        assertThrows(DpdkException.class, () -> RedirectionTable.query(ring));
    }

    @Test
    void theKeyIsSymmetric() {
        byte[] key = RssKey.symmetric(40);
        assertEquals(40, key.length);
        for (int i = 2; i < key.length; i++) {
            assertEquals(key[i - 2], key[i]);
        }
        assertFalse(key[0] == key[1]);
    }
}
