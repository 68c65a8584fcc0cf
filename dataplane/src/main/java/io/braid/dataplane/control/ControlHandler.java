package io.braid.dataplane.control;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * The routes of the control protocol.
 *
 * <p>Status is answered on the server's thread; what changes the dataplane goes through one executor, in order of arrival.
 */
final class ControlHandler extends Handler.Abstract {
    private static final Logger LOG = System.getLogger(ControlHandler.class.getName());
    private static final String TASKS = "/v1/tasks";
    private static final String GRANT = "/grant";

    private final ControlService service;
    private final TaskRoutes tasks;
    private final RequestDeadline deadline;
    private final AnnouncementRoutes announcements;
    private final PlacingRoutes placing;
    private final InspectingRoutes inspecting;
    private final OperatingRoutes operating;
    private final LookingRoutes looking;
    private final Audited audited;

    ControlHandler(
            ControlService service,
            TaskRoutes tasks,
            RequestBody bodies,
            RequestDeadline deadline,
            LeaseConnections leases,
            Audited audited) {
        this.announcements = new AnnouncementRoutes(service.announcing(), leases, audited);
        this.placing = new PlacingRoutes(service.placing());
        this.inspecting = new InspectingRoutes(service.inspecting());
        this.operating = new OperatingRoutes(service.operating(), bodies, audited);
        this.looking = new LookingRoutes(service.looking());
        this.audited = audited;
        this.service = service;
        this.tasks = tasks;
        this.deadline = deadline;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        var answer = new Answer(response, callback, why -> audited.noRequest(request, null, why));
        // The path as it was sent: names need no escapes, so an escaped one is not a name.
        String path = String.valueOf(request.getHttpURI().getPath());
        String method = request.getMethod();
        if (path.equals("/v1/status")) {
            if (answer.allows(method, "GET")) {
                report(answer, service::status);
            }
        } else if (path.equals(TASKS)) {
            if (answer.allows(method, "GET", "POST")) {
                if (method.equals("POST")) {
                    tasks.attach(request, answer);
                    return true;
                }
                report(answer, () -> new ControlJson.TaskList(service.status().tasks()));
            }
        } else if (path.equals("/v1/handover")) {
            if (answer.allows(method, "POST")) {
                tasks.handover(request, answer);
            }
        } else if (announcements.handle(path, request, answer)
                || placing.handle(path, request, answer)
                || inspecting.handle(path, request, answer)
                || looking.handle(path, request, answer)) {
            LOG.log(Level.DEBUG, "{0} {1}", method, path);
        } else if (operating.handle(path, request, answer)) {
            LOG.log(Level.DEBUG, "{0} {1}", method, path);
        } else if (path.equals("/v1/reload")) {
            if (answer.allows(method, "POST")) {
                operating.reload(request, answer);
                return true;
            }
        } else if (path.startsWith(TASKS + "/") && path.endsWith(GRANT)) {
            if (answer.allows(method, "POST")) {
                tasks.renew(path.substring(TASKS.length() + 1, path.length() - GRANT.length()), request, answer);
                return true;
            }
        } else if (path.startsWith(TASKS + "/")) {
            if (answer.allows(method, "DELETE")) {
                tasks.detach(path.substring(TASKS.length() + 1), request, answer);
            }
        } else {
            answer.notFound("there is no " + Quote.of(path)
                    + "; CONTROL.md lists what there is: /v1/status, /v1/tasks, /v1/queues, /v1/flows, /v1/bgp"
                    + " and others");
        }
        deadline.arrived(request);
        return true;
    }

    private static void report(Answer answer, Supplier<Object> what) {
        answer.guarded(() -> answer.send(HttpStatus.OK_200, ControlJson.write(what.get())));
    }
}
