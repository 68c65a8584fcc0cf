package io.braid.dataplane.control;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;

/** The routes of the control protocol that concern queues and workers. None has a body. A change runs on a thread of its own, since it waits for workers. */
final class PlacingRoutes {
    private static final Logger LOG = System.getLogger(PlacingRoutes.class.getName());
    private static final Pattern MOVE = Pattern.compile("/v1/queues/([^/]{1,64})/([0-9]{1,4})/worker-([0-9]{1,4})");

    private static final Pattern RESET = Pattern.compile("/v1/uplinks/([^/]{1,64})/reset");

    private final Placing service;

    PlacingRoutes(Placing service) {
        this.service = service;
    }

    /** Answers the request if it is one of these; whether it was. */
    boolean handle(String path, Request request, Answer answer) {
        String method = request.getMethod();
        if (path.equals("/v1/queues")) {
            if (answer.allows(method, "GET")) {
                answer.guarded(() -> answer.send(HttpStatus.OK_200, ControlJson.write(service.queues())));
            }
            return true;
        }
        Matcher move = MOVE.matcher(path);
        if (move.matches()) {
            change(method, answer, () -> {
                service.move(move.group(1), Integer.parseInt(move.group(2)), Integer.parseInt(move.group(3)));
                LOG.log(Level.INFO, "queue {0} of {1} went to worker-{2}", move.group(2), move.group(1), move.group(3));
            });
            return true;
        }
        Matcher reset = RESET.matcher(path);
        if (reset.matches()) {
            change(method, answer, () -> service.reset(reset.group(1)));
            return true;
        }
        return false;
    }

    private static void change(String method, Answer answer, Runnable change) {
        if (answer.allows(method, "POST")) {
            Thread.ofVirtual()
                    .name("control-placing")
                    .start(() -> answer.guarded(() -> {
                        change.run();
                        answer.send(HttpStatus.NO_CONTENT_204, new byte[0]);
                    }));
        }
    }
}
