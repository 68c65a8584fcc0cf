package io.braid.dataplane.control;

import io.braid.dataplane.control.ControlException.Kind;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Answers what HTTP itself refuses, such as a malformed request line, in the same JSON as everything else. */
final class ControlErrorHandler implements Request.Handler {

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        boolean clientsFault = HttpStatus.isClientError(status);
        Object detail = request.getAttribute(ErrorHandler.ERROR_MESSAGE);
        String message = "HTTP " + status + (detail == null ? "" : ": " + Quote.clean(detail.toString(), 200));
        new Answer(response, callback)
                .error(status, (clientsFault ? Kind.BAD_REQUEST : Kind.FAILED).wireName(), message);
        return true;
    }
}
