package io.braid.dataplane.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.braid.dataplane.control.Samples;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class EventsTest {
    private final Events events = new Events(InstantSource.fixed(Instant.ofEpochMilli(5)));

    private List<String> texts() {
        return events.newest().stream()
                .map(event -> event.subject() + ": " + event.text() + (event.bad() ? " (bad)" : ""))
                .toList();
    }

    @Test
    void whatStaysIsNoEvent() {
        events.saw(TestMoments.full());
        assertEquals(List.of("braid: first looked at, 11530 s after its start"), texts());
        events.saw(TestMoments.full());
        assertEquals(1, events.newest().size());
        assertEquals(5, events.newest().getFirst().at());
    }

    @Test
    void changesAreEventsBothWays() {
        events.saw(TestMoments.full());
        events.saw(TestMoments.without(List.of("worker-0 is stuck")));
        assertEquals(
                Set.of(
                        "worker: worker-0 is stuck (bad)",
                        "uplink nic0: gone",
                        "uplink nic1: gone",
                        "task train-1: gone",
                        "braid: first looked at, 11530 s after its start"),
                texts().stream().collect(Collectors.toSet()));
        events.saw(TestMoments.full());
        assertEquals(
                Set.of(
                        "worker: gone",
                        "uplink nic0: usable",
                        "uplink nic1: gateway 192.0.2.2 does not answer (bad)",
                        "task train-1: attached"),
                texts().stream().limit(4).collect(Collectors.toSet()));
    }

    @Test
    void eachReloadIsAnEvent() {
        events.saw(TestMoments.full());
        events.saw(TestMoments.reloaded(new Moment.Reload(1, "egress.policy: hash -> flowlet", true)));
        events.saw(TestMoments.reloaded(new Moment.Reload(1, "egress.policy: hash -> flowlet", true)));
        events.saw(TestMoments.reloaded(new Moment.Reload(2, "refused, nothing has changed: a reason", false)));
        assertEquals(
                List.of(
                        "configuration: reload 2: refused, nothing has changed: a reason (bad)",
                        "configuration: reload 1: egress.policy: hash -> flowlet"),
                texts().stream().limit(2).toList());
    }

    @Test
    void onlyTheNewestAreKept() {
        for (int i = 0; i < 3 * Events.MOST; i++) {
            events.saw(TestMoments.of(Samples.status(), List.of("stuck " + i)));
        }
        assertEquals(Events.MOST, events.newest().size());
        assertEquals("stuck 299", events.newest().getFirst().text());
    }
}
