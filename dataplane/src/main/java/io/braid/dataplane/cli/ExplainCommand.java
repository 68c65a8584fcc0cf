package io.braid.dataplane.cli;

import io.braid.dataplane.control.ControlClient;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.FlowQuery;
import io.braid.dataplane.control.FlowReport;
import io.braid.dataplane.control.StatusReport;
import io.braid.dataplane.control.TaskAnnouncement;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code braid explain}: why a task's traffic goes where it goes, and why it is announced or not. */
@Command(
        name = "explain",
        description = {
            "Say of one task by which uplinks its traffic leaves and why, what of it is dropped, and why it is announced to each switch or is not.",
        })
public final class ExplainCommand extends ControlCommand {
    @Parameters(paramLabel = "TASK", description = "the task's name")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String task;

    @Option(names = "--json", description = "print it as one JSON object")
    private boolean json;

    @Override
    void run(ControlClient braid, PrintWriter out) {
        StatusReport status = braid.status().value();
        StatusReport.Task found = status.tasks().stream()
                .filter(one -> one.task().equals(task))
                .findFirst()
                .orElseThrow(() -> missing(status));
        FlowReport flows = braid.flows(new FlowQuery(task, null, null, null, FlowQuery.Order.RATE, FlowQuery.MOST))
                .value();
        TaskAnnouncement announcement =
                status.bgp() == null ? null : braid.explain(task).value();
        var explanation = new Explanation(found, status, flows, announcement);
        out.print(json ? explanation.toJson() + System.lineSeparator() : explanation.toText());
    }

    private ControlException missing(StatusReport status) {
        String there = status.tasks().isEmpty()
                ? "none is attached"
                : "attached are "
                        + String.join(
                                ", ",
                                status.tasks().stream()
                                        .map(StatusReport.Task::task)
                                        .toList());
        return new ControlException(Kind.NOT_FOUND, "there is no task of that name here; " + there);
    }

    /** What there is to say about a task. */
    record Explanation(
            StatusReport.Task task,
            StatusReport status,
            FlowReport flows,
            @Nullable TaskAnnouncement announcement) {
        String toText() {
            return new ExplanationText(this).toString();
        }

        String toJson() {
            return ExplanationJson.of(this);
        }
    }
}
