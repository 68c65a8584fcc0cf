package io.braid.dataplane.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.braid.dataplane.control.ControlException.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Asks a running dataplane over its control socket; what the command line and tests use.
 *
 * <p>Opens a connection per call and keeps nothing between calls. Thread-safe. Every failure is a {@link ControlException} that says
 * what to do, whether the dataplane refused or could not be reached.
 */
public final class ControlClient {
    /** Where a dataplane listens unless its configuration says otherwise. */
    public static final Path DEFAULT_SOCKET = Path.of("/run/braid/control.sock");

    private static final Duration STATUS_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration CHANGE_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration DRAIN_TIMEOUT = Duration.ofMinutes(15);
    /** As a Linux interface's name. */
    private static final Pattern UPLINK = Pattern.compile("[A-Za-z0-9_.-]{1,15}");

    private static final int MAX_ANSWER_BYTES = 8 << 20;

    private final Path socket;
    private final Duration statusTimeout;
    private final Duration changeTimeout;

    /** @param socket the control socket's path */
    public ControlClient(Path socket) {
        this(socket, STATUS_TIMEOUT, CHANGE_TIMEOUT);
    }

    ControlClient(Path socket, Duration statusTimeout, Duration changeTimeout) {
        this.socket = socket;
        this.statusTimeout = statusTimeout;
        this.changeTimeout = changeTimeout;
    }

    /** An answer both as a record and, for {@code --json}, as the server wrote it: a newer server may have said more. */
    public record Answer<T>(T value, String json) {}

    /** The state of the dataplane; waits 10 seconds at most. */
    public Answer<StatusReport> status() {
        return answer(call("GET", "/v1/status", null, statusTimeout), StatusReport.class);
    }

    /** The tasks attached now; waits 10 seconds at most. */
    public List<StatusReport.Task> tasks() {
        return answer(call("GET", "/v1/tasks", null, statusTimeout), ControlJson.TaskList.class)
                .value()
                .tasks();
    }

    /** Gives a task its port; waits 60 seconds at most, after which the dataplane may still do it. */
    public Answer<AttachResult> attach(AttachRequest request) {
        return answer(call("POST", "/v1/tasks", ControlJson.write(request), changeTimeout), AttachResult.class);
    }

    /** Takes a task's port away; waits 60 seconds at most, after which the dataplane may still do it. */
    public void detach(String task) {
        AttachRules.checkTask(task);
        call("DELETE", "/v1/tasks/" + task, null, changeTimeout);
    }

    /** Gives a task another grant; waits 60 seconds at most. */
    public Answer<GrantStatus> renew(String task, String grant) {
        AttachRules.checkTask(task);
        byte[] body = ControlJson.write(Map.of("grant", Objects.requireNonNull(AttachRules.checkGrant(grant))));
        return answer(call("POST", "/v1/tasks/" + task + "/grant", body, changeTimeout), GrantStatus.class);
    }

    /** The BGP and BFD sessions; waits 10 seconds at most. */
    public Answer<BgpReport> bgp() {
        return answer(call("GET", "/v1/bgp", null, statusTimeout), BgpReport.class);
    }

    /** The routes that switches were told, or told; waits 10 seconds at most. */
    public Answer<RouteReport> routes(boolean advertised) {
        String target = advertised ? "/v1/bgp/advertised" : "/v1/bgp/received";
        return answer(call("GET", target, null, statusTimeout), RouteReport.class);
    }

    /** Why a task is announced or not; waits 10 seconds at most. */
    public Answer<TaskAnnouncement> explain(String task) {
        AttachRules.checkTask(task);
        return answer(call("GET", "/v1/tasks/" + task + "/announcement", null, statusTimeout), TaskAnnouncement.class);
    }

    /** Which worker has which queue; waits 10 seconds at most. */
    public Answer<QueueReport> queues() {
        return answer(call("GET", "/v1/queues", null, statusTimeout), QueueReport.class);
    }

    /** The flows that match a query; waits 10 seconds at most. */
    public Answer<FlowReport> flows(FlowQuery query) {
        return answer(call("GET", "/v1/flows" + query.toText(), null, statusTimeout), FlowReport.class);
    }

