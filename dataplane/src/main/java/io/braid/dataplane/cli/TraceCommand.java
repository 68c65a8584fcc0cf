package io.braid.dataplane.cli;

import io.braid.dataplane.control.AttachResult;
import io.braid.dataplane.control.ControlClient;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.JsonLines;
import io.braid.dataplane.control.StatusReport;
import io.braid.dataplane.control.StreamedReply;
import io.braid.dataplane.control.TraceQuery;
import io.braid.dataplane.look.TraceEnd;
import io.braid.dataplane.look.TracedPacket;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code braid trace}: what each node did with a packet. */
@Command(
        name = "trace",
        description = {
            "Show packets' ways through Braid as they go: the port and queue each came in by, what every node of the packet graph decided, which uplink its flow has"
                    + " and why, and how it ended: sent, handed to another worker, or dropped, for what reason.",
            "It ends by itself, after --count packets or --seconds; Ctrl-C ends it before. What becomes of packets is the same with and without."
        },
        footer = {"", "Example: braid trace --task train-1 --filter 'tcp port 443' --count 3"})
public final class TraceCommand extends ControlCommand {
    private static final String END = "{\"end\":";

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--task",
            paramLabel = "NAME",
            description = "only packets from this task, or from and to its addresses")
    private Optional<String> task = Optional.empty();

    @Option(names = "--filter", paramLabel = "EXPRESSION", description = "only packets of " + FilterText.HELP)
    private Optional<String> filter = Optional.empty();

    @Option(names = "--count", paramLabel = "N", description = "end after so many packets (default: ${DEFAULT-VALUE})")
    private long count = TraceQuery.DEFAULT_COUNT;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "end after so long, 1 to 3600 (default: ${DEFAULT-VALUE})")
    private long seconds = TraceQuery.DEFAULT_SECONDS;

    @Option(
            names = "--sample",
            paramLabel = "1/N",
            defaultValue = "1/1",
            description = "one of N packets that match, at each worker (default: ${DEFAULT-VALUE})")
    private String sample = "1/1";

    @Option(names = "--json", description = "print each packet as JSON, on a line of its own")
    private boolean json;

    @Override
    void run(ControlClient braid, PrintWriter out) {
        var query = new TraceQuery(
                task.stream().toList(),
                task.map(name -> FilterText.compile(addresses(braid, name))).orElse(null),
                filter.map(FilterText::compile).orElse(null),
                count,
                seconds,
                sample());
        try (StreamedReply reply = braid.trace(query);
                var interruption = new Interruption(reply)) {
            var lines = new BufferedReader(new InputStreamReader(reply.body(), StandardCharsets.UTF_8));
            TraceEnd.@Nullable Counts end = show(lines, out);
            interruption.over();
            if (end == null) {
                throw new ControlException(Kind.FAILED, "the running braid ended the trace; see its log");
            }
            PrintWriter err = spec.commandLine().getErr();
            err.println("braid: " + end.packets() + " packets"
                    + (end.lost() > 0 ? "; " + end.lost() + " more matched, and were too many" : ""));
            err.flush();
        } catch (ClosedChannelException byUser) {
            out.flush();
        } catch (IOException e) {
            throw new ControlException(Kind.FAILED, "the trace ended early: " + e.getMessage(), e);
        }
    }

    private TraceEnd.@Nullable Counts show(BufferedReader lines, PrintWriter out) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            if (line.startsWith(END)) {
                return JsonLines.read(bytes, TraceEnd.class).end();
            }
            if (!line.isEmpty()) {
                out.print(
                        json
                                ? line + System.lineSeparator()
                                : TraceLines.of(JsonLines.read(bytes, TracedPacket.class)));
                out.flush();
            }
        }
        return null;
    }

    /** A filter of packets with a task's addresses. */
    private static String addresses(ControlClient braid, String name) {
        List<StatusReport.Task> tasks = braid.tasks();
        StatusReport.Task found = tasks.stream()
                .filter(one -> one.task().equals(name))
                .findFirst()
                .orElseThrow(() -> new ControlException(
                        Kind.NOT_FOUND,
                        "no task " + name + " is attached; attached are "
                                + tasks.stream().map(StatusReport.Task::task).toList()));
        return Stream.concat(found.ips().stream(), found.nicAddresses().stream().map(AttachResult.NicAddress::address))
                .map(address -> "host " + address)
                .collect(Collectors.joining(" or "));
    }

    private long sample() {
        if (!sample.matches("1/[0-9]{1,9}")) {
            throw new ControlException(Kind.BAD_REQUEST, "--sample: expected 1/N, such as 1/1000, found " + sample);
        }
        return Long.parseLong(sample.substring(2));
    }
}
