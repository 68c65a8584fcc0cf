package io.braid.numa.plan;

import io.braid.numa.plan.MemoryArea.Kind;
import io.braid.numa.topology.HugepagePool;
import io.braid.numa.topology.NumaNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** Puts memory next to the CPUs that use it, and says where it will not be had. */
final class MemoryPlanner {
    private static final long USUAL_HUGEPAGE = 2 << 20;

    private final PlanRequest request;
    private final List<WorkerPlan> workers;
    private final NodeMap map;
    private final Lines lines;

    MemoryPlanner(PlanRequest request, List<WorkerPlan> workers, NodeMap map, Lines lines) {
        this.request = request;
        this.workers = workers;
        this.map = map;
        this.lines = lines;
    }

    List<MemoryArea> place() {
        MemoryNeeds needs = request.memory();
        var areas = new ArrayList<MemoryArea>();
        var served = new TreeMap<Integer, Integer>();
        workers.forEach(worker -> served.merge(map.memoryNode(worker.node()), 1, Integer::sum));
        served.forEach((node, count) -> {
            long bytes = Math.ceilDiv(Math.multiplyExact(needs.packetBytes(), count), workers.size());
            areas.add(new MemoryArea(Kind.MEMPOOL, -1, node, bytes));
            lines.explain("packet buffers" + size(bytes) + " on node " + node + ": for the " + count
                    + (count == 1 ? " worker" : " workers") + " whose memory is there");
            if (needs.hugepages()) {
                warnOfHugepages(node, bytes);
            }
        });
        for (WorkerPlan worker : workers) {
            int node = map.memoryNode(worker.node());
            areas.add(new MemoryArea(Kind.FLOW_TABLE, worker.index(), node, needs.flowTableBytes()));
            areas.add(new MemoryArea(Kind.RING, worker.index(), node, needs.ringBytes()));
            lines.explain("flow table" + size(needs.flowTableBytes()) + " and hand-off ring" + size(needs.ringBytes())
                    + " of worker-" + worker.index() + " on node " + node
                    + (node == worker.node() ? ": its own" : ": the nearest with memory"));
        }
        new TreeSet<>(workers.stream().map(WorkerPlan::node).toList()).forEach(this::warnOfNoMemory);
        return areas;
    }

    private static String size(long bytes) {
        return bytes == 0 ? "" : " (" + (bytes >> 20 > 0 ? (bytes >> 20) + " MiB)" : (bytes >> 10) + " KiB)");
    }

    private void warnOfNoMemory(int node) {
        if (map.memoryNode(node) != node) {
            lines.warn("node " + node + " has workers and no memory: all they touch lies on node "
                    + map.memoryNode(node)
                    + ", so that every packet crosses between the nodes; fill the node's memory slots, or name CPUs of"
                    + " other nodes in workers.cpus");
        }
    }

    private void warnOfHugepages(int node, long bytes) {
        NumaNode found = map.host().node(node).orElseThrow();
        long free = found.freeHugepageBytes();
        if (free >= bytes) {
            return;
        }
        long page = found.hugepages().stream()
                .mapToLong(HugepagePool::pageBytes)
                .min()
                .orElse(USUAL_HUGEPAGE);
        long reserved = found.hugepages().stream()
                .filter(pool -> pool.pageBytes() == page)
                .mapToLong(HugepagePool::total)
                .sum();
        long missing = reserved + Math.ceilDiv(bytes - free, page);
        String file = map.host().nodes().size() == 1
                ? "/sys/kernel/mm/hugepages/hugepages-" + (page >> 10) + "kB/nr_hugepages"
                : "/sys/devices/system/node/node" + node + "/hugepages/hugepages-" + (page >> 10) + "kB/nr_hugepages";
        lines.warn("node " + node + " has " + (free >> 20) + " MiB of free hugepages for " + (bytes >> 20)
                + " MiB of packet buffers; the rest comes from another node or from ordinary pages, which costs"
                + " throughput; echo " + missing + " > " + file);
    }
}
