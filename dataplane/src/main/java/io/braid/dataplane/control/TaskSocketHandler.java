package io.braid.dataplane.control;

import io.braid.dataplane.audit.AuditAction;
import io.braid.dataplane.audit.AuditEvent;
import io.braid.dataplane.control.ControlException.Kind;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * The routes of the tasks' sockets. None names a task: it is always the one whose socket it is. What waits for something does so on a thread of its own, of which each
 * task has no more than it has connections.
 */
final class TaskSocketHandler extends Handler.Abstract {
    private static final Logger LOG = System.getLogger(TaskSocketHandler.class.getName());
    private static final Pattern TTL = Pattern.compile("ttl=([1-9][0-9]{0,3})");
    private static final int MOST_TTL_SECONDS = 3600;

    private final Function<Connector, @Nullable TaskSocket> sockets;
    private volatile @Nullable OwnTask service;

    /** @param sockets the socket behind a connector; null for one that is gone */
    TaskSocketHandler(Function<Connector, @Nullable TaskSocket> sockets) {
        this.sockets = sockets;
    }

    void serve(OwnTask by) {
        service = by;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        TaskSocket socket = sockets.apply(request.getConnectionMetaData().getConnector());
        var answer = new Answer(response, callback, why -> {
            if (socket != null) {
                socket.audited().noRequest(request, socket.task(), why);
            }
        });
        OwnTask own = service;
        if (socket == null || own == null) {
            answer.error(
                    HttpStatus.SERVICE_UNAVAILABLE_503,
                    Kind.FAILED.wireName(),
                    "braid is starting, or the task is being detached");
            return true;
        }
        // The path as it was sent: no name is in it, so nothing in it needs an escape.
        String path = String.valueOf(request.getHttpURI().getPath());
        boolean body = false;
        switch (path) {
            case "/v1/task" -> report(request, answer, () -> own.view(socket.task()));
            case "/v1/announce" ->
                change(socket, AuditAction.ANNOUNCE, request, answer, () -> own.announce(socket.task()));
            case "/v1/withdraw" ->
                change(socket, AuditAction.WITHDRAW, request, answer, () -> own.withdraw(socket.task()));
            case "/v1/ready" ->
                change(socket, AuditAction.READY, request, answer, () -> own.ready(socket.task(), true));
            case "/v1/not-ready" ->
                change(socket, AuditAction.NOT_READY, request, answer, () -> own.ready(socket.task(), false));
            case "/v1/lease" -> lease(socket, own, request, answer);
            case "/v1/grant" -> {
                if (request.getMethod().equals("POST")) {
                    body = true;
                    renew(socket, own, request, answer);
                } else if (answer.allows(request.getMethod(), "GET", "POST")) {
                    grant(socket, own, answer);
                }
            }
            default ->
                answer.notFound("there is no " + Quote.of(path)
                        + " on a task's own socket; there are /v1/task, /v1/announce, /v1/withdraw, /v1/lease,"
                        + " /v1/ready, /v1/not-ready and /v1/grant");
        }
        if (!body) {
            socket.deadline().arrived(request);
        }
        return true;
    }

    private static void report(Request request, Answer answer, Supplier<Object> what) {
        if (answer.allows(request.getMethod(), "GET")) {
            onItsOwn(answer, () -> answer.send(HttpStatus.OK_200, ControlJson.write(what.get())));
        }
    }

    private static void grant(TaskSocket socket, OwnTask own, Answer answer) {
        onItsOwn(answer, () -> {
            GrantStatus grant = own.grant(socket.task());
            if (grant == null) {
                throw new ControlException(Kind.NOT_FOUND, "this task came without a grant");
            }
            answer.send(HttpStatus.OK_200, ControlJson.write(grant));
        });
    }

    private static void change(TaskSocket socket, AuditAction action, Request request, Answer answer, Runnable work) {
        if (answer.allows(request.getMethod(), "POST")) {
            AuditEvent asked = socket.audited().askedByTask(action, request, socket.task());
            onItsOwn(answer, () -> {
                socket.audited().run(asked, () -> permitted(socket, work));
                answer.send(HttpStatus.NO_CONTENT_204, new byte[0]);
            });
        }
    }

    private static void lease(TaskSocket socket, OwnTask own, Request request, Answer answer) {
        if (!answer.allows(request.getMethod(), "POST")) {
            return;
        }
        String query = request.getHttpURI().getQuery();
        if (query == null) {
            AuditEvent asked = socket.audited().askedByTask(AuditAction.HOLD, request, socket.task());
            answer.guarded(() -> socket.leases()
                    .hold(
                            socket.task(),
                            who -> {
                                requireRoom(socket);
                                return own.hold(socket.task(), who);
                            },
                            request,
                            asked,
                            answer));
            return;
        }
        AuditEvent asked = socket.audited().askedByTask(AuditAction.BEAT, request, socket.task());
        onItsOwn(answer, () -> {
            int seconds = socket.audited().get(asked, () -> {
                int ttl = ttl(query);
                permitted(socket, () -> own.beat(socket.task(), Duration.ofSeconds(ttl)));
                return ttl;
            });
            answer.send(
                    HttpStatus.OK_200,
                    ControlJson.write(Map.of("task", socket.task(), "lease", "held", "seconds", seconds)));
        });
    }

    private static int ttl(String query) {
        Matcher ttl = TTL.matcher(query);
        int seconds = ttl.matches() ? Integer.parseInt(ttl.group(1)) : 0;
        if (seconds < 1 || seconds > MOST_TTL_SECONDS) {
            throw ControlException.badRequest(
                    "expected ttl=SECONDS, 1 to " + MOST_TTL_SECONDS + ", and nothing else; found " + Quote.of(query));
        }
        return seconds;
    }

    private static void renew(TaskSocket socket, OwnTask own, Request request, Answer answer) {
        AuditEvent asked = socket.audited().askedByTask(AuditAction.RENEW, request, socket.task());
        socket.bodies()
                .read(
                        request,
                        asked,
                        answer,
                        body -> onItsOwn(answer, () -> {
                            GrantStatus status = socket.audited().check(asked, () -> {
                                String token = AttachRequestReader.readGrant(ControlJson.parse(body));
                                requireRoom(socket);
                                return own.renew(socket.task(), token);
                            });
                            socket.audited().granted(asked.withGrant(status.key(), status.id()));
                            LOG.log(
                                    Level.INFO,
                                    "task {0} has brought a grant until {1}",
                                    socket.task(),
                                    status.expires());
                            answer.send(HttpStatus.OK_200, ControlJson.write(status));
                        }));
    }

    private static void permitted(TaskSocket socket, Runnable work) {
        requireRoom(socket);
        work.run();
    }

    private static void requireRoom(TaskSocket socket) {
        socket.budget().take();
        if (socket.gone().get()) {
            throw new ControlException(Kind.NOT_FOUND, "the task is detached");
        }
    }

    private static void onItsOwn(Answer answer, Runnable work) {
        Thread.ofVirtual().name("task-api-request").start(() -> answer.guarded(work));
    }
}
