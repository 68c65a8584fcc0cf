package io.braid.perf.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class HardwareCountersTest {
    @Test
    void countsBecomeRates() {
        Map<String, Double> rates = HardwareCounters.rates("""

                1200000000;;cycles:u;400000000;100.00;;
                1800000000;;instructions;400000000;100.00;1.5;insn per cycle
                <not supported>;;branch-misses;0;100.00;;
                <not counted>;;cache-misses;0;0.00;;
                12,5;;cycles;x;;
                7;;page-faults;0;100.00;;
                Some events weren't counted. Try disabling the NMI watchdog:
                """);
        assertEquals(Map.of("cycles", 3e9, "instructions", 4.5e9), rates);
        assertTrue(HardwareCounters.rates("").isEmpty());
        assertTrue(HardwareCounters.rates("<not supported>;;cycles;0;100.00;;").isEmpty());
    }

    @Test
    void aPacketCostsWhatAllTurnsTogetherCost() {
        var costs = new PacketCosts(true);
        costs.add("braid", Map.of("cycles", 7e9), 1);
        costs.forget();
        costs.add("braid", Map.of("cycles", 3e9, "branch-misses", 1e6), 10e6);
        costs.add("braid", Map.of("cycles", 3e9, "branch-misses", 2e6), 20e6);
        costs.add("testpmd_macswap", Map.of(), 20e6);
        ObjectNode json = new ObjectMapper().createObjectNode();
        costs.write(json);
        assertEquals(1, json.path("counters").size(), json.toString());
        ObjectNode braid = json.withObject("counters").withObject("braid");
        assertEquals(200, braid.path("cycles_per_packet").asDouble(), 1e-9);
        assertEquals(0.1, braid.path("branch_misses_per_packet").asDouble(), 1e-9);
    }

    @Test
    void withoutCountersNothingIsSaid() throws InterruptedException {
        var costs = new PacketCosts(false);
        costs.add("braid", costs.during(1, ProcessHandle.current().pid(), ".*"), 1);
        ObjectNode json = new ObjectMapper().createObjectNode();
        costs.write(json);
        assertTrue(json.isEmpty(), json.toString());
    }

    @Test
    void threadsAreFoundByName() throws InterruptedException {
        long self = ProcessHandle.current().pid();
        var named = new CountDownLatch(1); // the kernel learns a thread's name when it begins to run
        Thread thread = Thread.ofPlatform().name("counted-7").start(() -> {
            named.countDown();
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            named.await();
            assertEquals(1, PacketCosts.threads(self, "counted-[0-9]").size());
            assertTrue(PacketCosts.threads(self, "no such").isEmpty());
        } finally {
            thread.interrupt();
            thread.join();
        }
    }
}
