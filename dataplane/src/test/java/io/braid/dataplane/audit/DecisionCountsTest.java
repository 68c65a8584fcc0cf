package io.braid.dataplane.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.audit.DecisionCounts.Decision;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DecisionCountsTest {
    private final AtomicInteger lines = new AtomicInteger();
    private final AuditLog log = new AuditLog((_, _) -> lines.incrementAndGet(), () -> 0);

    @Test
    void eachOutcomeIsCounted() {
        AuditEvent attach = AuditEvent.of(AuditAction.ATTACH, Asker.UNKNOWN, "t");
        log.granted(attach);
        log.refused(attach, "grant-expired", "it is over");
        log.refused(attach, "conflict", "it is there already");
        log.failed(attach, "fault", "it did not work");
        log.ended(AuditEvent.of(AuditAction.EXPIRE, null, "t"), "grant-expired");
        assertEquals(
                Map.of(
                        new Decision("attach", "granted", ""), 1L,
                        new Decision("attach", "refused", "grant-expired"), 1L,
                        new Decision("attach", "refused", "conflict"), 1L,
                        new Decision("attach", "failed", "fault"), 1L,
                        new Decision("expire", "withdrawn", "grant-expired"), 1L),
                log.counts().all());
        assertEquals(1, log.counts().refusedGrants());
    }

    @Test
    void whatAFloodLeavesOutOfTheLogIsCountedToo() {
        for (int i = 0; i < 5_000; i++) {
            log.refused(AuditEvent.of(AuditAction.RENEW, Asker.UNKNOWN, "t"), "grant-signature", "not signed so");
        }
        assertEquals(5_000, log.counts().refusedGrants());
        assertTrue(lines.get() < 5_000, lines + " lines");
    }

    @Test
    void kindsAreBounded() {
        for (int i = 0; i < 1_000; i++) {
            log.refused(AuditEvent.of(AuditAction.REQUEST, Asker.UNKNOWN, null), "reason-" + i, "");
        }
        assertEquals(257, log.counts().all().size());
        assertEquals(744, log.counts().all().get(new Decision("request", "refused", "other")));
    }
}
