package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What can be seen of flows from outside their worker. */
class FlowScanTest {
    private static final int FLOWS = 4096;

    private final FlowHash hash = new FlowHash(11);
    private final FlowTable table = new FlowTable(
            Arena.ofAuto().allocate(FlowTable.bytesFor(FLOWS), 64), FLOWS, hash, FlowTimeouts.ofIdle(60_000), 0, 64);

    private long insert4(int n, int path) {
        long addresses = FlowKey.ipv4(0x0a000000 + n, 0xc6336407);
        long transport = FlowKey.transport(6, 1000 + n, 443);
        return table.insert(addresses, transport, hash.ofKey(addresses, transport), path, 0x10, 0);
    }

    private long insert6(int n, int path) {
        long addresses = hash.ipv6AddressWord(0x20010db8L << 32, n, 0x20010db8L << 32 | 1, 7);
        long transport = FlowKey.IPV6 | FlowKey.transport(17, 2000 + n, 53);
        long slot = table.insert(addresses, transport, hash.ofKey(addresses, transport), path, 0, 0);
        table.setIpv6(slot, 0x20010db8L << 32, n, 0x20010db8L << 32 | 1, 7);
        return slot;
    }

    @Test
    void seesEveryFlowWithAllThereIsOfIt() {
        for (int n = 0; n < 500; n++) {
            insert4(n, n % 4);
            insert6(n, n % 3);
        }
        Map<Integer, Integer> four = new HashMap<>();
        Map<Integer, Integer> six = new HashMap<>();
        var scan = new FlowScan(table, hash, 0);
        while (scan.next()) {
            assertFalse(scan.isAddressesOnly());
            if (scan.isIpv6()) {
                assertEquals(17, scan.protocol());
                assertEquals(0x20010db8L << 32, scan.sourceHigh());
                assertEquals(0x20010db8L << 32 | 1, scan.destinationHigh());
                assertEquals(7, scan.destinationLow());
                assertEquals(2000 + scan.sourceLow(), scan.sourcePort());
                assertEquals(53, scan.destinationPort());
                six.put((int) scan.sourceLow(), scan.path());
            } else {
                assertEquals(6, scan.protocol());
                assertEquals(0xc6336407, scan.destination4());
                assertEquals(443, scan.destinationPort());
                four.put(scan.source4() - 0x0a000000, scan.path());
            }
        }
        assertEquals(500, four.size());
        assertEquals(500, six.size());
        four.forEach((n, path) -> assertEquals(n % 4, path));
        six.forEach((n, path) -> assertEquals(n % 3, path));
    }

    @Test
    void showsWhatAFlowDid() {
        long slot = insert4(1, 2);
        for (int millis = 1; millis <= 2000; millis++) {
            table.touch(slot, 1250, 0x10, millis);
        }
        table.setPath(slot, 3, 9);
        var scan = new FlowScan(table, hash, 2500);
        assertTrue(scan.next());
        assertEquals(3, scan.path());
        assertTrue(scan.isMoved());
        assertEquals(FlowState.ESTABLISHED, scan.state());
        assertEquals(500, scan.idleMillis());
        assertEquals(2_500_000, scan.bytes());
        assertEquals(1_250_000, new Busy(2000).rate(), 1_250_000 * 0.1);
        assertFalse(scan.next());
    }

    /** The same flow while it still sends. */
    private final class Busy {
        private final FlowScan scan;

        Busy(int now) {
            scan = new FlowScan(table, hash, now);
        }

        double rate() {
            assertTrue(scan.next());
            return scan.bytesPerSecond();
        }
    }

    /** While a worker inserts, moves and forgets, no flow is seen that never was. */
    @Test
    void makesNoFlowUp() throws InterruptedException {
        var running = new AtomicBoolean(true);
        List<String> wrong = new ArrayList<>();
        Thread reader = Thread.ofPlatform().start(() -> {
            while (running.get()) {
                var scan = new FlowScan(table, hash, 0);
                while (scan.next()) {
                    boolean right = scan.isIpv6()
                            ? scan.sourcePort() == (int) (2000 + scan.sourceLow() & 0xffff)
                                    && scan.path() == scan.sourceLow() % 3
                            : scan.sourcePort() == (1000 + scan.source4() - 0x0a000000 & 0xffff)
                                    && scan.path() == (scan.source4() - 0x0a000000) % 4;
                    if (!right) {
                        wrong.add(
                                scan.source4() + " " + scan.sourceLow() + " " + scan.sourcePort() + " " + scan.path());
                        return;
                    }
                }
            }
        });
        for (int n = 0; n < 60_000; n++) {
            insert4(n, n % 4);
            insert6(n, n % 3);
        }
        running.set(false);
        reader.join();
        assertEquals(List.of(), wrong);
    }
}
