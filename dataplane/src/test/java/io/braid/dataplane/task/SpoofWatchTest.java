package io.braid.dataplane.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.braid.dataplane.audit.AuditLog;
import io.braid.dataplane.engine.PortTotals;
import io.braid.dataplane.graph.Reason;
import io.braid.linux.CpuSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpoofWatchTest {
    private static final List<String> IPS = List.of("10.100.0.7");

    private final List<String> lines = new ArrayList<>();
    private long now;
    private final AuditLog audit = new AuditLog((_, line) -> lines.add(line.replaceAll(" ips=.*", "")), () -> now);
    private final SpoofWatch watch = new SpoofWatch(List::of, _ -> PortTotals.ZERO, audit, CpuSet.of());

    private void look(Object port, Map<Reason, Long> ended) {
        watch.look("train-1", port, IPS, new PortTotals(0, 0, 0, 0, 0, ended));
    }

    @Test
    void eachKindIsToldWithHowManyCameSince() {
        look("a", Map.of(Reason.SOURCE_NOT_OWNED, 2L, Reason.MULTICAST_NOT_FORWARDED, 9L));
        look("a", Map.of(Reason.SOURCE_NOT_OWNED, 2L, Reason.MULTICAST_NOT_FORWARDED, 12L));
        look("a", Map.of(Reason.SOURCE_NOT_OWNED, 5L, Reason.BAD_ARP, 1L));
        assertEquals(
                List.of(
                        "action=spoof outcome=dropped reason=source-not-owned packets=2 task=train-1",
                        "action=spoof outcome=dropped reason=source-not-owned packets=3 task=train-1",
                        "action=spoof outcome=dropped reason=bad-arp packets=1 task=train-1"),
                lines);
    }

    @Test
    void anotherTaskOfThatNameBeginsAnew() {
        look("a", Map.of(Reason.SOURCE_NOT_OWNED, 7L));
        look("b", Map.of(Reason.SOURCE_NOT_OWNED, 1L));
        assertEquals("action=spoof outcome=dropped reason=source-not-owned packets=1 task=train-1", lines.getLast());
    }

    @Test
    void whatWasLeftOutIsToldWithTheNext() {
        for (long n = 1; n <= 100; n++) {
            look("a", Map.of(Reason.SOURCE_NOT_OWNED, 10 * n));
        }
        assertEquals(10, lines.size());
        now += 10_000_000_000L;
        look("a", Map.of(Reason.SOURCE_NOT_OWNED, 1001L));
        assertEquals("action=spoof outcome=dropped reason=source-not-owned packets=901 task=train-1", lines.getLast());
    }
}
