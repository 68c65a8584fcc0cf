package io.braid.dataplane.cli;

import io.braid.dataplane.control.ControlClient;
import io.braid.dataplane.control.FlowQuery;
import io.braid.dataplane.control.FlowReport;
import io.braid.dataplane.control.StatusReport;

/**
 * What {@code braid top} knows of one moment.
 *
 * @param nanos when, {@link System#nanoTime}
 * @param status the state of the dataplane
 * @param flows those that send most
 */
record TopSample(long nanos, StatusReport status, FlowReport flows) {
    /** Asks a running dataplane. */
    static TopSample take(ControlClient braid, int flows) {
        StatusReport status = braid.status().value();
        long now = System.nanoTime();
        return new TopSample(now, status, braid.flows(FlowQuery.all(flows)).value());
    }

    /** Whether rates can be told from this one and an earlier one: the process is the same. */
    boolean follows(TopSample before) {
        return before.status().pid() == status.pid() && nanos > before.nanos();
    }
}
