package io.braid.dataplane;

import io.braid.dataplane.control.FlowStatus;
import io.braid.flow.FlowTableStats;
import io.braid.flow.PinStats;
import io.braid.flow.Pins;
import java.util.List;
import java.util.function.ToLongFunction;

/** Adds up what the workers count about their flows. Any thread. */
final class FlowStatusBuilder {
    private FlowStatusBuilder() {}

    static FlowStatus build(String policy, List<Pins> workers) {
        return new FlowStatus(
                policy,
                table(workers, FlowTableStats::size),
                workers.stream().mapToLong(pins -> pins.table().capacity()).sum(),
                table(workers, FlowTableStats::inserted),
                table(workers, FlowTableStats::expired),
                table(workers, FlowTableStats::displaced),
                table(workers, FlowTableStats::full),
                pins(workers, PinStats::lost),
                pins(workers, PinStats::flowlet),
                pins(workers, PinStats::rebalanced),
                pins(workers, PinStats::inherited));
    }

    private static long table(List<Pins> workers, ToLongFunction<FlowTableStats> figure) {
        return workers.stream()
                .mapToLong(pins -> figure.applyAsLong(pins.table().stats()))
                .sum();
    }

    private static long pins(List<Pins> workers, ToLongFunction<PinStats> figure) {
        return workers.stream()
                .mapToLong(pins -> figure.applyAsLong(pins.stats()))
                .sum();
    }
}
