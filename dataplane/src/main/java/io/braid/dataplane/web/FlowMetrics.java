package io.braid.dataplane.web;

import static io.braid.dataplane.web.Family.counter;
import static io.braid.dataplane.web.Family.gauge;

import java.util.List;

/** The flows that workers remember the uplink of. */
final class FlowMetrics implements MetricGroup {
    private static final String WORKER = "worker";

    private static final Family ENTRIES = gauge("braid_flow_table_entries", "Flows remembered.", WORKER);
    private static final Family CAPACITY = gauge("braid_flow_table_capacity_entries", "Flows that fit.", WORKER);
    private static final Family INSERTS = counter("braid_flow_table_inserts_total", "Flows ever remembered.", WORKER);
    private static final Family EVICTIONS = counter(
            "braid_flow_table_evictions_total",
            "Flows forgotten: expired (silent too long, or ended) or displaced (for another; never an established one).",
            WORKER,
            "cause");
    private static final Family FULL = counter(
            "braid_flow_table_full_total",
            "Times a packet's flow found no room; it went by the stateless hash.",
            WORKER);
    private static final Family MOVES = counter(
            "braid_flow_moves_total",
            "Flows that changed their uplink: it was lost, or in a pause by policy (flowlet, rebalanced).",
            WORKER,
            "cause");
    private static final Family INHERITED =
            counter("braid_flow_inherited_total", "Flows that kept the uplink they had before a restart.", WORKER);

    @Override
    public List<Family> families() {
        return List.of(ENTRIES, CAPACITY, INSERTS, EVICTIONS, FULL, MOVES, INHERITED);
    }

    @Override
    public void collect(Moment moment, Samples to) {
        for (WorkerFigures worker : moment.workers()) {
            WorkerFigures.Flows flows = worker.flows();
            String name = worker.name();
            to.add(ENTRIES, flows.size(), name);
            to.add(CAPACITY, flows.capacity(), name);
            to.add(INSERTS, flows.inserted(), name);
            to.add(EVICTIONS, flows.expired(), name, "expired");
            to.add(EVICTIONS, flows.displaced(), name, "displaced");
            to.add(FULL, flows.full(), name);
            to.add(MOVES, flows.lost(), name, "lost");
            to.add(MOVES, flows.flowlet(), name, "flowlet");
            to.add(MOVES, flows.rebalanced(), name, "rebalanced");
            to.add(INHERITED, flows.inherited(), name);
        }
    }
}
