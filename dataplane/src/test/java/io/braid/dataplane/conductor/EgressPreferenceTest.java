package io.braid.dataplane.conductor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.config.NumaPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;

class EgressPreferenceTest {
    private static final List<Integer> UPLINKS = List.of(0, 0, 1, 1);
    private static final List<Integer> NODES = List.of(0, 1);
    private static final boolean[] ALL = {true, true, true, true};
    private static final int[] SPEEDS = {10_000, 10_000, 10_000, 10_000};
    private static final double GIGABIT = 125_000_000;

    private long now = System.nanoTime();

    private static EgressPreference of(NumaPolicy policy, List<Integer> uplinks, List<Integer> nodes) {
        return new EgressPreference(policy, 80, uplinks, nodes, (a, b) -> a == b ? 10 : 10 + 11 * Math.abs(a - b));
    }

    private boolean load(EgressPreference preference, boolean[] usable, int[] speeds, double... gigabits) {
        double[] rates = new double[gigabits.length];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = gigabits[i] * GIGABIT;
        }
        now += 1_100_000_000L;
        return preference.update(usable, speeds, rates, now);
    }

    @Test
    void eachNodePrefersItsOwnUplinks() {
        EgressPreference preference = of(NumaPolicy.PREFER, UPLINKS, NODES);
        assertEquals(2, preference.nodes());
        assertEquals(0b0011, preference.mask(0));
        assertEquals(0b1100, preference.mask(1));
        assertFalse(preference.strict(0));
        assertTrue(of(NumaPolicy.STRICT, UPLINKS, NODES).strict(1));
    }

    @Test
    void uplinksComeAndGo() {
        EgressPreference preference = of(NumaPolicy.PREFER, UPLINKS, NODES);
        preference.remove(0);
        assertEquals(0b0010, preference.mask(0));
        preference.remove(1);
        assertEquals(0, preference.mask(0), "those of the other node are all there are");
        assertEquals(0, preference.mask(1));
        preference.add(7, 0);
        assertEquals(0b1000_0000, preference.mask(0));
        assertEquals(0b1100, preference.mask(1));
        assertEquals(0, of(NumaPolicy.PREFER, List.of(), NODES).mask(0));
    }

    @Test
    void offMeansAllAlike() {
        EgressPreference preference = of(NumaPolicy.OFF, UPLINKS, NODES);
        assertEquals(0, preference.mask(0));
        assertFalse(preference.strict(0));
    }

    @Test
    void aNodeWithoutUplinksHasTheNearest() {
        EgressPreference preference = of(NumaPolicy.STRICT, List.of(0, 1, 3, 3), List.of(0, 2));
        assertEquals(0b0001, preference.mask(0));
        assertEquals(0b1110, preference.mask(1), "nodes 1 and 3 are as near to node 2");
    }

    @Test
    void anUplinkOfUnknownNodeIsEverybodys() {
        EgressPreference preference = of(NumaPolicy.PREFER, List.of(0, -1, 1), NODES);
        assertEquals(0b011, preference.mask(0));
        assertEquals(0b110, preference.mask(1));
        EgressPreference unknown = of(NumaPolicy.STRICT, List.of(-1, -1), NODES);
        assertEquals(0, unknown.mask(0), "all alike is no preference");
        assertFalse(unknown.strict(0), "and nothing to be strict about");
    }

    @Test
    void oneNodeHasNoPreference() {
        EgressPreference preference = of(NumaPolicy.STRICT, List.of(0, 0), List.of(0));
        assertEquals(0, preference.mask(0));
        assertFalse(preference.strict(0));
    }

    @Test
    void aNodeWhoseUplinksAreTooFullTakesOthersUntilTheLoadIsWellDown() {
        EgressPreference preference = of(NumaPolicy.PREFER, UPLINKS, NODES);
        assertFalse(load(preference, ALL, SPEEDS, 8, 7.9, 0, 0));
        assertTrue(load(preference, ALL, SPEEDS, 8, 8.1, 0, 0));
        assertEquals(0, preference.mask(0));
        assertEquals(0b1100, preference.mask(1), "the other node is as it was");
        assertFalse(load(preference, ALL, SPEEDS, 7, 7, 2, 2), "down, but not by a quarter");
        assertTrue(load(preference, ALL, SPEEDS, 5, 6, 2, 2));
        assertEquals(0b0011, preference.mask(0));
    }

    @Test
    void itIsHeldForASecondEitherWay() {
        EgressPreference preference = of(NumaPolicy.PREFER, UPLINKS, NODES);
        assertTrue(load(preference, ALL, SPEEDS, 9, 9, 0, 0));
        double[] nothing = new double[4];
        assertFalse(preference.update(ALL, SPEEDS, nothing, now + 500_000_000L));
        assertTrue(preference.update(ALL, SPEEDS, nothing, now + 1_000_000_001L));
    }

    @Test
    void whatIsDownCarriesNothing() {
        EgressPreference preference = of(NumaPolicy.PREFER, UPLINKS, NODES);
        boolean[] oneDown = {true, false, true, true};
        assertTrue(load(preference, oneDown, SPEEDS, 8.5, 0, 0, 0), "the one that is left is full");
    }

    @Test
    void unknownSpeedsAndOtherPoliciesNeverSpill() {
        assertFalse(load(of(NumaPolicy.PREFER, UPLINKS, NODES), ALL, new int[] {0, 10_000, 0, 0}, 99, 99, 99, 99));
        assertFalse(load(of(NumaPolicy.STRICT, UPLINKS, NODES), ALL, SPEEDS, 9, 9, 9, 9));
        boolean[] none = new boolean[4];
        assertFalse(load(of(NumaPolicy.PREFER, UPLINKS, NODES), none, SPEEDS, 9, 9, 9, 9));
    }
}
