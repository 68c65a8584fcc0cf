package io.braid.perf.emulated;

import com.fasterxml.jackson.databind.JsonNode;
import io.braid.perf.report.Check;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Whether threads and memory of the running dataplane are on the nodes where they belong, by the kernel's word; of queues only Braid can tell. */
final class PlacementChecks {
    private static final Duration LIMIT = Duration.ofSeconds(25);
    private static final long MEBI = 1 << 20;
    /** What a node's pool and rings take at least. */
    private static final long LEAST_POOL_BYTES = 8 * MEBI;

    private PlacementChecks() {}

    static List<Check> of(Guest guest, GuestBraid braid) throws InterruptedException {
        JsonNode status = braid.status();
        String pid = "pid=" + status.path("pid").asInt() + "\n";
        var checks = new ArrayList<Check>();
        checks.add(workers(ThreadCpus.parse(guest.run(pid + ThreadCpus.SCRIPT, LIMIT))));
        checks.add(hugepages(guest.run("cat /sys/devices/system/node/node*/$PAGES/{nr,free}_hugepages", LIMIT)));
        checks.add(bound(NumaMaps.parse(guest.run(pid + "cat /proc/$pid/numa_maps", LIMIT))));
        return checks;
    }

    static Check workers(List<ThreadCpus> threads) {
        List<ThreadCpus> workers = threads.stream().filter(ThreadCpus::isWorker).toList();
        List<Integer> nodes = workers.stream().map(ThreadCpus::node).toList();
        List<String> cpus = workers.stream().map(ThreadCpus::allowed).toList();
        return new Check(
                "threads.affinity",
                nodes.contains(0)
                        && nodes.contains(1)
                        && !nodes.contains(-1)
                        && cpus.stream().distinct().count() == cpus.size(),
                "workers on both nodes, each pinned to a CPU of its own",
                workers.toString());
    }

    /**
     * Whether what each NIC received in between was polled by workers of its node: before, the first packets may come by the table that a NIC starts with. By Braid's own count: DPDK tells nobody else. Queues of other nodes' workers are for packets that
     * the NIC's rules send there.
     */
    static Check queues(JsonNode before, JsonNode after) {
        Map<String, Integer> nodes = new TreeMap<>();
        after.path("workers")
                .forEach(worker -> nodes.put(
                        // Queues name a worker without the CPU that a thread's name has behind it.
                        worker.path("name").asText().replaceFirst("@.*", ""),
                        Machine.nodeOf(worker.path("cpu").asInt())));
        boolean local = true;
        List<String> found = new ArrayList<>();
        for (Nic nic : Machine.NICS) {
            JsonNode uplink = after.at("/uplinks/" + nic.index());
            JsonNode earlier = before.at("/uplinks/" + nic.index() + "/queues");
            long[] packets = new long[Machine.NODES];
            for (JsonNode queue : uplink.path("queues")) {
                int node = nodes.getOrDefault(queue.path("worker").asText(), 1 - nic.node());
                packets[node] += queue.path("packets").asLong()
                        - earlier.path(queue.path("queue").asInt())
                                .path("packets")
                                .asLong();
            }
            int rules = uplink.path("rules").asInt();
            local &= uplink.path("node").asInt(-1) == nic.node()
                    && packets[nic.node()] > 0
                    && (packets[1 - nic.node()] == 0 || rules > 0);
            found.add(nic.id() + " of node " + uplink.path("node").asText("unknown") + ": " + packets[0]
                    + " on node 0, " + packets[1] + " on node 1 ("
                    + uplink.path("steering").asText("unknown") + ", " + rules + " rules)");
        }
        return new Check(
                "queues.node",
                local,
                "packets of each NIC polled by workers of its node, but for those of rules (status)",
                String.join("; ", found));
    }

    /** @param text reserved pages of all nodes, then free ones */
    static Check hugepages(String text) {
        List<Long> counts =
                text.lines().map(line -> Long.parseLong(line.strip())).toList();
        List<Long> used = new ArrayList<>();
        for (int node = 0; node < Machine.NODES; node++) {
            used.add((counts.get(node) - counts.get(Machine.NODES + node)) * 2 * MEBI);
        }
        return new Check(
                "memory.hugepages",
                used.stream().allMatch(bytes -> bytes >= LEAST_POOL_BYTES),
                "packet memory in hugepages of each node, at least " + LEAST_POOL_BYTES / MEBI + " MiB",
                mebibytes(used));
    }

    static Check bound(List<NumaMaps.Mapping> mappings) {
        List<NumaMaps.Mapping> bound =
                mappings.stream().filter(mapping -> mapping.boundTo() >= 0).toList();
        Map<Integer, Long> bytes = NumaMaps.boundBytes(mappings);
        long strayed = bound.stream()
                .filter(mapping -> !mapping.isWhereBound())
                .mapToLong(NumaMaps.Mapping::total)
                .sum();
        boolean everyNode = true;
        for (int node = 0; node < Machine.NODES; node++) {
            everyNode &= bytes.getOrDefault(node, 0L) > 0;
        }
        return new Check(
                "memory.bound",
                everyNode && strayed == 0,
                "memory of workers on each node, all of its pages where they were asked to be (numa_maps)",
                bound.size() + " mappings of one node, pages by node "
                        + bytes.entrySet().stream()
                                .map(entry -> entry.getKey() + ": " + entry.getValue() / 1024 + " KiB")
                                .collect(Collectors.joining(", "))
                        + "; elsewhere " + strayed / 1024 + " KiB");
    }

    private static String mebibytes(List<Long> bytes) {
        List<String> words = new ArrayList<>();
        for (int node = 0; node < bytes.size(); node++) {
            words.add("node " + node + ": " + bytes.get(node) / MEBI + " MiB");
        }
        return String.join(", ", words);
    }
}
