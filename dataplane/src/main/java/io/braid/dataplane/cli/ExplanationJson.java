package io.braid.dataplane.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.braid.dataplane.control.StatusReport;

/** Writes for programs what {@code braid explain} says, in the words of the control protocol. */
final class ExplanationJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private ExplanationJson() {}

    static String of(ExplainCommand.Explanation what) {
        ObjectNode root = JSON.createObjectNode();
        root.set("task", JSON.valueToTree(what.task()));
        ArrayNode uplinks = root.putArray("uplinks");
        for (StatusReport.Uplink uplink : what.status().uplinks()) {
            ObjectNode node = uplinks.addObject();
            node.put("name", uplink.name());
            node.set("usable", JSON.valueToTree(uplink.usable()));
            node.put("reason", uplink.reason());
        }
        root.put("policy", what.status().flows().policy());
        root.set("flows", JSON.valueToTree(what.flows()));
        root.set("announcement", JSON.valueToTree(what.announcement()));
        return root.toPrettyString();
    }
}
