package io.braid.dataplane.control;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/**
 * The routes of the control protocol that show packets, for as long as the client wants: each on a thread of its own, which waits for the client and for nobody else. A client that reads nothing is cut
 * off like any that is silent.
 */
final class LookingRoutes {
    private static final Logger LOG = System.getLogger(LookingRoutes.class.getName());

    private final Looking service;

    LookingRoutes(Looking service) {
        this.service = service;
    }

    /** Answers the request if it is one of these; whether it was. */
    boolean handle(String path, Request request, Answer answer) {
        return switch (path) {
            case "/v1/capture" -> {
                look(
                        request,
                        answer,
                        "application/x-pcapng",
                        () -> service.capture(CaptureQuery.of(QueryFields.of(request))));
                yield true;
            }
            case "/v1/trace" -> {
                look(
                        request,
                        answer,
                        "application/x-ndjson",
                        () -> service.trace(TraceQuery.of(QueryFields.of(request))));
                yield true;
            }
            default -> false;
        };
    }

    private static void look(Request request, Answer answer, String type, Supplier<Looking.Look> begin) {
        if (answer.allows(request.getMethod(), "GET")) {
            Thread.ofVirtual()
                    .name("control-looking")
                    .start(() -> answer.guarded(() -> stream(answer, type, begin.get())));
        }
    }

    private static void stream(Answer answer, String type, Looking.Look begun) {
        try (begun) {
            answer.response().setStatus(HttpStatus.OK_200);
            answer.response().getHeaders().put(HttpHeader.CONTENT_TYPE, type);
            OutputStream out = Content.Sink.asOutputStream(answer.response());
            begun.writeTo(out);
            out.close();
            answer.callback().succeeded();
        } catch (IOException gone) {
            LOG.log(Level.DEBUG, "a client that looked at packets left", gone);
            answer.callback().failed(gone);
        } catch (RuntimeException | Error fault) {
            // Something may be sent already, so it is too late for an answer that says it.
            LOG.log(Level.ERROR, "looking at packets failed by a fault in braid", fault);
            answer.callback().failed(fault);
        }
    }
}
