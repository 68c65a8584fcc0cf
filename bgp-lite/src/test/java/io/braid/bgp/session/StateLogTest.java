package io.braid.bgp.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What stays in the history. */
final class StateLogTest {
    private final StateLog log = new StateLog();

    private void add(SessionState from, SessionState to, String reason) {
        log.add(new StateChange(Instant.now(), from, to, reason, 1));
    }

    @Test
    void theLast32AreKept() {
        for (int i = 0; i < 100; i++) {
            add(SessionState.ESTABLISHED, SessionState.IDLE, "reason " + i);
        }
        assertEquals(32, log.changes().size());
        assertEquals("reason 68", log.changes().getFirst().reason());
        assertEquals("reason 99", log.changes().getLast().reason());
    }

    @Test
    void aPeerThatIsAwayDoesNotPushOutWhyItWent() {
        add(SessionState.ESTABLISHED, SessionState.IDLE, "reset");
        for (int i = 0; i < 1000; i++) {
            add(SessionState.ACTIVE, SessionState.CONNECT, "next attempt");
            add(SessionState.CONNECT, SessionState.ACTIVE, "refused");
        }
        assertEquals(3, log.changes().size());
        assertEquals("reset", log.changes().getFirst().reason());
        assertEquals(SessionState.ACTIVE, log.changes().getLast().to());
        assertEquals(1000, log.changes().getLast().count());
    }
}
