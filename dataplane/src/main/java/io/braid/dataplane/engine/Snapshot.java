package io.braid.dataplane.engine;

import io.braid.dataplane.graph.ForwardingTable;
import java.util.List;

/**
 * What workers act by: the forwarding table and the ports. Immutable; its generation is the table's.
 *
 * @param table addresses, paths, hops
 * @param bindings all running ports
 */
public record Snapshot(ForwardingTable table, List<PortBinding> bindings) {
    public Snapshot {
        bindings = List.copyOf(bindings);
    }

    public long generation() {
        return table.generation();
    }
}
