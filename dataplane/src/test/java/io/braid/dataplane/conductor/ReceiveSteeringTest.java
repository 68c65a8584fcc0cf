package io.braid.dataplane.conductor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.conductor.ReceiveSteering.Mode;
import io.braid.dataplane.net.IpAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReceiveSteeringTest {
    private static final List<Integer> POLLERS = List.of(0, 1, 2, 3);
    private static final List<IpAddress> TASK = List.of(IpAddress.parse("10.100.0.1"), IpAddress.parse("2001:db8::2"));
    private static final List<IpAddress> OTHER = List.of(IpAddress.parse("10.100.0.3"));

    private final FakeNic nic = new FakeNic();

    private ReceiveSteering steering(int queues, int spread) {
        return new ReceiveSteering(new ReceiveSteering.Place(0, 7, "nic0"), nic, queues, spread);
    }

    @Test
    void aTasksAddressesGetRulesToItsWorkersQueue() {
        ReceiveSteering steering = steering(4, 2);
        assertEquals(Mode.FLOW_RULES, steering.mode());
        assertArrayEquals(IntStream.range(0, 128).map(i -> i % 2).toArray(), nic.redirection);
        steering.place(TASK, 2, POLLERS);
        steering.place(OTHER, 3, POLLERS);
        assertEquals(Map.of("[4, 1]", 2, "[16, 2]", 2, "[4, 3]", 3), nic.rules);
        assertEquals(3, steering.rules());
        assertNull(steering.hits());
        steering.count();
        assertEquals(30, steering.hits());
    }

    @Test
    void aTaskThatMovesTakesItsRulesAlong() {
        ReceiveSteering steering = steering(4, 4);
        steering.place(TASK, 2, POLLERS);
        assertEquals(Optional.of(new ReceiveSteering.Change(7, 2, 1)), steering.change(TASK, 1, POLLERS));
        steering.place(TASK, 1, POLLERS);
        assertEquals(Optional.empty(), steering.change(TASK, 1, POLLERS));
        assertEquals(Map.of("[4, 1]", 1, "[16, 2]", 1), nic.rules);
        steering.remove(TASK);
        assertEquals(Map.of(), nic.rules);
        assertEquals(List.of(), nic.faults);
    }

    @Test
    void aRestartedPortIsToldAgain() {
        ReceiveSteering steering = steering(4, 2);
        steering.place(TASK, 2, POLLERS);
        steering.count();
        steering.stopping();
        assertEquals(Map.of(), nic.rules);
        assertNull(steering.hits());
        nic.forget();
        steering.place(OTHER, 3, POLLERS); // attached meanwhile: the port is not there to be told
        assertEquals(Optional.empty(), steering.change(TASK, 1, POLLERS));
        assertEquals(Map.of(), nic.rules);
        steering.started();
        assertEquals(128, nic.redirection.length);
        steering.place(TASK, 2, POLLERS);
        steering.place(OTHER, 3, POLLERS);
        assertEquals(Map.of("[4, 1]", 2, "[16, 2]", 2, "[4, 3]", 3), nic.rules);
        assertEquals(List.of(), nic.faults);
    }

    @Test
    void aNicThatCanDoLessAfterAResetIsUsedForWhatItCan() {
        ReceiveSteering steering = steering(4, 2);
        steering.place(TASK, 2, POLLERS);
        steering.stopping();
        nic.forget();
        nic.takesRules = false;
        steering.started();
        steering.place(TASK, 2, POLLERS);
        assertEquals(Mode.RSS, steering.mode());
        assertEquals(0, steering.rules());
        assertEquals("takes no rules: not supported", steering.trouble());
    }

    @Test
    void whatHasNoRoomIsLeftToTheWorkers() {
        nic.room = 1;
        ReceiveSteering steering = steering(4, 4);
        steering.place(TASK, 2, POLLERS);
        assertEquals(1, steering.rules());
        assertEquals("cannot make a flow rule: ENOSPC", steering.trouble());
        steering.remove(TASK);
        assertEquals(List.of(), nic.faults);
    }

    @Test
    void aRedirectionTableOfUnknownSizeIsLeftAlone() {
        nic.redirectionSize = 0;
        nic.takesRules = false;
        ReceiveSteering steering = steering(4, 4);
        assertEquals(Mode.RSS, steering.mode());
        assertEquals("has RSS, but no redirection table that can be set", steering.trouble());
        assertArrayEquals(new int[0], nic.redirection);
    }

    @Test
    void aRefusedRedirectionTableIsSaid() {
        nic.refusesRedirection = true;
        nic.takesRules = false;
        ReceiveSteering steering = steering(4, 4);
        assertEquals(Mode.RSS, steering.mode());
        assertEquals("cannot set its redirection table: EINVAL", steering.trouble());
    }

    @Test
    void withoutAHashOrASecondQueueNothingIsSteered() {
        assertEquals(Mode.SOFTWARE, steering(1, 1).mode());
        nic.hashes = false;
        nic.takesRules = false;
        assertEquals(Mode.SOFTWARE, steering(4, 4).mode());
        assertArrayEquals(new int[0], nic.redirection);
    }

    @Test
    void aNicThatDoesNotCountSaysSo() {
        nic.counts = false;
        ReceiveSteering steering = steering(2, 2);
        steering.place(TASK, 1, List.of(0, 1));
        steering.count();
        assertNull(steering.hits());
        assertTrue(steering.rules() > 0);
    }
}