    /** Begins a capture; what comes is pcapng. To be closed, which ends it. */
    public StreamedReply capture(CaptureQuery query) {
        return look("/v1/capture" + query.toText());
    }

    /** Begins a trace; what comes is {@link JsonLines}. To be closed, which ends it. */
    public StreamedReply trace(TraceQuery query) {
        return look("/v1/trace" + query.toText());
    }

    private StreamedReply look(String target) {
        try {
            StreamedReply reply = StreamedReply.open(socket, request("GET", target, null));
            HttpReply refusal = reply.refusal();
            if (refusal != null) {
                reply.close();
                throw refused(refusal);
            }
            return reply;
        } catch (IOException e) {
            throw unreachable(e, statusTimeout);
        } catch (HttpReply.MalformedReply e) {
            throw new ControlException(Kind.FAILED, "no usable answer on " + socket + ": " + e.getMessage(), e);
        }
    }

    /** Has another worker poll a queue; waits 60 seconds at most. */
    public void move(String name, int queue, int worker) {
        if (!name.matches("[A-Za-z0-9._-]{1,63}") || queue < 0 || worker < 0) {
            throw ControlException.badRequest("expected an uplink's or a task's name and numbers from 0, found "
                    + Quote.of(name) + ", queue " + queue + ", worker " + worker);
        }
        call("POST", "/v1/queues/" + name + "/" + queue + "/worker-" + worker, null, changeTimeout);
    }

    /** Has a task announced, or held back; waits 60 seconds at most. */
    public void announced(String task, boolean announced) {
        AttachRules.checkTask(task);
        call("POST", "/v1/tasks/" + task + (announced ? "/announce" : "/withdraw"), null, changeTimeout);
    }

    /** Has the running dataplane end in favour of the caller; waits 60 seconds at most. It may still be ending then. */
    public Handover handover() {
        return answer(call("POST", "/v1/handover", null, changeTimeout), Handover.class)
                .value();
    }

    /** What only the process knows; waits 10 seconds at most. */
    public Answer<SupportReport> support() {
        return answer(call("GET", "/v1/support", null, statusTimeout), SupportReport.class);
    }

    /** What is logged; waits 10 seconds at most. */
    public Answer<LogReport> logLevels() {
        return answer(call("GET", "/v1/log", null, statusTimeout), LogReport.class);
    }

    /** Changes what is logged; waits 10 seconds at most. */
    public Answer<LogReport> logLevel(String part, String level) {
        if (!part.matches("[a-z]{1,16}") || !level.matches("[a-z]{1,16}")) {
            throw ControlException.badRequest(
                    "expected a part of braid and a level, found " + Quote.of(part) + " and " + Quote.of(level));
        }
        return answer(call("POST", "/v1/log/" + part + "/" + level, null, statusTimeout), LogReport.class);
    }

    /**
     * Has the running dataplane read its configuration again; waits 15 minutes at most, since switches are given time to move away from uplinks that go.
     *
     * @param file an absolute path; null for the file it was started with
     * @param dryRun only to say what would be
     */
    public Answer<ReloadReport> reload(@Nullable Path file, boolean dryRun) {
        var body = new HashMap<String, Object>();
        body.put("dryRun", dryRun);
        if (file != null) {
            body.put("file", file.toString());
        }
        return answer(call("POST", "/v1/reload", ControlJson.write(body), DRAIN_TIMEOUT), ReloadReport.class);
    }

    /** Takes an uplink out of service, or back; waits 15 minutes at most, since the switches are given time to move away. */
    public void drained(String uplink, boolean drained) {
        checkUplink(uplink);
        call("POST", "/v1/uplinks/" + uplink + (drained ? "/drain" : "/undrain"), null, DRAIN_TIMEOUT);
    }

    /** Resets an uplink's NIC; waits 60 seconds at most. */
    public void reset(String uplink) {
        checkUplink(uplink);
        call("POST", "/v1/uplinks/" + uplink + "/reset", null, changeTimeout);
    }

