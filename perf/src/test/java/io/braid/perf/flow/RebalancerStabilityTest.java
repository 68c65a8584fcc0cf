package io.braid.perf.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.flow.PlacementPolicy;
import io.braid.flow.RebalancerSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Moving elephants comes to rest, whatever flows there are, on hosts drawn at random. */
class RebalancerStabilityTest {
    private static final int HOSTS = 40;

    private final List<SimulatedFlow> flows = new ArrayList<>();

    /** 2 to 8 paths of one or two weights, 1 to 4 workers, 3 to 60 flows whose rates differ up to 150 times. */
    private SimulatedHost hostOf(SplittableRandom random) {
        flows.clear();
        List<Integer> weights = new ArrayList<>();
        for (int paths = 2 + random.nextInt(7); paths > 0; paths--) {
            weights.add(random.nextInt(3) == 0 ? 200 : 100);
        }
        int workers = 1 + random.nextInt(4);
        int count = 3 + random.nextInt(58);
        for (int i = 0; i < count; i++) {
            boolean pauses = random.nextInt(4) > 0;
            flows.add(new SimulatedFlow(
                    random.nextInt(workers), 8 * i, Integer.MAX_VALUE, rate(random), 50, pauses, random));
        }
        var scenario = new Scenario(PlacementPolicy.LEAST_LOADED, workers, 8 * count, true, weights);
        return new SimulatedHost(scenario, flows, RebalancerSettings.DEFAULT, random);
    }

    private static double rate(SplittableRandom random) {
        return 10_000 * Math.exp(5 * random.nextDouble());
    }

    private void assertNoFlowMovedTwiceWithinTheCoolDown(int host) {
        for (SimulatedFlow flow : flows) {
            for (int i = 1; i < flow.departures.size(); i++) {
                int between = flow.departures.get(i).tick()
                        - flow.departures.get(i - 1).tick();
                assertTrue(
                        between >= RebalancerSettings.DEFAULT.coolDownMillis(),
                        () -> "host " + host + ": a flow moved again after " + between + " ms");
            }
        }
    }

    @Test
    void constantFlowsComeToRest() {
        int moves = 0;
        for (int i = 0; i < HOSTS; i++) {
            var random = new SplittableRandom(i);
            var host = hostOf(random);
            host.run(0, 60_000);
            int before = host.moved();
            host.run(60_000, 120_000);
            assertEquals(before, host.moved(), "host " + i + " still moves flows in the second minute");
            assertTrue(host.moved() <= flows.size(), "host " + i + ": more moves than flows");
            assertNoFlowMovedTwiceWithinTheCoolDown(i);
            moves += host.moved();
        }
        System.out.println(
                "constant flows: " + moves + " moves on " + HOSTS + " hosts in the first minute, none in the second");
        assertTrue(moves > HOSTS, "the rebalancer had nothing to do");
    }

    /** A flow changes its rate, up to 150 times, every other second: about one move per change at most. */
    @Test
    void changingFlowsAreFollowedWithoutOscillation() {
        int moves = 0;
        int changes = 0;
        for (int i = 0; i < HOSTS; i++) {
            var random = new SplittableRandom(i);
            var host = hostOf(random);
            for (int tick = 0; tick < 60_000; tick++) {
                if (random.nextInt(2000) == 0) {
                    flows.get(random.nextInt(flows.size())).setBytesPerMilli(rate(random));
                    changes++;
                }
                host.step(tick);
            }
            assertNoFlowMovedTwiceWithinTheCoolDown(i);
            moves += host.moved();
        }
        System.out.println("changing flows: " + moves + " moves for " + changes + " changes on " + HOSTS + " hosts");
        assertTrue(moves > HOSTS && moves <= changes, moves + " moves for " + changes + " changes");
    }
}
