package io.braid.perf.lab;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which uplinks each flow was seen on during a short while.
 *
 * @param uplinks for each flow, the uplinks that carried at least one packet of it
 */
public record FlowPaths(Map<FlowKey, Set<Integer>> uplinks) {
    static FlowPaths of(List<Map<FlowKey, Integer>> packetsPerUplink) {
        Map<FlowKey, Set<Integer>> paths = new HashMap<>();
        for (int i = 0; i < packetsPerUplink.size(); i++) {
            for (FlowKey flow : packetsPerUplink.get(i).keySet()) {
                paths.computeIfAbsent(flow, f -> new TreeSet<>()).add(i);
            }
        }
        return new FlowPaths(paths);
    }

    /** The flows that were sent from one of {@code sources}. */
    public FlowPaths from(List<String> sources) {
        Map<FlowKey, Set<Integer>> kept = new HashMap<>();
        uplinks.forEach((flow, path) -> {
            if (sources.contains(flow.source())) {
                kept.put(flow, path);
            }
        });
        return new FlowPaths(kept);
    }

    /** Flows seen on more than one uplink, whose packets may thus overtake one another. */
    public List<FlowKey> split() {
        return uplinks.entrySet().stream()
                .filter(e -> e.getValue().size() > 1)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** How the flows seen here fared after one uplink failed. */
    public Failover after(FlowPaths later, int failed) {
        int survivors = 0;
        int moved = 0;
        int affected = 0;
        int continued = 0;
        int unseen = 0;
        for (var entry : uplinks.entrySet()) {
            Set<Integer> now = later.uplinks().get(entry.getKey());
            if (entry.getValue().contains(failed)) {
                affected++;
                continued += now != null && !now.contains(failed) ? 1 : 0;
            } else if (now == null) {
                unseen++;
            } else {
                survivors++;
                moved += entry.getValue().containsAll(now) ? 0 : 1;
            }
        }
        return new Failover(survivors, moved, affected, continued, unseen);
    }

    /**
     * What a failure did to the flows of before.
     *
     * @param survivors flows of other uplinks that were seen again
     * @param movedSurvivors of those, the ones that changed uplink
     * @param affected flows that had used the failed uplink
     * @param continued of those, the ones seen on another uplink afterwards
     * @param unseen flows of other uplinks that sent nothing while looked at
     */
    public record Failover(int survivors, int movedSurvivors, int affected, int continued, int unseen) {}
}
