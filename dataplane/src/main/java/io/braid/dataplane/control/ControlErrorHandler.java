package io.braid.dataplane.control;

import io.braid.dataplane.control.ControlException.Kind;
import java.util.function.BiConsumer;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Answers what HTTP itself refuses, such as a malformed request line, in the same JSON as everything else. */
final class ControlErrorHandler implements Request.Handler {
    private final BiConsumer<Request, ControlException> refused;

    /** @param refused told of what was refused, before the client is */
    ControlErrorHandler(BiConsumer<Request, ControlException> refused) {
        this.refused = refused;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        Kind kind = HttpStatus.isClientError(status) ? Kind.BAD_REQUEST : Kind.FAILED;
        Object detail = request.getAttribute(ErrorHandler.ERROR_MESSAGE);
        String message = "HTTP " + status + (detail == null ? "" : ": " + Quote.clean(detail.toString(), 200));
        var why = new ControlException(kind, message);
        refused.accept(request, why);
        new Answer(response, callback, _ -> {}).error(status, kind.wireName(), message);
        return true;
    }
}
