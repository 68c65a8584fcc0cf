package io.braid.dataplane.cli;

import io.braid.dataplane.config.ByteSize;
import io.braid.dataplane.control.CaptureQuery;
import io.braid.dataplane.control.ControlClient;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.StreamedReply;
import io.braid.dataplane.net.MalformedValueException;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code braid capture}: packets of uplinks and tasks, into a file for Wireshark. */
@Command(
        name = "capture",
        description = {
            "Write packets of uplinks and tasks to a pcapng file, as they come in and as they go out: each with its port, the direction, the"
                    + " worker, and what became of it, such as the reason why it was dropped.",
            "It ends by itself, at the first of --count, --seconds and --size that is reached; Ctrl-C ends it before. Packets that are too many are"
                    + " left out and counted; nobody's traffic waits for it."
        },
        footer = {"", "Example: braid capture --port train-1 --direction dropped --write - | tshark -r -"})
public final class CaptureCommand extends ControlCommand {
    private static final String STANDARD_OUTPUT = "-";

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--port",
            paramLabel = "NAME",
            description =
                    "only of this uplink or task; host:NIC is the tap by which the host's kernel uses an uplink (default: all; may be repeated)")
    private List<String> ports = new ArrayList<>();

    @Option(
            names = "--direction",
            paramLabel = "WAY",
            defaultValue = "both",
            description = "in, out, both, or dropped: only packets that are lost (default: ${DEFAULT-VALUE})")
    private String direction = "both";

    @Option(names = "--filter", paramLabel = "EXPRESSION", description = "only packets of " + FilterText.HELP)
    private Optional<String> filter = Optional.empty();

    @Option(names = "--count", paramLabel = "N", description = "end after so many packets (default: ${DEFAULT-VALUE})")
    private long count = CaptureQuery.DEFAULT_COUNT;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "end after so long, 1 to 3600 (default: ${DEFAULT-VALUE})")
    private long seconds = CaptureQuery.DEFAULT_SECONDS;

    @Option(
            names = "--snaplen",
            paramLabel = "BYTES",
            description = "keep so much of each packet, 14 to 65535 (default: ${DEFAULT-VALUE})")
    private long snaplen = CaptureQuery.DEFAULT_SNAPLEN;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "100MiB",
            description = "end before the file is much larger (default: ${DEFAULT-VALUE})")
    private String size = "100MiB";

    @Option(
            names = {"-w", "--write"},
            paramLabel = "FILE",
            defaultValue = STANDARD_OUTPUT,
            description = "where to write; - is the standard output (default: ${DEFAULT-VALUE})")
    private String write = STANDARD_OUTPUT;

    @Override
    void run(ControlClient braid, PrintWriter out) {
        var query = new CaptureQuery(
                ports,
                CaptureQuery.direction(direction),
                filter.map(FilterText::compile).orElse(null),
                count,
                seconds,
                snaplen,
                bytes());
        boolean standard = write.equals(STANDARD_OUTPUT);
        if (standard && isTerminal()) {
            throw new ControlException(
                    Kind.BAD_REQUEST, "a capture is not for a terminal: use --write FILE, or | tshark -r -");
        }
        try (StreamedReply reply = braid.capture(query);
                OutputStream file = open(standard);
                var interruption = new Interruption(reply)) {
            carry(new CaptureFile(reply.body(), file), file, standard);
            interruption.over();
        } catch (IOException e) {
            throw new ControlException(Kind.FAILED, "the capture ended early: " + e.getMessage(), e);
        }
    }

    private static boolean isTerminal() {
        return Objects.requireNonNull(System.console()).isTerminal();
    }

    private long bytes() {
        try {
            return ByteSize.parse(size).bytes();
        } catch (MalformedValueException e) {
            throw new ControlException(Kind.BAD_REQUEST, "--size: " + e.getMessage(), e);
        }
    }

    private OutputStream open(boolean standard) {
        try {
            return new BufferedOutputStream(
                    standard ? new FileOutputStream(FileDescriptor.out) : Files.newOutputStream(Path.of(write)),
                    1 << 16);
        } catch (IOException e) {
            throw unwritable(e.toString());
        }
    }

    private ControlException unwritable(String why) {
        return new ControlException(Kind.FAILED, "cannot write " + write + ": " + why);
    }

    private void carry(CaptureFile capture, OutputStream file, boolean standard) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        try {
            capture.copy();
        } catch (CaptureFile.WriteException e) {
            if (standard) {
                return; // whoever read it has enough
            }
            throw unwritable(e.getMessage() + "; the capture has ended, with some " + capture.packets()
                    + " packets in the file");
        }
        file.flush();
        err.println("braid: " + capture.packets() + " packets"
                + (standard ? "" : " in " + write)
                + (capture.lost() > 0 ? "; " + capture.lost() + " more matched, and were too many" : ""));
        err.flush();
        if (!capture.isWhole()) {
            throw new ControlException(Kind.FAILED, "the running braid ended the capture; see its log");
        }
    }
}
