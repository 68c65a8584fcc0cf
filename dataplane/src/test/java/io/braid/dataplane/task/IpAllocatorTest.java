package io.braid.dataplane.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.Handover;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.IpPrefix;
import io.braid.dataplane.net.MalformedValueException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class IpAllocatorTest {
    private static final long SECOND = 1_000_000_000L;

    private static IpAllocator of(String... slices) {
        return new IpAllocator(Stream.of(slices).map(IpPrefix::parse).toList(), Duration.ofSeconds(60));
    }

    private static List<IpAddress> ips(String... addresses) {
        return Stream.of(addresses).map(IpAddress::parse).toList();
    }

    @Test
    void aTaskGetsAnAddressOfEachFamily() {
        IpAllocator allocator = of("10.100.17.0/26", "2001:db8:100:17::/64");
        assertEquals(ips("10.100.17.0", "2001:db8:100:17::1"), allocator.choose(Set.of(), 0));
        assertEquals(ips("10.100.17.1", "2001:db8:100:17::2"), allocator.choose(Set.of(), 0));
        assertEquals(ips("2001:db8:100:17::1"), of("2001:db8:100:17::/64").choose(Set.of(), 0));
    }

    @Test
    void otherSlicesAreGoneByAndWhatRestsRestsOn() throws Exception {
        IpAllocator allocator = of("10.100.17.0/30");
        allocator.released(ips("10.100.17.0"), 0);
        String yaml = """
                uplinks: [{name: nic0, device: "vdev:net_null0", addresses: [192.0.2.1/31], gateways: [192.0.2.0]}]
                tasks: {prefixes: [10.100.0.0/16], allocate: [10.100.18.0/30, 10.100.17.0/31], cool-down: 10s}
                """;
        allocator.adopt(ConfigLoader.parse("host.yaml", yaml.getBytes(StandardCharsets.UTF_8))
                .config()
                .tasks());
        assertEquals(ips("10.100.18.0"), allocator.choose(Set.of(), SECOND));
        Set<IpAddress> taken = Set.copyOf(ips("10.100.18.0", "10.100.18.1", "10.100.18.2", "10.100.18.3"));
        assertEquals(ips("10.100.17.1"), allocator.choose(taken, SECOND));
        allocator.released(ips("10.100.18.1"), 100 * SECOND);
        Set<IpAddress> others =
                Set.copyOf(ips("10.100.18.0", "10.100.18.2", "10.100.18.3", "10.100.17.0", "10.100.17.1"));
        assertThrows(ControlException.class, () -> allocator.choose(others, 109 * SECOND));
        assertEquals(ips("10.100.18.1"), allocator.choose(others, 110 * SECOND));
    }

    @Test
    void whatIsTakenIsPassedOver() {
        IpAllocator allocator = of("10.100.17.0/30");
        assertEquals(ips("10.100.17.2"), allocator.choose(Set.copyOf(ips("10.100.17.0", "10.100.17.1")), 0));
        assertEquals(ips("10.100.17.0"), allocator.choose(Set.copyOf(ips("10.100.17.3", "10.100.17.1")), 0));
    }

    @Test
    void anAddressRestsBeforeAnotherTaskGetsIt() {
        IpAllocator allocator = of("10.100.17.0/31");
        assertEquals(ips("10.100.17.0"), allocator.choose(Set.of(), 0));
        allocator.released(ips("10.100.17.0"), 10 * SECOND);
        assertEquals(ips("10.100.17.1"), allocator.choose(Set.of(), 11 * SECOND));
        Set<IpAddress> taken = Set.copyOf(ips("10.100.17.1"));
        var full = assertThrows(ControlException.class, () -> allocator.choose(taken, 69 * SECOND));
        assertTrue(full.explanation().contains("[10.100.17.0/31] (tasks.allocate) are taken"), full.explanation());
        assertEquals(ips("10.100.17.0"), allocator.choose(taken, 70 * SECOND));
    }

    @Test
    void anAddressRestsOnInTheNextProcess() {
        IpAllocator before = of("10.100.17.0/31", "2001:db8:100:17::/126");
        before.released(ips("10.100.17.0", "2001:db8:100:17::1", "192.0.2.1"), 10 * SECOND);
        Instant stopped = Instant.parse("2026-11-30T12:00:00.5Z"); // 20 s of the 60 are over
        List<Handover.Cooling> kept = before.cooling(30 * SECOND, stopped);
        assertEquals(
                List.of(
                        new Handover.Cooling("10.100.17.0", stopped.getEpochSecond() + 41),
                        new Handover.Cooling("2001:db8:100:17::1", stopped.getEpochSecond() + 41)),
                kept);
        assertEquals(List.of(), before.cooling(70 * SECOND, stopped));

        IpAllocator after = of("10.100.17.0/31", "2001:db8:100:17::/126"); // its clock of nanoseconds is another
        after.resume(kept, -500 * SECOND, Instant.parse("2026-11-30T12:00:10Z"));
        assertEquals(ips("10.100.17.1", "2001:db8:100:17::2"), after.choose(Set.of(), -500 * SECOND));
        assertEquals(ips("10.100.17.1", "2001:db8:100:17::3"), after.choose(Set.of(), -470 * SECOND));
        assertEquals(ips("10.100.17.0", "2001:db8:100:17::1"), after.choose(Set.of(), -468 * SECOND));
    }

    @Test
    void aClockThatWasSetKeepsNoAddressForLong() {
        IpAllocator allocator = of("10.100.17.0/31");
        allocator.resume(
                List.of(
                        new Handover.Cooling("10.100.17.0", Long.MAX_VALUE),
                        new Handover.Cooling("10.100.17.1", -1),
                        new Handover.Cooling("192.0.2.1", Long.MAX_VALUE)),
                0,
                Instant.EPOCH);
        assertEquals(1, allocator.cooling(0, Instant.EPOCH).size());
        assertEquals(ips("10.100.17.1"), allocator.choose(Set.of(), 0));
        assertEquals(ips("10.100.17.0"), allocator.choose(Set.of(), 60 * SECOND));
        assertThrows(
                MalformedValueException.class,
                () -> allocator.resume(List.of(new Handover.Cooling("nine", 1)), 0, Instant.EPOCH));
    }

    @Test
    void theNextSliceHelpsOut() {
        IpAllocator allocator = of("10.100.17.9/32", "10.100.18.0/24");
        assertEquals(ips("10.100.17.9"), allocator.choose(Set.of(), 0));
        assertEquals(ips("10.100.18.0"), allocator.choose(Set.copyOf(ips("10.100.17.9")), 0));
    }

    @Test
    void withoutASliceThereIsNothingToChooseFrom() {
        assertThrows(ControlException.class, () -> of().choose(Set.of(), 0));
    }

    @Test
    void noAddressIsEverTwoTasksOrGivenTooSoon() {
        IpAllocator allocator = of("10.100.17.0/27", "2001:db8:100:17::/124");
        var random = new Random(7);
        var tasks = new ArrayDeque<List<IpAddress>>();
        Map<IpAddress, Long> freed = new HashMap<>();
        for (long second = 0; second < 20_000; second++) {
            Set<IpAddress> taken = new HashSet<>();
            tasks.forEach(taken::addAll);
            if (tasks.size() < 8 && random.nextBoolean()) {
                try {
                    List<IpAddress> given = allocator.choose(taken, second * SECOND);
                    for (IpAddress address : given) {
                        assertTrue(!taken.contains(address), "seed 7: twice " + address);
                        assertTrue(second - freed.getOrDefault(address, -60L) >= 60, "seed 7: too soon " + address);
                    }
                    tasks.add(given);
                } catch (ControlException full) {
                    assertTrue(freed.size() > 8, full.explanation());
                }
            } else if (!tasks.isEmpty() && random.nextInt(4) == 0) {
                List<IpAddress> gone = tasks.remove();
                allocator.released(gone, second * SECOND);
                long now = second;
                gone.forEach(address -> freed.put(address, now));
            }
        }
    }
}
