package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.StatusReport;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Traffic;
import io.braid.perf.lab.Transfer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A development box: one NIC, one address family, ordinary pages, little memory. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SmallBoxIT {
    /** The whole configuration of such a box. */
    private static String yaml(LabPlan plan, Family family, String socketLine) {
        return """
                dpdk: {memory: 256MiB, hugepages: off}
                numa: off
                uplinks:
                  - name: nic0
                    device: "vdev:net_af_packet0,iface=up0"
                    addresses: ["%s/%d"]
                    gateways: ["%s"]
                tasks: {prefixes: ["%s"]}
                %s
                """.formatted(
                        plan.hostAddress(0, family),
                        plan.uplinkPrefixLength(family),
                        plan.torAddress(0, family),
                        plan.taskPrefix(family),
                        socketLine);
    }

    @ParameterizedTest
    @EnumSource
    void oneUplinkOfOneFamilyIsEnough(Family family) throws InterruptedException {
        LabPlan plan = Rig.plan(1, 1);
        Rig started = Rig.start(
                plan,
                generated -> yaml(
                        plan,
                        family,
                        generated
                                .lines()
                                .filter(line -> line.startsWith("control:"))
                                .findFirst()
                                .orElseThrow()));
        try (Rig rig = started) {
            rig.braid()
                    .client()
                    .attach(new AttachRequest(
                            plan.taskName(1),
                            List.of(plan.taskAddress(1, family)),
                            AttachRequest.KIND_TAP,
                            plan.task(1).path(),
                            false,
                            null,
                            null));
            StatusReport status = rig.status();
            assertFalse(status.dpdk().hugepages());
            assertEquals(
                    family == Family.V4, status.uplinks().getFirst().usable().ipv4());
            assertEquals(
                    family == Family.V6, status.uplinks().getFirst().usable().ipv6());
            assertNull(status.uplinks().getFirst().reason());
            assertEquals(List.of(), rig.task(1).nicAddresses());

            rig.assertPings(plan.task(1), plan.storageAddress(family));
            rig.assertPings(plan.storage(), plan.taskAddress(1, family));
            rig.assertPings(plan.tor(), plan.hostAddress(0, family));
            Rig.assertNothingLost(Traffic.run(
                    rig.lab(), List.of(Transfer.tcp(1, family, false, 2, 2), Transfer.tcp(1, family, true, 2, 2))));
            rig.endWell();
        }
    }
}
