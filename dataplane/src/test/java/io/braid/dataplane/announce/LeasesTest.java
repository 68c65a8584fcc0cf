package io.braid.dataplane.announce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LeasesTest {
    private final Leases leases = new Leases();
    private final Leases.Holder one = new Leases.Holder("one");
    private final Leases.Holder two = new Leases.Holder("two");

    @Test
    void aStandingLeaseBecomesTheFirstHolders() {
        assertFalse(leases.has("t"));
        leases.stand("t");
        assertTrue(leases.has("t"));
        assertNull(leases.holder("t"));
        assertNull(leases.hold("t", one));
        assertSame(one, leases.holder("t"));
        assertSame(one, leases.hold("t", two), "one owner at a time");
        assertFalse(leases.release("t", two));
        assertTrue(leases.has("t"));
        assertTrue(leases.release("t", one));
        assertFalse(leases.has("t"), "it does not stand again");
    }

    @Test
    void aHolderWhoIsGoneEndsNoOthersLease() {
        assertNull(leases.hold("t", one));
        assertTrue(leases.drop("t"));
        assertFalse(leases.drop("t"));
        assertNull(leases.hold("t", two));
        assertFalse(leases.release("t", one));
        assertSame(two, leases.holder("t"));
    }

    @Test
    void afterARestartTheNextHolderTakesItOver() {
        Leases.Holder absent = leases.await("t");
        assertTrue(leases.has("t"));
        assertNull(leases.hold("t", one));
        assertFalse(leases.release("t", absent), "the wait's end concerns nobody any more");
        assertSame(one, leases.holder("t"));
        assertSame(one, leases.hold("t", two));
    }

    @Test
    void afterARestartItEndsIfNobodyComes() {
        Leases.Holder absent = leases.await("t");
        assertTrue(leases.release("t", absent));
        assertFalse(leases.has("t"));
        assertEquals("one", one.toString());
    }
}
