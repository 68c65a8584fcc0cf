package io.braid.perf.emulated;

import com.fasterxml.jackson.databind.JsonNode;
import io.braid.perf.report.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Whether {@code braid plan} sees the machine that QEMU was told to make, and plans for it: everything by workers of its own node. */
final class TopologyChecks {
    private TopologyChecks() {}

    static List<Check> of(JsonNode plan) {
        var checks = new ArrayList<Check>();
        Map<String, String> cpus = new TreeMap<>();
        Map<String, String> distances = new TreeMap<>();
        for (JsonNode node : plan.at("/host/nodes")) {
            cpus.put("node " + node.path("id").asInt(), node.path("cpus").asText());
            node.path("distances")
                    .properties()
                    .forEach(to -> distances.put(
                            node.path("id").asInt() + "-" + to.getKey(),
                            to.getValue().asText()));
        }
        checks.add(Check.same("topology.nodes", toldCpus(), cpus));
        checks.add(Check.same("topology.distances", toldDistances(), distances));
        Map<String, Integer> nics = new TreeMap<>();
        plan.at("/host/nics")
                .forEach(nic ->
                        nics.put(nic.path("address").asText(), nic.path("node").asInt()));
        checks.add(Check.same("topology.nics", toldNics(), nics));
        checks.addAll(plan(plan));
        return checks;
    }

    private static List<Check> plan(JsonNode plan) {
        Map<Integer, Integer> nodes = new TreeMap<>();
        boolean onTheirNodes = true;
        for (JsonNode worker : plan.path("workers")) {
            nodes.put(worker.path("index").asInt(), worker.path("node").asInt());
            onTheirNodes &= Machine.nodeOf(worker.path("cpu").asInt())
                    == worker.path("node").asInt();
        }
        var workers = new Check(
                "plan.workers",
                onTheirNodes && nodes.containsValue(0) && nodes.containsValue(1),
                "workers on CPUs of both nodes",
                plan.path("workers").toString());
        boolean local = plan.path("uplinks").size() == Machine.NICS.size();
        Map<String, String> queues = new TreeMap<>();
        for (JsonNode uplink : plan.path("uplinks")) {
            String name = uplink.path("name").asText();
            queues.put(name, "node " + uplink.path("node").asInt() + " by " + uplink.path("rxQueues"));
            local &= !uplink.path("rxQueues").isEmpty();
            for (JsonNode worker : uplink.path("rxQueues")) {
                local &= uplink.path("node").equals(plan.at("/workers/" + worker.asInt() + "/node"));
            }
        }
        return List.of(
                workers, new Check("plan.queues", local, "each NIC polled by workers of its node", queues.toString()));
    }

    private static Map<String, String> toldCpus() {
        Map<String, String> told = new TreeMap<>();
        for (int node = 0; node < Machine.NODES; node++) {
            told.put("node " + node, Machine.cpus(node));
        }
        return told;
    }

    private static Map<String, String> toldDistances() {
        Map<String, String> told = new TreeMap<>();
        for (int from = 0; from < Machine.NODES; from++) {
            for (int to = 0; to < Machine.NODES; to++) {
                told.put(from + "-" + to, Integer.toString(Machine.distance(from, to)));
            }
        }
        return told;
    }

    private static Map<String, Integer> toldNics() {
        Map<String, Integer> told = new TreeMap<>();
        Machine.NICS.forEach(nic -> told.put(nic.pciAddress(), nic.node()));
        return told;
    }
}
