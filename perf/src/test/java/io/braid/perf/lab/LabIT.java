package io.braid.perf.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The lab with the kernel forwarding in the host: topology, shaping, routing, measuring and tidying up. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class LabIT {
    private static final long RATE = 100_000_000;

    @BeforeAll
    static void needsRoot() {
        assumeTrue("root".equals(System.getProperty("user.name")), "network namespaces need root");
    }

    private static Lab lab() throws InterruptedException {
        return Lab.create(new LabPlan(Lab.newTag(), 4, 2, RATE, 1500), Routing.STATIC);
    }

    private static KernelHost attached(Lab lab) throws InterruptedException {
        var kernel = new KernelHost(lab);
        kernel.start();
        kernel.attach(1);
        kernel.attach(2);
        return kernel;
    }

    @Test
    void tasksReachStorageInBothFamiliesAndNothingIsLeftAfterwards() throws Exception {
        Lab lab = lab();
        try (lab) {
            attached(lab);
            LabPlan plan = lab.plan();
            for (int task = 1; task <= 2; task++) {
                for (Family family : Family.values()) {
                    Ping.Result result = Ping.run(plan.task(task), plan.storageAddress(family), 5);
                    assertTrue(result.allAnswered(), "task" + task + " " + family + ": " + result);
                }
            }
            assertTrue(lab.rackSwitch().isResilient());
            assertFalse(lab.leftovers().isEmpty());
        }
        assertEquals(List.of(), lab.leftovers());
    }

    @Test
    void oneUplinkCarriesItsRateAndFourCarryFourTimesAsMuch() throws Exception {
        try (Lab lab = lab();
                var meter = new UplinkMeter(lab.plan())) {
            attached(lab);
            for (int i = 1; i < 4; i++) {
                lab.rackSwitch().linkDown(i);
            }
            assertRate(lab, meter, RATE, 1);
            for (int i = 1; i < 4; i++) {
                lab.rackSwitch().linkUp(i);
            }
            lab.rackSwitch().rebalance();
            assertRate(lab, meter, 4 * RATE, 4);
        }
    }

    private static void assertRate(Lab lab, UplinkMeter meter, double rate, int uplinks) throws InterruptedException {
        for (boolean inbound : new boolean[] {false, true}) {
            var traffic = Traffic.start(lab, Transfer.spread(lab.plan(), inbound, 32, 4));
            var results = traffic.await();
            assertEquals(List.of(), TransferResult.problems(results));
            long from = traffic.startNanos() + TimeUnit.MILLISECONDS.toNanos(1500);
            var window = meter.window(from, from + TimeUnit.SECONDS.toNanos(2));
            assertWithin(rate, inbound ? window.inBitsPerSecond() : window.outBitsPerSecond(), 0.80, 1.05);
            for (double share : (inbound ? window.inShares() : window.outShares()).subList(0, uplinks)) {
                assertWithin(1.0 / uplinks, share, 0.85, 1.15);
            }
        }
    }

    @Test
    void failedUplinkIsLeftByAllFlowsAndTheSwitchMovesNoOthers() throws Exception {
        try (Lab lab = lab()) {
            attached(lab);
            LabPlan plan = lab.plan();
            var sampler = new PathSampler(lab);
            var traffic = Traffic.start(lab, Transfer.spread(plan, true, 32, 10));
            Thread.sleep(1500);
            FlowPaths before = sampler.sample(Duration.ofMillis(800));
            lab.rackSwitch().linkDown(1);
            Thread.sleep(1500);
            FlowPaths during = sampler.sample(Duration.ofMillis(800));
            lab.rackSwitch().linkUp(1);
            Thread.sleep(500);
            FlowPaths restored = sampler.sample(Duration.ofMillis(800));
            var results = traffic.await();

            assertEquals(List.of(), TransferResult.problems(results));
            var storage = plan.storageSources();
            var inbound = before.from(storage).after(during.from(storage), 1);
            assertEquals(0, inbound.movedSurvivors(), "the switch's groups are resilient: " + inbound);
            assertEquals(0, inbound.unseen(), inbound.toString());
            assertTrue(inbound.affected() > 0 && inbound.affected() == inbound.continued(), inbound.toString());
            assertTrue(inbound.survivors() + inbound.affected() >= 32, inbound.toString());
            assertEquals(List.of(), restored.from(storage).split());
            var outbound = before.from(plan.taskSources()).after(during.from(plan.taskSources()), 1);
            assertEquals(outbound.affected(), outbound.continued(), outbound.toString());
        }
    }

    @Test
    void udpIsCountedAndConnectionsToNowhereAreReportedAsLost() throws Exception {
        try (Lab lab = lab()) {
            attached(lab);
            var udp = Traffic.run(
                    lab,
                    List.of(
                            new Transfer(1, Family.V4, false, Transfer.Protocol.UDP, 2_000_000, 2, 2),
                            new Transfer(2, Family.V6, true, Transfer.Protocol.UDP, 2_000_000, 2, 2)));
            assertEquals(List.of(), TransferResult.problems(udp));
            for (TransferResult result : udp) {
                assertTrue(result.datagrams() > 500, result.toString());
                assertTrue(result.lostDatagrams() * 50 < result.datagrams(), result.toString());
            }
            for (int i = 0; i < 4; i++) {
                lab.plan().host().ip("link set " + lab.plan().hostPort(i) + " down");
            }
            var nowhere = Traffic.run(lab, List.of(Transfer.tcp(1, Family.V4, false, 3, 1)));
            assertEquals(3, TransferResult.lostConnections(nowhere));
            assertEquals(1, TransferResult.problems(nowhere).size());
        }
    }

    private static void assertWithin(double expected, double actual, double low, double high) {
        assertTrue(
                actual >= expected * low && actual <= expected * high,
                actual + " is not within " + low + " to " + high + " of " + expected);
    }
}
