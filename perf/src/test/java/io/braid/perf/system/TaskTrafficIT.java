package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.FlowQuery;
import io.braid.dataplane.control.FlowReport;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.Traffic;
import io.braid.perf.lab.Transfer;
import io.braid.perf.lab.Transfer.Protocol;
import io.braid.perf.lab.TransferResult;
import io.braid.perf.lab.UplinkMeter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks' traffic over four uplinks. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TaskTrafficIT {

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Rig rig;

    @BeforeAll
    static void start() throws InterruptedException {
        rig = Rig.start(2);
        rig.braid().attach(1);
    }

    @AfterAll
    static void end() throws InterruptedException {
        Rig.end(rig);
    }

    @Test
    void tcpAndUdpOfBothFamiliesFlowBothWaysOverAllUplinks() throws InterruptedException {
        rig.braid().attach(2);
        try (var meter = new UplinkMeter(rig.plan())) {
            List<Transfer> transfers = new ArrayList<>();
            for (boolean inbound : new boolean[] {false, true}) {
                for (int task = 1; task <= 2; task++) {
                    for (Family family : Family.values()) {
                        transfers.add(Transfer.tcp(task, family, inbound, 8, 4));
                        transfers.add(new Transfer(task, family, inbound, Protocol.UDP, 500_000, 4, 4));
                    }
                }
            }
            var traffic = Traffic.start(rig.lab(), transfers);
            var results = traffic.await();
            Rig.assertNothingLost(results);
            for (TransferResult result : results) {
                assertTrue(result.receivedBitsPerSecond() > 100_000, result.toString());
                assertEquals(0, result.lateDatagrams(), "datagrams overtaken: " + result);
            }
            assertFlowsAreShown();
            long from = traffic.startNanos() + TimeUnit.MILLISECONDS.toNanos(1000);
            var window = meter.window(from, from + TimeUnit.SECONDS.toNanos(2));
            for (List<Double> shares : List.of(window.outShares(), window.inShares())) {
                for (double share : shares) {
                    assertTrue(share > 0.05, "an uplink is hardly used: " + shares);
                }
            }
        } finally {
            rig.braid().detach(2);
        }
        rig.awaitBalance();
    }

    /** Every connection that carried much is there with its task, family and bytes, and each uplink has some. */
    private static void assertFlowsAreShown() {
        for (int task = 1; task <= 2; task++) {
            String name = rig.plan().taskName(task);
            var query = new FlowQuery(name, null, null, null, FlowQuery.Order.BYTES, FlowQuery.MOST);
            List<FlowReport.Flow> flows =
                    rig.braid().client().flows(query).value().flows();
            for (Family family : Family.values()) {
                String address = rig.plan().taskAddress(task, family);
                long busy = flows.stream()
                        .filter(flow -> flow.protocol().equals("tcp"))
                        .filter(flow -> flow.source().equals(address))
                        .filter(flow -> flow.bytes() > 100_000)
                        .count();
                assertTrue(busy >= 8, busy + " busy connections of " + address + " among " + flows);
            }
            assertEquals(
                    4, flows.stream().map(FlowReport.Flow::uplink).distinct().count(), flows::toString);
            assertTrue(flows.stream().allMatch(flow -> name.equals(flow.task()) && !flow.waits()), flows::toString);
        }
    }
}
