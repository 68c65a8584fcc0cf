package io.braid.numa.plan;

import io.braid.numa.topology.NodeSource;
import io.braid.numa.topology.PciDevice;
import io.braid.numa.topology.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds out where the NICs are. */
final class NicHomes {
    private final Topology host;
    private final Lines lines;

    NicHomes(Topology host, Lines lines) {
        this.host = host;
        this.lines = lines;
    }

    /**
     * In the order of the request.
     *
     * @param servers nodes whose CPUs may be workers; NICs that nothing is known of are spread over them
     * @param weights how much tasks there is on each node
     */
    List<NicHome> find(List<NicRequest> nics, Set<Integer> servers, Map<Integer, Integer> weights) {
        List<NicHome> known = nics.stream().map(this::find).toList();
        var count = new HashMap<Integer, Integer>();
        known.stream().filter(NicHome::isKnown).forEach(home -> count.merge(home.node(), 1, Integer::sum));
        var homes = new ArrayList<NicHome>();
        for (NicHome home : known) {
            int assumed = home.node();
            if (!home.isKnown()) {
                assumed = servers.stream()
                        .min(Comparator.comparingInt((Integer node) -> count.getOrDefault(node, 0))
                                .thenComparingInt(node -> -weights.getOrDefault(node, 0))
                                .thenComparingInt(node -> node))
                        .orElseThrow();
                count.merge(assumed, 1, Integer::sum);
            }
            homes.add(new NicHome(home.node(), home.source(), assumed, home.near()));
        }
        return homes;
    }

    private NicHome find(NicRequest nic) {
        Optional<PciDevice> device = nic.pciAddress().flatMap(host::device);
        if (nic.pciAddress().isPresent() && device.isEmpty()) {
            lines.warn(nic.name() + ": sysfs has no NIC at " + nic.pciAddress().get()
                    + ", so that its node is not known; check the address with lspci -D -d ::0200");
        }
        Optional<String> gpus = device.map(host::gpusNear)
                .filter(near -> !near.isEmpty())
                .map(near ->
                        "next to GPU " + near.stream().map(PciDevice::address).collect(Collectors.joining(" and ")));
        if (device.isPresent() && device.get().node() >= 0) {
            return new NicHome(device.get().node(), device.get().source(), -1, gpus);
        }
        if (nic.node() >= 0 && host.node(nic.node()).isPresent()) {
            return new NicHome(nic.node(), NodeSource.REQUEST, -1, gpus);
        }
        if (nic.node() >= 0) {
            lines.warn(
                    nic.name() + " is said to be on node " + nic.node() + ", which this host does not have; ignored");
        }
        return host.nodes().size() == 1
                ? new NicHome(host.nodes().getFirst().id(), NodeSource.ONLY_NODE, -1, gpus)
                : new NicHome(-1, NodeSource.UNKNOWN, -1, gpus);
    }
}
