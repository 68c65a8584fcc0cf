package io.braid.dataplane;

import io.braid.dataplane.announce.Announcer;
import io.braid.dataplane.conductor.Conductor;
import io.braid.dataplane.conductor.PathHealth;
import io.braid.dataplane.conductor.UplinkView;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.config.LoadedConfig;
import io.braid.dataplane.config.UplinkConfig;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.port.UplinkPlaces;
import io.braid.dataplane.reload.LivePart;
import io.braid.dataplane.task.TaskRegistry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Has uplinks come and go with a reload.
 *
 * <pre>
 *   come       device opened and started, path known to the workers, which poll it
 *   drain      those that go are drained as {@code braid drain} does it: told to the switches, waited for, withdrawn
 *              (here the announcer ends the sessions of those that go, with Cease, and begins those of the new ones)
 *   go         flows take others, what was given to the NIC is sent, workers and conductor leave the ports, these are closed
 * </pre>
 *
 * Whatever fails before the last step is taken back; that one has nothing left that a NIC or switch could refuse, and comes last of all parts of a reload.
 */
final class UplinkChanges {
    /** The kernel has each session's Cease and the end of its connection to send by the tap that goes. */
    private static final long FAREWELL_NANOS = 100_000_000;

    private final LiveUplinks live;
    private final PathHealth health;
    private final Conductor conductor;
    private final TaskRegistry tasks;
    private final @Nullable Announcer announcer;

    /** @param announcer null if nothing is announced */
    UplinkChanges(Forwarding forwarding, TaskRegistry tasks, @Nullable Announcer announcer) {
        this.live = forwarding.live();
        this.health = forwarding.health();
        this.conductor = forwarding.conductor();
        this.tasks = tasks;
        this.announcer = announcer;
    }

    /** Those that come; before all that goes by them. */
    LivePart.Step come(LoadedConfig now, LoadedConfig next, List<String> reasons) {
        List<UplinkConfig> added = UplinkObjections.added(live.places(), next.config());
        reasons.addAll(
                UplinkObjections.of(live.places(), next.config(), tasks.tasks(), this::isUsable, live.isWithoutPci()));
        if (!added.isEmpty() && reasons.isEmpty()) { // else the plan may have more uplinks than there can be
            String shortage = live.bufferShortage(now.config(), added);
            if (shortage != null) {
                reasons.add("uplinks: " + added.getFirst().name() + ": " + shortage);
            }
        }
        Deque<String> done = new ArrayDeque<>();
        return new LivePart.Step(
                () -> added.forEach(uplink -> {
                    add(next.config(), uplink);
                    done.push(uplink.name());
                }),
                () -> done.forEach(this::remove));
    }

    private boolean isUsable(String name) {
        List<UplinkView> views = conductor.views();
        return live.places().find(name).stream()
                .anyMatch(place -> place < views.size()
                        && (views.get(place).usable4() || views.get(place).usable6()));
    }

    private void add(HostConfig config, UplinkConfig uplink) {
        int place = live.places()
                .free(uplink.name(), at -> UplinkObjections.isTaken(at, tasks.tasks()))
                .orElseThrow(() -> new ControlException(Kind.FAILED, "uplink " + uplink.name() + ": no place is free"));
        live.add(config, uplink, place);
    }

    /** Those that go are drained, all at once; before the announcer ends their sessions. */
    LivePart.Step drain(LoadedConfig now, LoadedConfig next, List<String> reasons) {
        List<Integer> going = places(UplinkObjections.removed(live.places(), next.config()));
        List<Integer> inService =
                going.stream().filter(place -> !health.of(place).drained()).toList();
        return new LivePart.Step(() -> drain(going), () -> undrain(inService));
    }

    private List<Integer> places(List<UplinkConfig> uplinks) {
        UplinkPlaces places = live.places();
        var list = new ArrayList<Integer>();
        uplinks.forEach(uplink -> places.find(uplink.name()).ifPresent(list::add));
        return list;
    }

    private void drain(List<Integer> going) {
        going.forEach(place -> health.drained(place, true));
        if (announcer != null && !going.isEmpty()) {
            announcer.drains().drain(going);
        }
    }

    private void undrain(List<Integer> places) {
        for (int place : places) {
            health.drained(place, false);
            if (announcer != null) {
                announcer.drains().undrain(place);
            }
        }
    }

    /** Those that go; after all else. */
    LivePart.Step go(LoadedConfig now, LoadedConfig next, List<String> reasons) {
        List<UplinkConfig> going = UplinkObjections.removed(live.places(), next.config());
        return new LivePart.Step(() -> remove(going), () -> requireAll(going));
    }

    private void remove(List<UplinkConfig> going) {
        if (announcer != null && !going.isEmpty()) {
            LockSupport.parkNanos(FAREWELL_NANOS);
        }
        going.forEach(uplink -> remove(uplink.name()));
    }

    private void remove(String name) {
        OptionalInt place = live.places().find(name);
        live.remove(name);
        if (announcer != null) {
            place.ifPresent(announcer::gone);
        }
    }

    private void requireAll(List<UplinkConfig> going) {
        if (places(going).size() < going.size()) {
            throw new IllegalStateException("an uplink that was to stay is gone");
        }
    }
}
