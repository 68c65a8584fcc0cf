package io.braid.dataplane.control;

import io.braid.dataplane.audit.AuditAction;
import io.braid.dataplane.audit.AuditEvent;
import io.braid.dataplane.audit.AuditLog;
import io.braid.dataplane.control.ControlException.Kind;
import java.util.function.Supplier;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** Has a decision made, and a line left in the audit of how it ended, before the client is answered. What is thrown goes on. Any thread. */
final class Audited {
    private final AuditLog log;
    private final ConnectionAskers askers;

    Audited(AuditLog log, ConnectionAskers askers) {
        this.log = log;
        this.askers = askers;
    }

    /** What a request asks for. */
    AuditEvent asked(AuditAction action, Request request, @Nullable String task) {
        return AuditEvent.of(action, askers.of(request), task);
    }

    /** What a request on a task's own socket asks for. */
    AuditEvent askedByTask(AuditAction action, Request request, String task) {
        return AuditEvent.ofTask(action, askers.of(request), task);
    }

    /**
     * Something came that is no request, or one that there is none of here.
     *
     * @param task whose socket it came by; null for the control socket
     */
    void noRequest(Request request, @Nullable String task, ControlException why) {
        notDone(
                task == null
                        ? asked(AuditAction.REQUEST, request, null)
                        : askedByTask(AuditAction.REQUEST, request, task),
                why);
    }

    /** Does what was asked. */
    void run(AuditEvent asked, Runnable work) {
        get(asked, () -> {
            work.run();
            return "";
        });
    }

    /** Does what was asked, and returns its result. */
    <T> T get(AuditEvent asked, Supplier<T> work) {
        T result = check(asked, work);
        granted(asked);
        return result;
    }

    /** Does a part of what was asked: of its end only a bad one is written down. */
    <T> T check(AuditEvent asked, Supplier<T> work) {
        try {
            return work.get();
        } catch (ControlException e) {
            notDone(asked, e);
            throw e;
        } catch (RuntimeException | Error e) {
            log.failed(asked, "fault", "internal fault in braid; its log says more");
            throw e;
        }
    }

    /** It was done. */
    void granted(AuditEvent asked) {
        log.granted(asked);
    }

    /** It was not done. */
    void notDone(AuditEvent asked, ControlException why) {
        Refusal refusal = why.refusal();
        AuditEvent event = refusal.key() == null && refusal.grant() == null
                ? asked
                : asked.withGrant(refusal.key(), refusal.grant());
        if (why.kind() == Kind.FAILED) {
            log.failed(event, refusal.reason(), why.explanation());
        } else {
            log.refused(event, refusal.reason(), why.explanation());
        }
    }
}
