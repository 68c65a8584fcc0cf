package io.braid.dataplane.control;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;

/** The fields of a request's query; of what is wrong with them a client is told. */
final class QueryFields {
    private final Map<String, List<String>> all;

    QueryFields(Map<String, List<String>> all) {
        this.all = all;
    }

    static QueryFields of(Request request) {
        Map<String, List<String>> all = new HashMap<>();
        Fields fields;
        try {
            fields = Request.extractQueryParameters(request);
        } catch (RuntimeException e) { // escapes that are none: Jetty says so in several ways
            throw ControlException.badRequest("the query cannot be read: " + Quote.of(String.valueOf(e.getMessage())));
        }
        for (Fields.Field field : fields) {
            all.put(field.getName(), field.getValues());
        }
        return new QueryFields(all);
    }

    Map<String, List<String>> map() {
        return all;
    }

    /** Refuses fields that are not among those. */
    QueryFields only(List<String> known) {
        for (String name : all.keySet()) {
            if (!known.contains(name)) {
                throw ControlException.badRequest(
                        "there is no " + Quote.of(name) + "; what can be asked for is " + String.join(", ", known));
            }
        }
        return this;
    }

    List<String> several(String name) {
        return all.getOrDefault(name, List.of());
    }

    @Nullable
    String one(String name) {
        List<String> values = several(name);
        if (values.size() > 1) {
            throw ControlException.badRequest(name + " is given " + values.size() + " times");
        }
        return values.isEmpty() ? null : values.getFirst();
    }

    /** A number of up to 12 digits. */
    long number(String name, long usual) {
        String text = one(name);
        if (text == null) {
            return usual;
        }
        if (!text.matches("[0-9]{1,12}")) {
            throw ControlException.badRequest(name + ": expected a number, found " + Quote.of(text));
        }
        return Long.parseLong(text);
    }
}
