package io.braid.dataplane.control;

import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;

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
                FlowQuery query = FlowQuery.of(QueryFields.of(request).map());
                answer.send(HttpStatus.OK_200, ControlJson.write(service.flows(query)));
            });
        }
        return true;
    }
}
