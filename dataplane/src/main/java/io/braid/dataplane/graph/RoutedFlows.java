package io.braid.dataplane.graph;

import io.braid.flow.FlowBurst;

/** The flows of those packets of a burst that are to be given a path. The worker's thread only. */
final class RoutedFlows {
    /** One for each such packet. */
    final FlowBurst flows = new FlowBurst(Burst.CAPACITY);
    /** Index in the burst of each of {@link #flows}. */
    final int[] packets = new int[Burst.CAPACITY];

    /** Makes room for packet {@code i}'s flow and returns its index. */
    int add(int i) {
        int f = flows.add();
        packets[f] = i;
        return f;
    }
}
