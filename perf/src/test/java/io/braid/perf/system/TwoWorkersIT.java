package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.StatusReport;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Traffic;
import io.braid.perf.lab.Transfer;
import io.braid.perf.lab.Transfer.Protocol;
import io.braid.perf.lab.TransferResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two workers that share the ports: what one receives for a port of the other is handed over, in order and without loss. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TwoWorkersIT {
    @SuppressWarnings("NullAway.Init") // set before any test
    private static Rig rig;

    @BeforeAll
    static void start() throws InterruptedException {
        Assumptions.assumeTrue(Runtime.getRuntime().availableProcessors() >= 2, "two workers need two CPUs");
        rig = Rig.start(Rig.plan(4, 2), yaml -> yaml + "workers: {cpus: [0, 1]}\n");
        rig.braid().attach(1);
        rig.braid().attach(2);
    }

    @AfterAll
    static void end() throws InterruptedException {
        Rig.end(rig);
    }

    @Test
    void everyPathBetweenTheTwoWorkersKeepsOrderAndLosesNothing() throws InterruptedException {
        List<Transfer> transfers = new ArrayList<>();
        for (boolean inbound : new boolean[] {false, true}) {
            // With four uplinks and two tasks on two workers, half of these flows change worker on the way.
            transfers.addAll(Transfer.spread(rig.plan(), inbound, Protocol.UDP, 500_000, 16, 4));
            transfers.addAll(Transfer.spread(rig.plan(), inbound, Protocol.TCP, 1_000_000, 16, 4));
        }
        List<TransferResult> results = Traffic.run(rig.lab(), transfers);
        Rig.assertNothingLost(results);
        for (TransferResult result : results) {
            assertEquals(0, result.lateDatagrams(), "datagrams overtaken: " + result);
            assertEquals(0, result.lostDatagrams(), "datagrams lost: " + result);
        }
        StatusReport status = rig.awaitBalance();
        assertEquals(2, status.workers().size());
        for (StatusReport.Worker worker : status.workers()) {
            assertTrue(worker.busyCycles() > 1000, "both workers have ports to serve: " + status.workers());
        }
    }

    @Test
    void tasksOnDifferentWorkersReachEachOther() throws InterruptedException {
        LabPlan plan = rig.plan();
        for (Family family : Family.values()) {
            rig.assertPings(plan.task(1), plan.taskAddress(2, family));
            rig.assertPings(plan.task(2), plan.taskAddress(1, family));
        }
    }

    @Test
    void tasksComeAndGoWhileBothWorkersAreBusy() throws InterruptedException {
        Traffic traffic =
                Traffic.start(rig.lab(), List.of(new Transfer(1, Family.V4, false, Protocol.TCP, 2_000_000, 4, 6)));
        for (int i = 0; i < 5; i++) {
            rig.braid().detach(2);
            rig.braid().attach(2);
        }
        rig.assertReachesStorage(2);
        Rig.assertNothingLost(traffic.await());
        rig.awaitBalance();
    }
}
