package io.braid.dataplane.control;

import io.braid.dataplane.control.ControlException.Kind;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * One response in the making; exactly one of its methods that send is called.
 *
 * @param unknown told of a request that there is none of here, before the client is
 */
record Answer(Response response, Callback callback, Consumer<ControlException> unknown) {
    private static final Logger LOG = System.getLogger(Answer.class.getName());

    /** The same with another way to learn that it was sent. */
    Answer with(Callback other) {
        return new Answer(response, other, unknown);
    }

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

    void notFound(String message) {
        unknown.accept(new ControlException(Kind.NOT_FOUND, message));
        error(HttpStatus.NOT_FOUND_404, Kind.NOT_FOUND.wireName(), message);
    }

    /** Runs work that ends by sending this answer, or throws before it has sent anything. */
    void guarded(Runnable work) {
        try {
            work.run();
        } catch (ControlException e) {
            LOG.log(Level.DEBUG, "control request not done", e);
            error(httpStatus(e.kind()), e.kind().wireName(), e.explanation());
        } catch (RuntimeException | Error e) {
            // A bug in one request must not take the process down, and its details are for the log, not for the client.
            LOG.log(Level.ERROR, "control request failed by a fault in braid", e);
            error(
                    HttpStatus.INTERNAL_SERVER_ERROR_500,
                    Kind.FAILED.wireName(),
                    "internal fault in braid; its log says more");
        }
    }

    /** Whether the method is one of those; if not, says so. */
    boolean allows(String method, String... methods) {
        for (String one : methods) {
            if (one.equals(method)) {
                return true;
            }
        }
        response.getHeaders().put(HttpHeader.ALLOW, String.join(", ", methods));
        String message = "method " + Quote.of(method) + " is not possible here; use " + String.join(" or ", methods);
        unknown.accept(ControlException.badRequest(message));
        error(HttpStatus.METHOD_NOT_ALLOWED_405, Kind.BAD_REQUEST.wireName(), message);
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
}
