package io.braid.perf.emulated;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.braid.perf.report.ReportJson;
import org.jspecify.annotations.Nullable;

/** The result of {@code --json}; the keys and the checks' names are stable, rates are bits per second. */
final class EmulatedJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private EmulatedJson() {}

    static String of(EmulatedResult result) {
        ObjectNode root = JSON.createObjectNode();
        ReportJson.checks(root, result.checks());
        rates(root, "braid_virtio_user", result.braid());
        rates(root, "kernel_netkit", result.netkit());
        root.put("guest", result.software());
        root.put("seconds", result.took().toSeconds());
        return root.toPrettyString() + "\n";
    }

    private static void rates(ObjectNode root, String name, @Nullable Rates rates) {
        if (rates != null) {
            root.putObject(name).put("out", Math.round(rates.out())).put("in", Math.round(rates.in()));
        }
    }
}
