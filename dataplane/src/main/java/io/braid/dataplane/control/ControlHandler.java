package io.braid.dataplane.control;

import io.braid.dataplane.control.ControlException.Kind;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
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

    ControlHandler(ControlService service, ControlLimits limits, Executor changes, RequestDeadline deadline) {
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
            if (allowed(method, answer, "GET")) {
                report(answer, service::status);
            }
        } else if (path.equals(TASKS)) {
            if (allowed(method, answer, "GET", "POST")) {
                if (method.equals("POST")) {
                    attach(request, answer);
                    return true;
                }
                report(answer, () -> new ControlJson.TaskList(service.status().tasks()));
            }
        } else if (path.startsWith(TASKS + "/")) {
            if (allowed(method, answer, "DELETE")) {
                detach(path.substring(TASKS.length() + 1), answer);
            }
        } else {
            answer.error(
                    HttpStatus.NOT_FOUND_404,
                    Kind.NOT_FOUND.wireName(),
                    "there is no " + Quote.of(path) + "; known are /v1/status, /v1/tasks and /v1/tasks/TASK");
        }
        deadline.arrived(request);
        return true;
    }

    private static void report(Answer answer, Supplier<Object> what) {
        guarded(answer, () -> answer.send(HttpStatus.OK_200, ControlJson.write(what.get())));
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
        guarded(answer, () -> {
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
        guarded(answer, () -> {
            AttachRules.checkTask(task);
            change(answer, () -> {
                service.detach(task);
                LOG.log(Level.INFO, "detached task {0}", task);
                answer.send(HttpStatus.NO_CONTENT_204, new byte[0]);
            });
        });
    }

    private void change(Answer answer, Runnable work) {
        try {
            changes.execute(() -> guarded(answer, work));
        } catch (RejectedExecutionException e) {
            answer.error(
                    HttpStatus.SERVICE_UNAVAILABLE_503,
                    Kind.FAILED.wireName(),
                    "braid is stopping, or too many attach and detach requests wait already; try again");
        }
    }

    /** Runs work that ends by sending its answer, or throws before it has sent anything. */
    private static void guarded(Answer answer, Runnable work) {
        try {
            work.run();
        } catch (ControlException e) {
            LOG.log(Level.DEBUG, "control request not done", e);
            answer.error(httpStatus(e.kind()), e.kind().wireName(), e.explanation());
        } catch (RuntimeException | Error e) {
            // A bug in one request must not take the process down, and its details are for the log, not for the client.
            LOG.log(Level.ERROR, "control request failed by a fault in braid", e);
            answer.error(
                    HttpStatus.INTERNAL_SERVER_ERROR_500,
                    Kind.FAILED.wireName(),
                    "internal fault in braid; its log says more");
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

    private static boolean allowed(String method, Answer answer, String... methods) {
        for (String one : methods) {
            if (one.equals(method)) {
                return true;
            }
        }
        answer.response().getHeaders().put(HttpHeader.ALLOW, String.join(", ", methods));
        answer.error(
                HttpStatus.METHOD_NOT_ALLOWED_405,
                Kind.BAD_REQUEST.wireName(),
                "method " + Quote.of(method) + " is not possible here; use " + String.join(" or ", methods));
        return false;
    }

    private static int httpStatus(Kind kind) {
        return switch (kind) {
            case BAD_REQUEST -> HttpStatus.BAD_REQUEST_400;
            case NOT_FOUND -> HttpStatus.NOT_FOUND_404;
            case CONFLICT -> HttpStatus.CONFLICT_409;
            case REFUSED -> HttpStatus.FORBIDDEN_403;
            case FAILED -> HttpStatus.INTERNAL_SERVER_ERROR_500;
        };
    }

    /** One response in the making; exactly one of its methods that send is called. */
    record Answer(Response response, Callback callback) {

        void error(int status, String kind, String message) {
            send(status, ControlJson.writeError(kind, message));
        }

        void send(int status, byte[] body) {
            response.setStatus(status);
            if (body.length > 0) {
                response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
            }
            response.write(true, ByteBuffer.wrap(body), callback);
        }
    }
}
