package io.braid.dataplane.graph;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What a task may send and where it goes by its addresses alone: source checks, binding to an uplink, delivery on this host. */
class TaskPolicyIT extends GraphTestBase {
    private static final int TASK = World.taskPort(0);
    private static final byte[] DATA = Bytes.payload(33);

    @Test
    void aNicAddressBindsToItsUplink() {
        for (int u = 0; u < World.UPLINKS; u++) {
            byte[] four = World.out4(0).from(World.nic4(0, u)).tcp(1, 2, DATA).build();
            byte[] six = World.out6(0).from(World.nic6(0, u)).tcp(1, 2, DATA).build();
            assertBytes(Oracle.forwarded(four, World.gatewayMac(u), World.uplinkMac(u)), assertSent(u, TASK, four));
            assertBytes(Oracle.forwarded(six, World.gatewayMac(u), World.uplinkMac(u)), assertSent(u, TASK, six));
            world.usable4[u] = false;
            assertEnds(Reason.BOUND_UPLINK_DOWN, TASK, four);
            assertSent(u, TASK, six);
            world.usable6[u] = false;
            assertEnds(Reason.BOUND_UPLINK_DOWN, TASK, six);
        }
    }

    @Test
    void aTaskSpeaksOnlyForItself() {
        String[] others4 = {
            World.task4(1), World.nic4(1, 0), World.uplink4(0), World.gateway4(0), "10.100.0.77", World.REMOTE4
        };
        for (String source : others4) {
            assertEnds(
                    Reason.SOURCE_NOT_OWNED,
                    TASK,
                    World.out4(0).from(source).udp(1, 2, DATA).build());
        }
        String[] others6 = {World.task6(1), World.nic6(1, 0), World.uplink6(0), World.gateway6(0), World.REMOTE6};
        for (String source : others6) {
            assertEnds(
                    Reason.SOURCE_NOT_OWNED,
                    TASK,
                    World.out6(0).from(source).udp(1, 2, DATA).build());
        }
        // Not even towards a task on the same host.
        assertEnds(
                Reason.SOURCE_NOT_OWNED,
                TASK,
                World.out4(0)
                        .from(World.REMOTE4)
                        .to(World.task4(1))
                        .udp(1, 2, DATA)
                        .build());
    }

    @Test
    void tasksOnOneHostReachEachOtherDirectly() {
        for (byte[] frame : List.of(
                World.out4(0).to(World.task4(1)).tcp(1, 2, DATA).build(),
                World.out4(0).to(World.nic4(1, 3)).tcp(1, 2, DATA).build(),
                World.out4(0)
                        .from(World.nic4(0, 2))
                        .to(World.task4(1))
                        .tcp(1, 2, DATA)
                        .build(),
                World.out6(0).to(World.task6(1)).tcp(1, 2, DATA).build(),
                World.out6(0).to(World.nic6(1, 0)).tcp(1, 2, DATA).build())) {
            assertBytes(
                    Oracle.forwarded(frame, World.taskMac(1), World.braidMac(1)),
                    assertSent(World.taskPort(1), TASK, frame));
        }
    }

    @Test
    void aTaskReachesTheHostThroughThePuntPort() {
        byte[] four = World.out4(0).to(World.uplink4(2)).tcp(1, 2, DATA).build();
        byte[] six = World.out6(0).to(World.uplink6(1)).tcp(1, 2, DATA).build();
        assertBytes(
                Oracle.forwarded(four, World.uplinkMac(2), World.gatewayMac(2)), assertSent(World.punt(2), TASK, four));
        assertBytes(
                Oracle.forwarded(six, World.uplinkMac(1), World.gatewayMac(1)), assertSent(World.punt(1), TASK, six));
    }
}
