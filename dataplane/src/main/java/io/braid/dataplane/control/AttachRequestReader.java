package io.braid.dataplane.control;

import static io.braid.dataplane.control.ControlException.badRequest;

import com.fasterxml.jackson.databind.JsonNode;
import io.braid.dataplane.audit.AuditEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads an attach request from a JSON tree, naming the field that is wrong, what was expected and what was found.
 *
 * <p>Written by hand rather than bound by reflection because a binder converts (a number to a string, {@code "true"} to a boolean,
 * 1.5 to 1) where an interface that creates devices must not guess.
 */
final class AttachRequestReader {
    private static final Set<String> FIELDS = Set.of(
            "task", "ips", "kind", "netns", "nics", "mtu", "grant", "device", "label", "job", "limits", "queues");
    private static final Set<String> LIMITS = Set.of("rateOut", "rateIn", "packetsOut", "packetsIn");

    private AttachRequestReader() {}

    static AttachRequest read(JsonNode tree) {
        if (!tree.isObject()) {
            throw badRequest("expected a JSON object, found " + typeOf(tree));
        }
        requireKnown(tree, FIELDS, "an attach request");
        return new AttachRequest(
                required(tree, "task", text(tree, "task")),
                ips(tree),
                required(tree, "kind", text(tree, "kind")),
                text(tree, "netns"),
                flag(tree, "nics"),
                integer(tree, "mtu"),
                text(tree, "grant"),
                text(tree, "device"),
                text(tree, "label"),
                text(tree, "job"),
                limits(present(tree, "limits")),
                integer(tree, "queues"));
    }

    private static void requireKnown(JsonNode tree, Set<String> known, String what) {
        for (String name :
                new TreeSet<>(tree.propertyStream().map(p -> p.getKey()).toList())) {
            if (!known.contains(name)) {
                throw badRequest(Quote.of(name) + " is not a field of " + what + "; known are "
                        + String.join(", ", new TreeSet<>(known)));
            }
        }
    }

    private static @Nullable TaskLimits limits(@Nullable JsonNode tree) {
        if (tree == null) {
            return null;
        }
        if (!tree.isObject()) {
            throw expected("limits", "an object", tree);
        }
        requireKnown(tree, LIMITS, "limits");
        return new TaskLimits(
                number(tree, "rateOut"), number(tree, "rateIn"), number(tree, "packetsOut"), number(tree, "packetsIn"));
    }

    /** Reads the body that brings another grant: an object with nothing else in it. */
    static String readGrant(JsonNode tree) {
        if (!tree.isObject()) {
            throw badRequest("expected a JSON object, found " + typeOf(tree));
        }
        String grant = AttachRules.checkGrant(required(tree, "grant", text(tree, "grant")));
        if (grant == null || tree.size() != 1) {
            throw badRequest("grant: is the only field of this request");
        }
        return grant;
    }

    /** What a request that may be refused says it is about: the task and its addresses, if they are texts at all. */
    static AuditEvent claims(AuditEvent event, JsonNode tree) {
        String task = tree.path("task").textValue();
        var ips = new ArrayList<String>();
        for (JsonNode ip : tree.path("ips")) {
            if (ip.isTextual() && ips.size() < AttachRules.MAX_IPS) {
                ips.add(ip.textValue());
            }
        }
        return AuditEvent.of(event.action(), event.asker(), task).withIps(ips);
    }

    private static List<String> ips(JsonNode tree) {
        JsonNode array = required(tree, "ips", present(tree, "ips"));
        if (!array.isArray()) {
            throw expected("ips", "an array of strings", array);
        }
        if (array.size() > AttachRules.MAX_IPS) {
            throw badRequest("ips: a task has 1 to " + AttachRules.MAX_IPS + " addresses, found " + array.size());
        }
        var ips = new ArrayList<String>(array.size());
        for (JsonNode element : array) {
            if (!element.isTextual()) {
                throw expected("ips[" + ips.size() + "]", "a string", element);
            }
            ips.add(element.textValue());
        }
        return ips;
    }

    private static @Nullable String text(JsonNode tree, String field) {
        JsonNode value = present(tree, field);
        if (value == null) {
            return null;
        }
        if (!value.isTextual()) {
            throw expected(field, "a string", value);
        }
        return value.textValue();
    }

    private static boolean flag(JsonNode tree, String field) {
        JsonNode value = present(tree, field);
        if (value == null) {
            return false;
        }
        if (!value.isBoolean()) {
            throw expected(field, "true or false", value);
        }
        return value.booleanValue();
    }

    private static @Nullable Integer integer(JsonNode tree, String field) {
        JsonNode value = present(tree, field);
        if (value == null) {
            return null;
        }
        if (!value.isIntegralNumber()) {
            throw expected(field, "a whole number", value);
        }
        if (!value.canConvertToInt()) {
            throw badRequest(field + ": the number is out of range");
        }
        return value.intValue();
    }

    private static @Nullable Long number(JsonNode tree, String field) {
        JsonNode value = present(tree, field);
        if (value == null) {
            return null;
        }
        if (!value.isIntegralNumber()) {
            throw expected("limits." + field, "a whole number", value);
        }
        if (!value.canConvertToLong()) {
            throw badRequest("limits." + field + ": the number is out of range");
        }
        return value.longValue();
    }

    private static @Nullable JsonNode present(JsonNode tree, String field) {
        JsonNode value = tree.get(field);
        return value == null || value.isNull() ? null : value;
    }

    private static <T> T required(JsonNode tree, String field, @Nullable T value) {
        if (value == null) {
            throw badRequest(field + ": is required" + (tree.has(field) ? ", found null" : ""));
        }
        return value;
    }

    private static ControlException expected(String field, String what, JsonNode found) {
        return badRequest(field + ": expected " + what + ", found " + typeOf(found));
    }

    private static String typeOf(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "an array";
            case OBJECT -> "an object";
            case BOOLEAN -> "a boolean";
            case NUMBER -> "a number";
            case STRING -> "a string";
            case NULL -> "null";
            case BINARY, MISSING, POJO -> value.getNodeType().name().toLowerCase(Locale.ROOT);
        };
    }
}
