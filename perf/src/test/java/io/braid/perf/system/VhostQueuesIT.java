package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.AttachResult;
import io.braid.dataplane.control.StatusReport;
import io.braid.perf.lab.DpdkTask;
import io.braid.perf.lab.EchoConnections;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.Traffic;
import io.braid.perf.lab.Transfer;
import io.braid.perf.lab.Transfer.Protocol;
import io.braid.perf.lab.TransferResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A DPDK application that uses some, all or none of the queues which its port offers, and changes its mind. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class VhostQueuesIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int OFFERED = 4;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Rig rig;

    @SuppressWarnings("NullAway.Init") // likewise
    private static DpdkTask application;

    @BeforeAll
    static void start() throws InterruptedException {
        rig = Rig.start(Rig.plan(2, 1), yaml -> yaml + "workers: {cpus: [0, 1]}\n");
        AttachResult port = rig.braid().attach(1, AttachRequest.KIND_VHOST_USER, null, OFFERED);
        assertEquals(OFFERED, port.queues());
        application = DpdkTask.prepare(rig.lab(), 1, port);
    }

    @AfterAll
    static void end() throws InterruptedException {
        application.stop();
        rig.plan().task(1).ip("link del task0");
        rig.braid().detach(1);
        Rig.end(rig);
    }

    private static void awaitEnabled(List<Integer> wanted) throws InterruptedException {
        rig.await("queues " + wanted + " enabled", LIMIT, status -> {
            StatusReport.TaskQueues queues = status.tasks().getFirst().queues();
            return queues != null
                    && queues.count() == OFFERED
                    && queues.enabled().equals(wanted);
        });
    }

    private static void useFresh(int queues) throws InterruptedException {
        application.kill();
        application.start(queues);
        rig.await("connected", LIMIT, status -> status.tasks().getFirst().connected());
        rig.assertReachesStorage(1);
    }

    /** Many flows to the task, in the order in which they were sent; what each of the application's queues got of them. */
    private static List<Long> receive() throws InterruptedException {
        List<Long> before = application.received(OFFERED);
        List<TransferResult> results = Traffic.run(
                rig.lab(),
                List.of(
                        new Transfer(1, Family.V4, true, Protocol.UDP, 400_000, 16, 3),
                        new Transfer(1, Family.V6, true, Protocol.UDP, 400_000, 16, 3)));
        Rig.assertNothingLost(results);
        for (TransferResult result : results) {
            assertEquals(0, result.lateDatagrams(), "datagrams overtaken: " + result);
        }
        List<Long> after = application.received(OFFERED);
        return IntStream.range(0, OFFERED)
                .mapToObj(queue -> after.get(queue) - before.get(queue))
                .toList();
    }

    @Test
    void flowsAreSpreadOverAllQueues() throws Exception {
        useFresh(OFFERED);
        awaitEnabled(List.of(0, 1, 2, 3));
        List<Long> received = receive();
        for (long packets : received) {
            assertTrue(packets > 100, received.toString());
        }
        assertEquals(0, rig.taskDrops(1, "tx_queue_full"));
        rig.awaitBalance();
    }

    @Test
    void queuesThatAnApplicationDoesNotUseGetNothing() throws Exception {
        useFresh(2);
        awaitEnabled(List.of(0, 1));
        List<Long> received = receive();
        assertTrue(received.get(0) > 100 && received.get(1) > 100, received.toString());
        assertEquals(0, rig.taskDrops(1, "tx_queue_full"), "sent to a queue that is not enabled");
        rig.awaitBalance();
    }

    @Test
    void connectionsLiveThroughQueuesThatComeAndGo() throws Exception {
        useFresh(OFFERED);
        awaitEnabled(List.of(0, 1, 2, 3));
        try (var connections = new EchoConnections(rig.plan(), 1)) {
            for (int queues : new int[] {2, 4, 1, 3, 4}) {
                application.useQueues(queues);
                awaitEnabled(IntStream.range(0, queues).boxed().toList());
                connections.check();
            }
        }
        rig.awaitBalance();
    }

    @Test
    void anApplicationThatStopsItsPortGetsNothingAndComesBack() throws Exception {
        useFresh(OFFERED);
        try (var connections = new EchoConnections(rig.plan(), 1)) {
            connections.check();
            application.usePort(false);
            rig.awaitSilence(rig.plan().storage(), rig.plan().taskAddress(1, Family.V4));
            application.usePort(true);
            awaitEnabled(List.of(0, 1, 2, 3));
            connections.check();
        }
        rig.awaitBalance();
    }

    @Test
    void allQueuesGoFromWorkerToWorkerTogether() throws Exception {
        useFresh(OFFERED);
        awaitEnabled(List.of(0, 1, 2, 3));
        try (var connections = new EchoConnections(rig.plan(), 1)) {
            connections.check();
            for (int n = 0; n < 6; n++) {
                String before = rig.task(1).worker();
                int to = before.startsWith("worker-0") ? 1 : 0;
                rig.braid().client().move(rig.plan().taskName(1), n % OFFERED, to);
                rig.await(
                        "all of them there",
                        LIMIT,
                        status -> status.tasks().getFirst().worker().startsWith("worker-" + to));
                assertEquals(
                        1, rig.task(1).worker().split(" ").length, rig.task(1).worker());
                connections.check();
            }
        }
        rig.awaitBalance();
    }

    @Test
    void theQueuesAreOfferedAgainAfterARestart() throws Exception {
        useFresh(OFFERED);
        assertEquals(0, rig.braid().stop(), rig.braid().tail());
        rig.braid().start();
        rig.assertReachesStorage(1);
        awaitEnabled(List.of(0, 1, 2, 3));
        rig.awaitBalance();
    }
}
