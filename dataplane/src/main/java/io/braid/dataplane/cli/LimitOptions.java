package io.braid.dataplane.cli;

import io.braid.dataplane.config.BitRate;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.TaskLimits;
import io.braid.dataplane.net.MalformedValueException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that cap a task's traffic. */
final class LimitOptions {
    private static final String NONE = "none";

    @Option(
            names = "--rate-out",
            paramLabel = "RATE",
            description = {
                "the most the task may send, such as 10Gbit; more is dropped. none for no cap",
                "(default: tasks.limits of the host's configuration; likewise for the three below)"
            })
    private @Nullable String rateOut;

    @Option(names = "--rate-in", paramLabel = "RATE", description = "the most the task may be sent")
    private @Nullable String rateIn;

    @Option(names = "--packets-out", paramLabel = "NUMBER", description = "the most packets a second the task may send")
    private @Nullable String packetsOut;

    @Option(
            names = "--packets-in",
            paramLabel = "NUMBER",
            description = "the most packets a second the task may be sent")
    private @Nullable String packetsIn;

    /**
     * What was asked for.
     *
     * @throws ControlException when a value is none
     */
    TaskLimits limits() {
        return new TaskLimits(
                rate("--rate-out", rateOut),
                rate("--rate-in", rateIn),
                packets("--packets-out", packetsOut),
                packets("--packets-in", packetsIn));
    }

    private static @Nullable Long rate(String option, @Nullable String text) {
        if (text == null || text.equals(NONE)) {
            return text == null ? null : 0L;
        }
        try {
            return BitRate.parse(text).bitsPerSecond();
        } catch (MalformedValueException e) {
            throw new ControlException(Kind.BAD_REQUEST, option + ": " + e.getMessage());
        }
    }

    private static @Nullable Long packets(String option, @Nullable String text) {
        if (text == null || text.equals(NONE)) {
            return text == null ? null : 0L;
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new ControlException(
                    Kind.BAD_REQUEST, option + ": expected a number of packets, or none; found " + text);
        }
    }
}
