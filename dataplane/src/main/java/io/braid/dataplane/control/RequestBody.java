package io.braid.dataplane.control;

import io.braid.dataplane.audit.AuditEvent;
import io.braid.dataplane.control.ControlException.Kind;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;

/** Reads bodies without holding a thread, so that a client that is slow costs a connection and no more. Any thread. */
final class RequestBody {
    private final int mostBytes;
    private final RequestDeadline deadline;
    private final Audited audited;

    RequestBody(ControlLimits limits, RequestDeadline deadline, Audited audited) {
        this.mostBytes = limits.bodyBytes();
        this.deadline = deadline;
        this.audited = audited;
    }

    /** Has {@code work} done with the body once it is there; one that does not come whole is answered and written down here. */
    void read(Request request, AuditEvent asked, Answer answer, Consumer<byte[]> work) {
        if (request.getLength() > mostBytes) {
            deadline.arrived(request);
            unreadable(asked, answer, HttpStatus.PAYLOAD_TOO_LARGE_413, tooLarge());
            return;
        }
        Content.Source.asByteArrayAsync(
                request, mostBytes, Promise.Invocable.from(InvocationType.NON_BLOCKING, (body, failure) -> {
                    deadline.arrived(request);
                    if (failure == null) {
                        answer.guarded(() -> work.accept(body));
                    } else if (failure instanceof TimeoutException) {
                        unreadable(asked, answer, HttpStatus.REQUEST_TIMEOUT_408, "the body did not arrive in time");
                    } else if (failure instanceof IllegalStateException) {
                        unreadable(asked, answer, HttpStatus.PAYLOAD_TOO_LARGE_413, tooLarge());
                    } else {
                        unreadable(asked, answer, HttpStatus.BAD_REQUEST_400, "the body could not be read");
                    }
                }));
    }

    private String tooLarge() {
        return "the body is larger than " + mostBytes + " bytes";
    }

    private void unreadable(AuditEvent asked, Answer answer, int status, String message) {
        audited.notDone(asked, ControlException.badRequest(message));
        answer.error(status, Kind.BAD_REQUEST.wireName(), message);
    }
}
