package io.braid.dataplane.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.braid.dataplane.audit.AuditAction;
import io.braid.dataplane.audit.AuditEvent;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** The routes of the control protocol that change the process itself. A change runs on a thread of its own, since it waits for workers. */
final class OperatingRoutes {
    private static final Set<String> RELOAD_FIELDS = Set.of("file", "dryRun");
    private static final Pattern LEVEL = Pattern.compile("/v1/log/([a-z]{1,16})/([a-z]{1,16})");
    private static final int MOST_PATH = 4096;

    private final Operating service;
    private final RequestBody bodies;
    private final Audited audited;

    OperatingRoutes(Operating service, RequestBody bodies, Audited audited) {
        this.service = service;
        this.bodies = bodies;
        this.audited = audited;
    }

    /** Answers the request if it is one of these without a body; whether it was. */
    boolean handle(String path, Request request, Answer answer) {
        if (path.equals("/v1/log")) {
            if (answer.allows(request.getMethod(), "GET")) {
                answer.guarded(() -> answer.send(HttpStatus.OK_200, ControlJson.write(levels())));
            }
            return true;
        }
        if (path.equals("/v1/support")) {
            if (answer.allows(request.getMethod(), "GET")) {
                answer.guarded(() -> answer.send(HttpStatus.OK_200, ControlJson.write(service.support())));
            }
            return true;
        }
        Matcher level = LEVEL.matcher(path);
        if (!level.matches()) {
            return false;
        }
        if (answer.allows(request.getMethod(), "POST")) {
            AuditEvent asked = audited.asked(AuditAction.LOG_LEVEL, request, null)
                    .withChanges(level.group(1) + ":" + level.group(2));
            answer.guarded(() -> {
                audited.run(asked, () -> service.logLevel(level.group(1), level.group(2)));
                answer.send(HttpStatus.OK_200, ControlJson.write(levels()));
            });
        }
        return true;
    }

    private LogReport levels() {
        return new LogReport(service.logLevels());
    }

    /** {@code POST /v1/reload}. */
    void reload(Request request, Answer answer) {
        AuditEvent asked = audited.asked(AuditAction.RELOAD, request, null);
        bodies.read(request, asked, answer, body -> {
            Reload wanted = audited.check(asked, () -> Reload.read(ControlJson.parse(body)));
            Thread.ofVirtual()
                    .name("control-reload")
                    .start(() -> answer.guarded(() -> answer.send(
                            HttpStatus.OK_200,
                            ControlJson.write(service.reload(
                                    wanted.file(), wanted.dryRun(), Objects.requireNonNull(asked.asker()))))));
        });
    }

    /** The body of {@code POST /v1/reload}. */
    private record Reload(@Nullable String file, boolean dryRun) {
        static Reload read(JsonNode tree) {
            if (!tree.isObject()) {
                throw ControlException.badRequest("expected a JSON object");
            }
            for (String name :
                    new TreeSet<>(tree.propertyStream().map(p -> p.getKey()).toList())) {
                if (!RELOAD_FIELDS.contains(name)) {
                    throw ControlException.badRequest(Quote.of(name) + " is not a field of a reload; known are "
                            + String.join(", ", new TreeSet<>(RELOAD_FIELDS)));
                }
            }
            return new Reload(file(tree.get("file")), dryRun(tree.get("dryRun")));
        }

        private static @Nullable String file(@Nullable JsonNode file) {
            if (file == null || file.isNull()) {
                return null;
            }
            String path = file.textValue();
            if (path == null || !path.startsWith("/") || path.indexOf('\0') >= 0 || path.length() > MOST_PATH) {
                throw ControlException.badRequest(
                        "file: expected an absolute path, found " + Quote.of(String.valueOf(file)));
            }
            return path;
        }

        private static boolean dryRun(@Nullable JsonNode dryRun) {
            if (dryRun != null && !dryRun.isNull() && !dryRun.isBoolean()) {
                throw ControlException.badRequest(
                        "dryRun: expected true or false, found " + Quote.of(String.valueOf(dryRun)));
            }
            return dryRun != null && dryRun.booleanValue();
        }
    }
}
