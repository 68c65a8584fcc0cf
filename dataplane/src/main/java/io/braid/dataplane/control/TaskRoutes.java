package io.braid.dataplane.control;

import io.braid.dataplane.audit.AuditAction;
import io.braid.dataplane.audit.AuditEvent;
import io.braid.dataplane.control.ControlException.Kind;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * The routes that change which tasks are attached, and by what grant. All go through one executor, in order of arrival, and each leaves a line in the audit.
 */
final class TaskRoutes {
    private static final Logger LOG = System.getLogger(TaskRoutes.class.getName());

    private final ControlService service;
    private final RequestBody bodies;
    private final Executor changes;
    private final Audited audited;

    TaskRoutes(ControlService service, RequestBody bodies, Executor changes, Audited audited) {
        this.service = service;
        this.bodies = bodies;
        this.changes = changes;
        this.audited = audited;
    }

    /** {@code POST /v1/tasks}. */
    void attach(Request request, Answer answer) {
        AuditEvent unread = audited.asked(AuditAction.ATTACH, request, null);
        bodies.read(request, unread, answer, body -> {
            var tree = audited.check(unread, () -> ControlJson.parse(body));
            AuditEvent asked = AttachRequestReader.claims(unread, tree);
            // Before the queue, so that a request which is wrong anyway does not wait for one that takes its time.
            AttachRequest wanted =
                    audited.check(asked, () -> AttachRequestReader.read(tree).checked());
            change(answer, asked, () -> {
                AttachResult result = audited.check(asked, () -> service.attach(wanted));
                audited.granted(withGrant(asked, result.grant()));
                LOG.log(Level.INFO, "attached task {0} with {1}", result.task(), result.ips());
                answer.send(HttpStatus.CREATED_201, ControlJson.write(result));
            });
        });
    }

    /** {@code POST /v1/tasks/TASK/grant}. */
    void renew(String task, Request request, Answer answer) {
        AuditEvent asked = audited.asked(AuditAction.RENEW, request, task);
        bodies.read(request, asked, answer, body -> {
            String grant = audited.check(asked, () -> {
                AttachRules.checkTask(task);
                return AttachRequestReader.readGrant(ControlJson.parse(body));
            });
            change(answer, asked, () -> {
                GrantStatus status = audited.check(asked, () -> service.renew(task, grant));
                audited.granted(withGrant(asked, status));
                LOG.log(Level.INFO, "task {0} has a grant until {1}", task, status.expires());
                answer.send(HttpStatus.OK_200, ControlJson.write(status));
            });
        });
    }

    private static AuditEvent withGrant(AuditEvent asked, @Nullable GrantStatus grant) {
        return grant == null ? asked : asked.withGrant(grant.key(), grant.id());
    }

    /** {@code DELETE /v1/tasks/TASK}. */
    void detach(String task, Request request, Answer answer) {
        AuditEvent asked = audited.asked(AuditAction.DETACH, request, task);
        answer.guarded(() -> {
            audited.check(asked, () -> AttachRules.checkTask(task));
            change(answer, asked, () -> {
                audited.run(asked, () -> service.detach(task));
                LOG.log(Level.INFO, "detached task {0}", task);
                answer.send(HttpStatus.NO_CONTENT_204, new byte[0]);
            });
        });
    }

    /** {@code POST /v1/handover}. The process ends once the answer is on its way: whoever takes over waits for both. */
    void handover(Request request, Answer answer) {
        AuditEvent asked = audited.asked(AuditAction.HANDOVER, request, null);
        change(answer, asked, () -> {
            byte[] state = ControlJson.write(audited.get(asked, service::handover));
            answer.with(Callback.from(answer.callback(), service::leave)).send(HttpStatus.OK_200, state);
        });
    }

    private void change(Answer answer, AuditEvent asked, Runnable work) {
        try {
            changes.execute(() -> answer.guarded(work));
        } catch (RejectedExecutionException e) {
            String message = "braid is stopping, or too many attach and detach requests wait already; try again";
            audited.notDone(asked, new ControlException(Kind.FAILED, message, e));
            answer.error(HttpStatus.SERVICE_UNAVAILABLE_503, Kind.FAILED.wireName(), message);
        }
    }
}
