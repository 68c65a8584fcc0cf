package io.braid.dataplane.conductor;

import io.braid.dataplane.flight.FlightEvent;
import io.braid.dataplane.port.Uplink;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Tells the flight recorder when a path comes or goes. The conductor's thread only. */
final class PathChanges {
    /** Names of those that are usable. */
    private final Set<String> usable = new HashSet<>();

    void saw(List<Uplink> uplinks, List<UplinkView> views) {
        for (Uplink uplink : uplinks) {
            UplinkView view = views.get(uplink.index());
            boolean now = view.usable4() || view.usable6();
            if (now != usable.contains(uplink.name())) {
                FlightEvent.path(uplink.name(), now, now ? "" : reason(view));
                if (now) {
                    usable.add(uplink.name());
                } else {
                    usable.remove(uplink.name());
                }
            }
        }
    }

    private static String reason(UplinkView view) {
        if (!view.linkUp()) {
            return "link down";
        }
        List<String> reasons = view.condition().reasons();
        return reasons.isEmpty() ? "no gateway answers" : String.join("; ", reasons);
    }
}
