package io.braid.perf.flow;

import static io.braid.flow.PlacementPolicy.FLOWLET;
import static io.braid.flow.PlacementPolicy.HASH;
import static io.braid.flow.PlacementPolicy.LEAST_LOADED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.flow.PlacementPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The figures of flow-table/PLACEMENT.md. Seeded: the same in every run. */
class BalanceSimulationTest {
    private static final long SEED = 20_261_129;

    private final BalanceSimulation simulation = new BalanceSimulation(1000, SEED);
    private final BalanceSimulation shorter = new BalanceSimulation(60, SEED);

    private static void check(String what, Spread spread, double measured, double bound) {
        System.out.println(what + ": " + spread);
        assertTrue(measured <= bound, () -> what + ": " + spread + ", more than " + bound);
    }

    @Test
    void hashAloneIsUneven() {
        Spread spread = simulation.elephants(8, Scenario.fourPaths(HASH, 1, 0));
        System.out.println("8 elephants, hash: " + spread);
        assertEquals(1.8, spread.mean(), 0.1);
    }

    /** One worker, or flows that start further apart than the merges: every single trial. */
    @ParameterizedTest
    @CsvSource({"1, 0", "1, 80", "1, 400", "1, 2000", "2, 0", "2, 160", "4, 160", "4, 800"})
    void eightElephants(int workers, int arrivalMillis) {
        var scenario = Scenario.fourPaths(LEAST_LOADED, workers, arrivalMillis);
        Spread spread = simulation.elephants(8, scenario);
        check("8 elephants, " + scenario, spread, spread.worst(), 1.05);
    }

    /** Of flows that ramp up at different speeds some are mistaken for others: most trials are even, not all. */
    @ParameterizedTest
    @CsvSource({"1, 0", "1, 40", "1, 80", "1, 400"})
    void eightElephantsOfDifferentRamps(int workers, int arrivalMillis) {
        var scenario = Scenario.fourPaths(LEAST_LOADED, workers, arrivalMillis);
        Spread spread = simulation.elephantsOfDifferentRamps(8, scenario);
        check("8 elephants of different ramps, " + scenario, spread, spread.mean(), 1.10);
    }

    /** Several workers that start flows before they hear of each other: better than hash, and put right at pauses. */
    @ParameterizedTest
    @CsvSource({"2, 16", "4, 0", "4, 16"})
    void eightElephantsThatStartUnheardOf(int workers, int arrivalMillis) {
        var scenario = Scenario.fourPaths(LEAST_LOADED, workers, arrivalMillis);
        Spread at = simulation.elephants(8, scenario);
        check("8 elephants, " + scenario, at, at.mean(), 1.40);
        Spread after = shorter.pausingElephants(8, scenario.rebalanced(), 4000);
        check("8 elephants after 4 s, " + scenario.rebalanced(), after, after.mean(), 1.05);
        var flowlet = Scenario.fourPaths(FLOWLET, workers, arrivalMillis);
        Spread soon = shorter.pausingElephants(8, flowlet, 2000);
        check("8 elephants after 2 s, " + flowlet, soon, soon.mean(), 1.05);
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 0", "4, 0", "1, 1000", "2, 1000", "4, 1000"})
    void tenThousandMice(int workers, int arrivalMillis) {
        var scenario = Scenario.fourPaths(LEAST_LOADED, workers, arrivalMillis);
        Spread spread = (arrivalMillis == 0 ? simulation : shorter).mice(10_000, scenario);
        check("10,000 mice, " + scenario, spread, spread.mean(), 1.02);
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "4, 0", "1, 1000", "4, 1000"})
    void zipfWithFlowlets(int workers, int arrivalMillis) {
        var scenario = Scenario.fourPaths(FLOWLET, workers, arrivalMillis);
        Spread spread = shorter.zipf(scenario, 2000);
        check("Zipf from 2 s on, " + scenario, spread, spread.mean(), 1.10);
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "4, 0", "1, 1000", "4, 1000"})
    void zipfWithRebalancer(int workers, int arrivalMillis) {
        var scenario = Scenario.fourPaths(LEAST_LOADED, workers, arrivalMillis).rebalanced();
        Spread soon = shorter.zipf(scenario, 2000);
        check("Zipf from 2 s on, " + scenario, soon, soon.mean(), 1.10);
        Spread later = shorter.zipf(scenario, arrivalMillis + 4000);
        check("Zipf from 4 s after the last arrival on, " + scenario, later, later.mean(), 1.07);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void weightsOneToTwoAreHonoured(int workers) {
        var scenario = new Scenario(LEAST_LOADED, workers, 800, false, List.of(100, 200, 100, 200));
        Spread elephants = shorter.elephants(12, scenario);
        check("12 elephants on 1:2:1:2, " + scenario, elephants, elephants.mean(), workers == 1 ? 1.05 : 1.15);
        Spread mice = shorter.mice(10_000, scenario);
        check("10,000 mice on 1:2:1:2, " + scenario, mice, mice.mean(), workers == 1 ? 1.02 : 1.06);
    }

    @ParameterizedTest
    @EnumSource(PlacementPolicy.class)
    void aLostPathMovesItsOwnFlowsOnly(PlacementPolicy policy) {
        for (int workers : new int[] {1, 2, 4}) {
            var scenario = Scenario.fourPaths(policy, workers, 0);
            var loss = new BalanceSimulation(20, SEED).pathLoss(scenario);
            System.out.println(scenario + ": " + loss);
            assertTrue(loss.onLostPath() > 0);
            assertEquals(0, loss.survivorsMoved());
            assertEquals(0, loss.movedOnReturn());
            if (policy != HASH) {
                assertTrue(loss.afterLoss().worst() <= 1.02, loss::toString);
            }
        }
    }
}
