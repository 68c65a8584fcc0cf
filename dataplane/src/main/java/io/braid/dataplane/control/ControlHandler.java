package io.braid.dataplane.control;

import io.braid.dataplane.control.ControlException.Kind;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;

/**
 * The routes of the control protocol.
 *
 * <p>Bodies are read without holding a thread, so a client that is slow costs a connection and no more. Status is answered on the
 * server's thread; what changes the dataplane goes through one executor, in order of arrival.
 */
final class ControlHandler extends Handler.Abstract {
    private static final Logger LOG = System.getLogger(ControlHandler.class.getName());
    private static final String TASKS = "/v1/tasks";

    private final ControlService service;
    private final ControlLimits limits;
    private final Executor changes;
    private final RequestDeadline deadline;
    private final AnnouncementRoutes announcements;
    private final PlacingRoutes placing;

    ControlHandler(
            ControlService service,
            ControlLimits limits,
            Executor changes,
            RequestDeadline deadline,
            LeaseConnections leases) {
        this.announcements = new AnnouncementRoutes(service.announcing(), leases);
        this.placing = new PlacingRoutes(service.placing());
        this.service = service;
        this.limits = limits;
        this.changes = changes;
        this.deadline = deadline;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        var answer = new Answer(response, callback);
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
                    attach(request, answer);
                    return true;
                }
                report(answer, () -> new ControlJson.TaskList(service.status().tasks()));
            }
        } else if (path.equals("/v1/handover")) {
            if (answer.allows(method, "POST")) {
                handover(answer);
            }
        } else if (announcements.handle(path, request, answer) || placing.handle(path, request, answer)) {
            LOG.log(Level.DEBUG, "{0} {1}", method, path);
        } else if (path.startsWith(TASKS + "/")) {
            if (answer.allows(method, "DELETE")) {
                detach(path.substring(TASKS.length() + 1), answer);
            }
        } else {
            answer.notFound("there is no " + Quote.of(path)
                    + "; CONTROL.md lists what there is: /v1/status, /v1/tasks, /v1/queues, /v1/bgp" + " and others");
        }
        deadline.arrived(request);
        return true;
    }

    private static void report(Answer answer, Supplier<Object> what) {
        answer.guarded(() -> answer.send(HttpStatus.OK_200, ControlJson.write(what.get())));
    }

    private void attach(Request request, Answer answer) {
        if (request.getLength() > limits.bodyBytes()) {
            deadline.arrived(request);
            tooLarge(answer);
            return;
        }
        Content.Source.asByteArrayAsync(
                request, limits.bodyBytes(), Promise.Invocable.from(InvocationType.NON_BLOCKING, (body, failure) -> {
                    deadline.arrived(request);
                    if (failure == null) {
                        attach(body, answer);
                    } else {
                        unreadable(failure, answer);
                    }
                }));
    }

    private void attach(byte[] body, Answer answer) {
        answer.guarded(() -> {
            // Before the queue, so that a request which is wrong anyway does not wait for one that takes its time.
            AttachRequest wanted =
                    AttachRequestReader.read(ControlJson.parse(body)).checked();
            change(answer, () -> {
                AttachResult result = service.attach(wanted);
                LOG.log(Level.INFO, "attached task {0} with {1}", result.task(), result.ips());
                answer.send(HttpStatus.CREATED_201, ControlJson.write(result));
            });
        });
    }

    private void detach(String task, Answer answer) {
        answer.guarded(() -> {
            AttachRules.checkTask(task);
            change(answer, () -> {
                service.detach(task);
                LOG.log(Level.INFO, "detached task {0}", task);
                answer.send(HttpStatus.NO_CONTENT_204, new byte[0]);
            });
        });
    }

    /** The process ends once the answer is on its way: whoever takes over waits for both. */
    private void handover(Answer answer) {
        change(answer, () -> {
            byte[] state = ControlJson.write(service.handover());
            new Answer(answer.response(), Callback.from(answer.callback(), service::leave))
                    .send(HttpStatus.OK_200, state);
        });
    }

    private void change(Answer answer, Runnable work) {
        try {
            changes.execute(() -> answer.guarded(work));
        } catch (RejectedExecutionException e) {
            answer.error(
                    HttpStatus.SERVICE_UNAVAILABLE_503,
                    Kind.FAILED.wireName(),
                    "braid is stopping, or too many attach and detach requests wait already; try again");
        }
    }

    private void unreadable(Throwable failure, Answer answer) {
        if (failure instanceof TimeoutException) {
            answer.error(
                    HttpStatus.REQUEST_TIMEOUT_408, Kind.BAD_REQUEST.wireName(), "the body did not arrive in time");
        } else if (failure instanceof IllegalStateException) {
            tooLarge(answer);
        } else {
            answer.error(HttpStatus.BAD_REQUEST_400, Kind.BAD_REQUEST.wireName(), "the body could not be read");
        }
    }

    private void tooLarge(Answer answer) {
        answer.error(
                HttpStatus.PAYLOAD_TOO_LARGE_413,
                Kind.BAD_REQUEST.wireName(),
                "the body is larger than " + limits.bodyBytes() + " bytes");
    }
}
