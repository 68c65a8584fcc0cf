package io.braid.dataplane.web;

import io.braid.dataplane.audit.DecisionCounts;
import io.braid.dataplane.control.BgpReport;
import io.braid.dataplane.control.StatusReport;
import io.braid.dataplane.control.TaskAnnouncement;
import io.braid.dataplane.latency.GcPauses;
import io.braid.dataplane.latency.LatencyFigures;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that is shown of a dataplane, at one moment. Cells are read one after another while workers run, so sums may differ by the packets of the moment.
 *
 * @param status what {@code braid status} shows
 * @param bgp the sessions with switches; null without {@code bgp} in the configuration
 * @param announcements of each task; empty without {@code bgp}
 * @param workers in worker order
 * @param uplinks what status does not say of uplinks, in the order of the configuration
 * @param pools the packet pools
 * @param decisions how often each decision was made
 * @param refusedGrants of these, grants that were refused
 * @param stuck a sentence for each worker that does not come back from its work
 * @param latencies how long packets stayed, by worker and stage
 * @param pauses for how long collections of garbage stopped all threads
 * @param reload the last attempt to change the configuration; null if there was none
 */
public record Moment(
        StatusReport status,
        @Nullable BgpReport bgp,
        List<TaskAnnouncement> announcements,
        List<WorkerFigures> workers,
        List<UplinkFigures> uplinks,
        List<Pool> pools,
        Map<DecisionCounts.Decision, Long> decisions,
        long refusedGrants,
        List<String> stuck,
        List<LatencyFigures> latencies,
        GcPauses.Figures pauses,
        @Nullable Reload reload) {
    public Moment {
        announcements = List.copyOf(announcements);
        workers = List.copyOf(workers);
        uplinks = List.copyOf(uplinks);
        pools = List.copyOf(pools);
        decisions = Map.copyOf(decisions);
        stuck = List.copyOf(stuck);
        latencies = List.copyOf(latencies);
    }

    /**
     * An attempt to change the configuration.
     *
     * @param number how many there were, this one included: two of them can otherwise be alike
     * @param text what came of it, in words
     * @param done whether it was done
     */
    public record Reload(int number, String text, boolean done) {}

    /**
     * A packet pool.
     *
     * @param name DPDK's
     * @param node the NUMA node of the workers that use it
     * @param size buffers in all
     * @param available buffers that can be taken
     */
    public record Pool(String name, int node, long size, long available) {}
}
