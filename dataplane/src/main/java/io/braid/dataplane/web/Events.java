package io.braid.dataplane.web;

import io.braid.dataplane.control.BgpReport;
import io.braid.dataplane.control.StatusReport;
import io.braid.dataplane.control.TaskAnnouncement;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Remembers what changed between moments, the newest of it. Kept here and not in the page, so that a page that is opened after a fault shows it, if anybody looked meanwhile: Prometheus does.
 *
 * <p>For one thread at a time, but for {@link #newest}.
 */
final class Events {
    static final int MOST = 100;

    /**
     * A state.
     *
     * @param text in words
     * @param bad whether somebody may have to do something about it
     */
    private record State(String text, boolean bad) {}

    private final InstantSource clock;
    private final Deque<Event> events = new ArrayDeque<>();
    private Map<String, State> before = Map.of();
    private boolean first = true;
    private volatile List<Event> newest = List.of();

    Events(InstantSource clock) {
        this.clock = clock;
    }

    /** Compares with the moment that was seen before. */
    void saw(Moment moment) {
        Map<String, State> now = states(moment);
        long at = clock.millis();
        if (first) {
            first = false;
            add(new Event(
                    at, "braid", "first looked at, " + moment.status().uptimeSeconds() + " s after its start", false));
        } else {
            now.forEach((subject, state) -> {
                if (!state.equals(before.get(subject))) {
                    add(new Event(at, subject, state.text(), state.bad()));
                }
            });
            before.keySet().stream()
                    .filter(subject -> !now.containsKey(subject))
                    .forEach(subject -> add(new Event(at, subject, "gone", false)));
        }
        before = now;
        newest = List.copyOf(events);
    }

    private void add(Event event) {
        events.addFirst(event);
        if (events.size() > MOST) {
            events.removeLast();
        }
    }

    /** The newest first; any thread. */
    List<Event> newest() {
        return newest;
    }

    private static Map<String, State> states(Moment moment) {
        var states = new LinkedHashMap<String, State>();
        for (StatusReport.Uplink uplink : moment.status().uplinks()) {
            String reason = uplink.reason();
            states.put("uplink " + uplink.name(), new State(reason == null ? "usable" : reason, reason != null));
        }
        for (StatusReport.Task task : moment.status().tasks()) {
            states.put(
                    "task " + task.task(),
                    task.connected()
                            ? new State("attached", false)
                            : new State("attached, its application is not there", true));
        }
        for (TaskAnnouncement task : moment.announcements()) {
            boolean announced = task.addresses().stream()
                    .anyMatch(address -> !address.announcedBy().isEmpty());
            states.put(
                    "announcement of " + task.task(), new State(announced ? "announced" : "not announced", !announced));
        }
        BgpReport bgp = moment.bgp();
        if (bgp != null) {
            bgp.peers().forEach(peer -> add(peer, states));
        }
        Moment.Reload reload = moment.reload();
        if (reload != null) {
            states.put("configuration", new State("reload " + reload.number() + ": " + reload.text(), !reload.done()));
        }
        moment.stuck().forEach(sentence -> states.put("worker", new State(sentence, true)));
        return states;
    }

    private static void add(BgpReport.Peer peer, Map<String, State> states) {
        String name = peer.peer() + " over " + peer.uplink();
        boolean up = peer.state().equals("established");
        states.put("BGP " + name, new State(up ? "established" : "down", !up));
        BgpReport.Bfd bfd = peer.bfd();
        if (bfd != null) {
            states.put("BFD " + name, new State(bfd.state(), !bfd.state().equals("up")));
        }
    }
}
