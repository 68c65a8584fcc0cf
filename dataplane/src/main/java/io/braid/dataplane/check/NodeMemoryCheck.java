package io.braid.dataplane.check;

import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.config.HugepageUse;
import io.braid.numa.plan.PlacementPlan;
import io.braid.numa.plan.WorkerPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Whether each NUMA node with workers has free hugepages of its own: packets would else lie on another node, which costs throughput. */
final class NodeMemoryCheck {
    private static final String SUBJECT = "hugepages";

    private NodeMemoryCheck() {}

    /** @param plan which nodes have workers */
    static List<Finding> run(HostConfig config, PlacementPlan plan, HostFiles files) {
        Path nodes = files.sysfs().resolve("devices/system/node");
        if (config.dpdk().hugepages() == HugepageUse.OFF
                || HostFiles.names(nodes).stream()
                                .filter(name -> name.matches("node[0-9]{1,4}"))
                                .count()
                        < 2) {
            return List.of();
        }
        List<Integer> wanted = plan.workers().stream()
                .map(WorkerPlan::node)
                .distinct()
                .sorted()
                .toList();
        var findings = new ArrayList<Finding>();
        for (int node : wanted) {
            Path pools = nodes.resolve("node" + node).resolve("hugepages");
            if (Files.isDirectory(pools) && free(pools) == 0) {
                long pages = config.dpdk().memory().bytes() / (2 << 20) / wanted.size();
                findings.add(Finding.warn(
                        SUBJECT,
                        "node " + node + " has workers and no free hugepages: its packets will lie on another node",
                        "echo " + pages + " > /sys/devices/system/node/node" + node
                                + "/hugepages/hugepages-2048kB/nr_hugepages"));
            }
        }
        return findings;
    }

    private static long free(Path pools) {
        return HostFiles.names(pools).stream()
                .flatMap(name -> HostFiles.number(pools.resolve(name).resolve("free_hugepages")).stream())
                .mapToLong(Long::longValue)
                .sum();
    }
}