    private static void checkUplink(String uplink) {
        if (!UPLINK.matcher(uplink).matches()) {
            throw ControlException.badRequest(Quote.of(uplink) + " is not the name of an uplink");
        }
    }

    /**
     * Holds a task's lease until the calling thread is interrupted or the dataplane ends it.
     *
     * @param held run when the lease is given
     * @throws ControlException when it was not given, or ended
     */
    public void hold(String task, Runnable held) {
        AttachRules.checkTask(task);
        byte[] bytes;
        try {
            bytes = UnixExchange.stream(
                    socket, request("POST", "/v1/tasks/" + task + "/lease", null), MAX_ANSWER_BYTES, held);
        } catch (IOException e) {
            throw unreachable(e, changeTimeout);
        }
        HttpReply reply;
        try {
            reply = HttpReply.parse(bytes);
        } catch (HttpReply.MalformedReply endedEarly) {
            throw new ControlException(Kind.FAILED, "the running braid ended the lease of task " + task, endedEarly);
        }
        throw reply.status() >= 300
                ? refused(reply)
                : new ControlException(Kind.FAILED, "the running braid ended the lease of task " + task);
    }

    private HttpReply call(String method, String target, byte @Nullable [] body, Duration timeout) {
        HttpReply reply;
        try {
            reply = HttpReply.parse(
                    UnixExchange.exchange(socket, request(method, target, body), MAX_ANSWER_BYTES, timeout));
        } catch (IOException e) {
            throw unreachable(e, timeout);
        } catch (HttpReply.MalformedReply e) {
            throw new ControlException(Kind.FAILED, "no usable answer on " + socket + ": " + e.getMessage(), e);
        }
        if (reply.status() >= 300) {
            throw refused(reply);
        }
        return reply;
    }

    private static byte[] request(String method, String target, byte @Nullable [] body) {
        var head = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: braid\r\nConnection: close\r\n");
        if (body != null) {
            head.append("Content-Type: application/json\r\nContent-Length: ")
                    .append(body.length)
                    .append("\r\n");
        }
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
        if (body != null) {
            bytes.writeBytes(body);
        }
        return bytes.toByteArray();
    }

    private <T> Answer<T> answer(HttpReply reply, Class<T> type) {
        try {
            return new Answer<>(ControlJson.read(reply.body(), type), ControlJson.indent(reply.body()));
        } catch (JsonProcessingException e) {
            throw new ControlException(
                    Kind.FAILED,
                    "the answer on " + socket
                            + " is not what this braid expects; is the running braid of another version?",
                    e);
        }
    }

    private ControlException refused(HttpReply reply) {
        try {
            ControlJson.ErrorBody error = ControlJson.read(reply.body(), ControlJson.ErrorAnswer.class)
                    .error();
            return new ControlException(Kind.ofWireName(error.kind()).orElse(Kind.FAILED), error.message());
        } catch (JsonProcessingException e) {
            return new ControlException(Kind.FAILED, "HTTP status " + reply.status() + " on " + socket, e);
        }
    }

    private ControlException unreachable(IOException e, Duration timeout) {
        if (e instanceof SocketTimeoutException) {
            return new ControlException(
                    Kind.FAILED,
                    "braid did not answer on " + socket + " within " + timeout.toSeconds() + " s; see its log",
                    e);
        }
        // The JDK reports EACCES of connect(2) as a BindException.
        if (e instanceof BindException) {
            return new ControlException(
                    Kind.REFUSED, "no permission to use the control socket " + socket + "; be root", e);
        }
        if (Files.notExists(socket)) {
            return new ControlException(
                    Kind.NOT_FOUND,
                    "no braid is running here (socket " + socket + " missing): start it with braid run -c FILE",
                    e);
        }
        if (e instanceof ConnectException) {
            return new ControlException(
                    Kind.NOT_FOUND,
                    "no braid is running here (nobody answers on socket " + socket
                            + "): start it with braid run -c FILE",
                    e);
        }
        return new ControlException(Kind.FAILED, "cannot talk to braid on " + socket + ": " + e.getMessage(), e);
    }
}
