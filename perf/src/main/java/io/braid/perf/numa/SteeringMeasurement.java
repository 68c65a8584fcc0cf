package io.braid.perf.numa;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Routing;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Queues that move between workers under load. */
final class SteeringMeasurement implements NumaMeasurement {
    static final int CHANGES = 1_000;
    private static final int FAST_CHANGES = 200;
    private static final int UPLINKS = 4;
    private static final int TASKS = 2;
    private static final int MTU = 1500;
    /** Shaped uplinks have queues so short that a machine that stands still for a moment overflows them. */
    private static final long UNSHAPED = 0;

    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public String key() {
        return "steering";
    }

    @Override
    public Result run(boolean fast, Consumer<String> progress) throws InterruptedException {
        int changes = fast ? FAST_CHANGES : CHANGES;
        progress.accept("moving queues " + changes + " times under load, in a lab of network namespaces");
        SteeringChanges result;
        try (Lab lab = Lab.create(new LabPlan(Lab.newTag(), UPLINKS, TASKS, UNSHAPED, MTU), Routing.STATIC)) {
            result = SteeringChanges.measure(lab, changes);
        }
        ObjectNode json = JSON.createObjectNode();
        json.put("changes", result.changes());
        json.put("seconds", result.seconds());
        json.put("longest_ms", result.longestMillis());
        json.put("standstill_ms", result.standstillMillis());
        json.put("sent", result.moved().sent());
        json.put("lost", result.moved().lost());
        json.put("reordered", result.moved().reordered());
        json.put("lost_without_changes", result.undisturbed().lost());
        json.put("sent_without_changes", result.undisturbed().sent());
        json.set("dropped", JSON.valueToTree(result.dropped()));
        json.put("dropped_by_kernel", result.kernelDropped());
        json.put("unaccounted", result.unaccounted());
        return new Result(
                json,
                List.of(
                        String.format(
                                Locale.ROOT,
                                "%d moves of queues between two workers in %.1f s, the longest in %.1f ms:",
                                result.changes(),
                                result.seconds(),
                                result.longestMillis()),
                        String.format(
                                Locale.ROOT,
                                "  of %d numbered datagrams %d lost, %d reordered (none to be; the machine stood still for up to %.0f ms); without moves %d of %d lost",
                                result.moved().sent(),
                                result.moved().lost(),
                                result.moved().reordered(),
                                result.standstillMillis(),
                                result.undisturbed().lost(),
                                result.undisturbed().sent())));
    }
}
