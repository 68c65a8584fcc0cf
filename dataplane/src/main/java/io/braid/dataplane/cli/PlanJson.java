package io.braid.dataplane.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.braid.dataplane.config.ConfigProblem;
import io.braid.dataplane.config.NumaPolicy;
import io.braid.numa.plan.MemoryArea;
import io.braid.numa.plan.NicPlan;
import io.braid.numa.plan.PlacementPlan;
import io.braid.numa.plan.PlanRequest;
import io.braid.numa.plan.TaskPlan;
import io.braid.numa.plan.WorkerPlan;
import io.braid.numa.topology.HugepagePool;
import io.braid.numa.topology.NumaNode;
import io.braid.numa.topology.PciDevice;
import io.braid.numa.topology.Topology;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** Writes a placement plan as JSON; the fields are documented in {@code dataplane/README.md} and keep their meaning. */
final class PlanJson {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private PlanJson() {}

    static String ofErrors(List<ConfigProblem> problems) {
        ObjectNode result = MAPPER.createObjectNode().put("ok", false);
        ArrayNode errors = result.putArray("errors");
        problems.forEach(problem -> errors.addObject()
                .put("line", problem.line())
                .put("column", problem.column())
                .put("path", problem.path())
                .put("message", problem.message()));
        return result.toPrettyString();
    }

    static String ofFaults(List<String> faults) {
        ObjectNode result = MAPPER.createObjectNode().put("ok", false);
        ArrayNode errors = result.putArray("errors");
        faults.forEach(fault -> errors.addObject().put("message", fault));
        return result.toPrettyString();
    }

    static String of(NumaPolicy policy, PlanRequest request, PlacementPlan plan) {
        ObjectNode result = MAPPER.createObjectNode().put("ok", true);
        result.put("numa", word(policy));
        result.set("host", host(request.topology()));
        ArrayNode workers = result.putArray("workers");
        for (WorkerPlan worker : plan.workers()) {
            workers.addObject()
                    .put("index", worker.index())
                    .put("cpu", worker.cpu())
                    .put("node", worker.node());
        }
        result.put("system", plan.system().toString());
        ArrayNode uplinks = result.putArray("uplinks");
        plan.nics().forEach(nic -> uplinks.add(uplink(nic)));
        ArrayNode tasks = result.putArray("tasks");
        plan.tasks().forEach(task -> tasks.add(task(task)));
        ArrayNode memory = result.putArray("memory");
        for (MemoryArea area : plan.memory()) {
            memory.addObject()
                    .put("kind", word(area.kind()))
                    .put("worker", area.worker())
                    .put("node", area.node())
                    .put("bytes", area.bytes());
        }
        plan.explanation().forEach(result.putArray("explanation")::add);
        plan.warnings().forEach(result.putArray("warnings")::add);
        return result.toPrettyString();
    }

    private static ObjectNode host(Topology topology) {
        ObjectNode host = MAPPER.createObjectNode();
        ArrayNode nodes = host.putArray("nodes");
        for (NumaNode node : topology.nodes()) {
            ObjectNode entry = nodes.addObject()
                    .put("id", node.id())
                    .put("cpus", node.cpus().toString())
                    .put("memoryBytes", node.memoryBytes());
            ArrayNode pools = entry.putArray("hugepages");
            for (HugepagePool pool : node.hugepages()) {
                pools.addObject()
                        .put("pageBytes", pool.pageBytes())
                        .put("total", pool.total())
                        .put("free", pool.free());
            }
            ObjectNode distances = entry.putObject("distances");
            new TreeMap<>(node.distances()).forEach((to, distance) -> distances.put(Integer.toString(to), distance));
        }
        host.put("online", topology.online().toString());
        host.put("isolated", topology.isolated().toString());
        ArrayNode nics = host.putArray("nics");
        for (PciDevice nic : topology.nics()) {
            ObjectNode entry = nics.addObject()
                    .put("address", nic.address())
                    .put("node", nic.node())
                    .put("source", word(nic.source()))
                    .put("driver", nic.driver().orElse(null));
            topology.gpusNear(nic).stream().map(PciDevice::address).forEach(entry.putArray("gpus")::add);
        }
        return host;
    }

    private static ObjectNode uplink(NicPlan nic) {
        ObjectNode entry = MAPPER.createObjectNode()
                .put("name", nic.name())
                .put("node", nic.node())
                .put("source", word(nic.source()))
                .put("pollNode", nic.pollNode());
        nic.rxQueues().forEach(entry.putArray("rxQueues")::add);
        entry.put("spread", nic.spread());
        nic.txQueues().forEach(entry.putArray("txQueues")::add);
        return entry;
    }

    private static ObjectNode task(TaskPlan task) {
        ObjectNode entry = MAPPER.createObjectNode().put("name", task.name()).put("homeNode", task.homeNode());
        task.nodes().forEach(entry.putArray("nodes")::add);
        task.queues().forEach(entry.putArray("queues")::add);
        return entry;
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
