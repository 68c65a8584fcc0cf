package io.braid.perf.numa;

import io.braid.linux.CpuSet;
import io.braid.numa.plan.MemoryNeeds;
import io.braid.numa.plan.NicRequest;
import io.braid.numa.plan.PlanRequest;
import io.braid.numa.plan.TaskRequest;
import io.braid.numa.topology.NodeSource;
import io.braid.numa.topology.NumaNode;
import io.braid.numa.topology.PciDevice;
import io.braid.numa.topology.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Makes hosts of 1, 2, 4 and 8 nodes with 2 to 8 NICs, half of them as hosts should be and half as they are: nodes without
 * CPUs or memory, offline and forbidden CPUs, NICs with few queues, tasks over two nodes, tasks nobody knows the place of.
 *
 * <p>The same seed makes the same host on every machine. Any thread.
 */
public final class HostGenerator {
    private static final int[] NODES = {1, 2, 4, 8};
    private static final int[] QUEUES = {1, 2, 3, 4, 8, 16, 64};
    private static final int ETHERNET = 0x020000;

    private final long seed;
    private final SplittableRandom random;
    private final boolean wellShaped;

    private HostGenerator(long seed) {
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        this.wellShaped = random.nextBoolean();
    }

    /** The host of a seed. */
    public static GeneratedHost host(long seed) {
        return new HostGenerator(seed).make();
    }

    private GeneratedHost make() {
        int nodes = NODES[random.nextInt(NODES.length)];
        var shape = new HostShape(random, nodes, wellShaped);
        List<PciDevice> devices = new ArrayList<>();
        List<NicRequest> nics = nics(nodes, devices);
        Topology topology =
                new Topology(shape.nodes(), shape.cpus(), shape.caches(), devices, Optional.empty(), List.of());
        List<TaskRequest> tasks = tasks(topology);
        CpuSet pinned = tasks.stream().map(TaskRequest::cpus).reduce(CpuSet.empty(), CpuSet::or);
        CpuSet avoid = chance(0.7) ? pinned : CpuSet.empty();
        CpuSet allowed = allowed(topology);
        return new GeneratedHost(
                seed,
                new PlanRequest(
                        topology,
                        allowed,
                        explicit(topology.online().and(allowed)),
                        nics,
                        tasks,
                        avoid,
                        new MemoryNeeds(1L << 29, 1L << 26, 1L << 16, chance(0.5))));
    }

    private boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    /** Something that goes wrong on the hosts that are not as they should be. */
    private boolean mishap(double probability) {
        return !wellShaped && chance(probability);
    }

    private List<NicRequest> nics(int nodes, List<PciDevice> devices) {
        int count = wellShaped ? Math.clamp((long) nodes * random.nextInt(1, 4), 2, 8) : random.nextInt(2, 9);
        boolean even = wellShaped || chance(0.5);
        var nics = new ArrayList<NicRequest>();
        for (int i = 0; i < count; i++) {
            String address = "0000:%02x:00.0".formatted(i + 1);
            int node = even ? i % nodes : random.nextInt(nodes);
            devices.add(new PciDevice(address, ETHERNET, node, NodeSource.OWN, List.of(), Optional.empty(), List.of()));
            nics.add(new NicRequest("nic" + i, Optional.of(address), -1, queues(), queues(), chance(0.5)));
        }
        return nics;
    }

    private int queues() {
        return QUEUES[random.nextInt(QUEUES.length)];
    }

    /** Tasks on a part of one node or of two; on a host as it should be, one on each node at least. */
    private List<TaskRequest> tasks(Topology topology) {
        List<NumaNode> homes =
                topology.nodes().stream().filter(node -> !node.cpus().isEmpty()).toList();
        int count = wellShaped ? homes.size() + random.nextInt(3) : random.nextInt(9);
        var tasks = new ArrayList<TaskRequest>();
        for (int i = 0; i < count; i++) {
            NumaNode home = wellShaped ? homes.get(i % homes.size()) : homes.get(random.nextInt(homes.size()));
            CpuSet cpus = part(home);
            if (chance(0.2)) {
                cpus = cpus.or(part(homes.get(random.nextInt(homes.size()))));
            }
            tasks.add(new TaskRequest("task" + i, mishap(0.1) ? CpuSet.empty() : cpus, wellShaped ? 8 : queues()));
        }
        return tasks;
    }

    /** Some of a node's CPUs, from its end; on a host as it should be, never the first half. */
    private CpuSet part(NumaNode node) {
        int[] cpus = node.cpus().stream().toArray();
        int most = wellShaped ? Math.max(1, cpus.length / 2) : cpus.length;
        int size = random.nextInt(1, most + 1);
        int end = cpus.length - random.nextInt(most - size + 1);
        return CpuSet.of(Arrays.copyOfRange(cpus, end - size, end));
    }

    private CpuSet allowed(Topology topology) {
        CpuSet online = topology.online();
        if (mishap(0.1)) {
            List<NumaNode> homes = topology.nodes().stream()
                    .filter(node -> !node.cpus().isEmpty())
                    .toList();
            return homes.get(random.nextInt(homes.size())).cpus();
        }
        if (mishap(0.2)) {
            CpuSet some = CpuSet.of(online.stream().filter(_ -> chance(0.3)).toArray());
            return some.isEmpty() ? CpuSet.of(online.last()) : some;
        }
        return topology.existing();
    }

    private List<Integer> explicit(CpuSet usable) {
        if (!mishap(0.15)) {
            return List.of();
        }
        List<Integer> cpus = new ArrayList<>(usable.stream().boxed().toList());
        var chosen = new ArrayList<Integer>();
        int count = random.nextInt(1, 9);
        while (chosen.size() < count && !cpus.isEmpty()) {
            chosen.add(cpus.remove(/* index */ random.nextInt(cpus.size())));
        }
        return chosen;
    }
}
