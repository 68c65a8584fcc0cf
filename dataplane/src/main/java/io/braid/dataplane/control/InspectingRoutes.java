package io.braid.dataplane.control;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;

/** The routes of the control protocol that only look. */
final class InspectingRoutes {
    private final Inspecting service;

    InspectingRoutes(Inspecting service) {
        this.service = service;
    }

    /** Answers the request if it is one of these; whether it was. */
    boolean handle(String path, Request request, Answer answer) {
        if (!path.equals("/v1/flows")) {
            return false;
        }
        if (answer.allows(request.getMethod(), "GET")) {
            answer.guarded(() -> {
                FlowQuery query = FlowQuery.of(fields(request));
                answer.send(HttpStatus.OK_200, ControlJson.write(service.flows(query)));
            });
        }
        return true;
    }

    private static Map<String, List<String>> fields(Request request) {
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
        return all;
    }
}
