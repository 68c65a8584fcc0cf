package io.braid.dataplane.conductor;

import io.braid.dataplane.flight.FlightEvent;
import io.braid.dataplane.port.Uplink;
import java.util.List;

/** Tells the flight recorder when a path comes or goes. The conductor's thread only. */
final class PathChanges {
    private final List<Uplink> uplinks;
    private final boolean[] usable;

    /** At first none is usable. */
    PathChanges(List<Uplink> uplinks) {
        this.uplinks = List.copyOf(uplinks);
        this.usable = new boolean[uplinks.size()];
    }

    void saw(List<UplinkView> views) {
        for (int i = 0; i < usable.length && i < views.size(); i++) {
            UplinkView view = views.get(i);
            boolean now = view.usable4() || view.usable6();
            if (now != usable[i]) {
                usable[i] = now;
                FlightEvent.path(uplinks.get(i).name(), now, now ? "" : reason(view));
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
