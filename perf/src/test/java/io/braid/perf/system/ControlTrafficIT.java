package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.braid.dataplane.control.BgpReport;
import io.braid.dataplane.control.StatusReport;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Routing;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A task that sends several times what its host's NICs carry takes no session down with it: each of BFD's packets reaches the switch.
 *
 * <p>Packets are counted, not sessions: on a machine that stands still for a moment these may go down for reasons that are not looked for here.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ControlTrafficIT {
    private static final int UPLINKS = 2;
    private static final int FLOWS = 8;
    private static final int BYTES = 1400;
    private static final Duration FLOOD = Duration.ofSeconds(6);
    /** Percent of the task's packets, and so of any others that wait like these. */
    private static final int REFUSED = 30;
    /** So many of BFD's are to be sent for a loss to show. */
    private static final int LEAST = 100;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Test
    void controlPacketsPassAFloodOfATask() throws InterruptedException {
        LabPlan plan = Rig.plan(UPLINKS, 1);
        try (Rig rig = Rig.start(plan, Routing.BGP, UnaryOperator.identity(), List.of())) {
            rig.braid().attach(1);
            rig.lab().rackSwitch().awaitTasks(1);
            rig.await("uplinks usable", LIMIT, ControlTrafficIT::allUsable);
            long missing = sent(rig) - received(rig); // from before there was someone to receive them
            StatusReport.Task before = rig.task(1);
            long sentBefore = sent(rig);
            try (var flood = new Flood(plan.task(1), plan::storageAddress, FLOWS, BYTES)) {
                flood.awaitSent(1000);
                Thread.sleep(FLOOD);
            }
            long flooded = rig.task(1).rx().packets() - before.rx().packets();
            long refused = rig.status().uplinks().stream()
                    .mapToLong(uplink -> uplink.drops().getOrDefault("tx_queue_full", 0L))
                    .sum();
            assertTrue(refused * 100 > flooded * REFUSED, "only " + refused + " of " + flooded + " found no room");
            Thread.sleep(200); // what is in the NICs' queues
            long sent = sent(rig);
            long lost = sent - received(rig) - missing;
            assertTrue(sent - sentBefore >= LEAST, "only " + (sent - sentBefore) + " packets of BFD were sent");
            // Some are on their way at either moment.
            assertTrue(lost <= 2 * UPLINKS * 2, lost + " of " + (sent - sentBefore) + " packets of BFD were lost");
            rig.endWell();
        }
    }

    private static boolean allUsable(StatusReport status) {
        return status.uplinks().stream()
                .allMatch(uplink -> uplink.usable().ipv4() && uplink.usable().ipv6());
    }

    /** Packets of all BFD sessions of the host so far. */
    private static long sent(Rig rig) {
        BgpReport report = rig.braid().client().bgp().value();
        return report.peers().stream()
                .mapToLong(peer -> Objects.requireNonNull(peer.bfd()).sent())
                .sum();
    }

    /** Those of them that the switch had. */
    private static long received(Rig rig) throws InterruptedException {
        String counters = rig.lab().rackSwitch().vtysh("show bfd peers counters json");
        try {
            long packets = 0;
            for (JsonNode peer : JSON.readTree(counters)) {
                packets += peer.required("control-packet-input").asLong();
            }
            return packets;
        } catch (JsonProcessingException e) {
            throw new AssertionError(counters, e);
        }
    }
}
