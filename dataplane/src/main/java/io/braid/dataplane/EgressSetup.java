package io.braid.dataplane;

import io.braid.dataplane.conductor.Balancing;
import io.braid.dataplane.conductor.Tuning;
import io.braid.dataplane.config.EgressConfig;
import io.braid.dataplane.config.EgressPolicy;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.config.NumaRebalance;
import io.braid.dataplane.engine.ForwardingWorker;
import io.braid.dataplane.engine.PinSet;
import io.braid.dataplane.engine.PinStore;
import io.braid.flow.FlowHash;
import io.braid.flow.FlowTimeouts;
import io.braid.flow.PinTuning;
import io.braid.flow.Pins;
import io.braid.flow.PlacementPolicy;
import io.braid.flow.Rebalancer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/** Makes what places and remembers flows, as the configuration says. */
final class EgressSetup {
    private EgressSetup() {}

    /** How workers' pins go by the configuration. */
    static PinTuning pinTuning(EgressConfig egress) {
        return new PinTuning(policy(egress), (int) egress.flowletGap().toMillis(), timeouts(egress));
    }

    /** How the conductor goes by it. */
    static Tuning tuning(HostConfig config) {
        EgressConfig egress = config.egress();
        return new Tuning(
                egress.policy() != EgressPolicy.HASH,
                egress.rebalance(),
                (int) egress.flowletGap().toMillis(),
                (int) egress.idleTimeout().toMillis(),
                config.numa().spill(),
                config.numa().rebalance() == NumaRebalance.AUTO);
    }

    private static PlacementPolicy policy(EgressConfig egress) {
        return switch (egress.policy()) {
            case HASH -> PlacementPolicy.HASH;
            case LEAST_LOADED -> PlacementPolicy.LEAST_LOADED;
            case FLOWLET -> PlacementPolicy.FLOWLET;
        };
    }

    /** Pins for as many workers as there are nodes named, each one's table on its node. */
    static PinSet pinSet(EgressConfig egress, List<Integer> nodes) {
        return new PinSet(
                nodes,
                egress.flows(),
                timeouts(egress),
                policy(egress),
                (int) egress.flowletGap().toMillis(),
                FlowHash.withRandomSeed(),
                ForwardingWorker.tick(System.nanoTime()));
    }

    /** @param uplinks their names, by place */
    static PinStore pinStore(HostConfig config, Supplier<List<String>> uplinks, PinSet pins) {
        return new PinStore(
                config.egress()
                        .pinsFile()
                        .orElseGet(() -> beside(config.control().socket(), ".pins")),
                config.host().toString(),
                uplinks,
                timeouts(config.egress()),
                pins);
    }

    /** The file beside the control socket of the same name with another ending. */
    static Path beside(Path socket, String ending) {
        String name = socket.getFileName().toString().replaceFirst("\\.[^.]*$", "");
        return socket.resolveSibling(name + ending);
    }

    static FlowTimeouts timeouts(EgressConfig egress) {
        return FlowTimeouts.ofIdle((int) egress.idleTimeout().toMillis());
    }

    static Balancing balancing(EgressConfig egress, PinSet pins, List<Rebalancer> rebalancers) {
        return new Balancing(
                pins.all().stream().map(Pins::load).toList(),
                rebalancers,
                egress.policy() != EgressPolicy.HASH,
                egress.rebalance());
    }
}
