package io.braid.dataplane.cli;

import io.braid.dataplane.Version;
import io.braid.dataplane.check.Finding;
import io.braid.dataplane.check.HostCheck;
import io.braid.dataplane.check.HostFiles;
import io.braid.dataplane.config.ConfigDump;
import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.config.LoadedConfig;
import io.braid.dataplane.control.ControlClient;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.FlowQuery;
import io.braid.dataplane.control.SupportReport;
import io.braid.dataplane.support.Bundle;
import io.braid.dataplane.support.HostFacts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code braid support-bundle}: what somebody needs who looks into a fault from afar. */
@Command(
        name = "support-bundle",
        description = {
            "Gather state, counters, configuration, log and facts of the host into one file that may leave it.",
            "It holds no keys, passwords or grants, but it does hold names and addresses. It works, with less in it, also when braid does not run or does not answer."
        },
        footer = {"", "Exit codes: 0 written, also if something is missing (which is said), 1 could not be written."})
public final class SupportBundleCommand extends ControlCommand {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);
    private static final int FLOWS = 200;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description =
                    "where to write it (default: braid-support-TIME.tar.gz here); a file that is there is left alone")
    private Optional<Path> output = Optional.empty();

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "the configuration to check against this host, and to show if braid does not run")
    private Optional<Path> config = Optional.empty();

    @Override
    void run(ControlClient braid, PrintWriter out) {
        Instant now = Instant.now();
        String name = "braid-support-" + STAMP.format(now);
        var bundle = new Bundle();
        bundle.add("version.txt", "braid " + Version.text() + "\n");
        process(braid, bundle);
        new HostFacts(Path.of("/")).addTo(bundle);
        bundle.gather(
                "journal.txt",
                () -> HostFacts.command(
                        List.of("journalctl", "--unit=braid", "--lines=5000", "--no-pager", "--output=short-iso")));
        config.ifPresent(file -> configuration(file, bundle));
        Path file = output.orElse(Path.of(name + ".tar.gz"));
        try {
            bundle.write(file, name, now);
        } catch (FileAlreadyExistsException e) {
            throw new ControlException(ControlException.Kind.FAILED, file + " is there already; name another file", e);
        } catch (IOException e) {
            throw new ControlException(ControlException.Kind.FAILED, file + " cannot be written: " + e, e);
        }
        bundle.notes().forEach(note -> out.println("missing: " + note));
        out.println(file + ": " + bundle.names().size() + " files");
    }

    /** What the process says; after the first answer that does not come nothing more is waited for. */
    private static void process(ControlClient braid, Bundle bundle) {
        try {
            bundle.add("status.json", braid.status().json());
        } catch (ControlException e) {
            bundle.note("what braid itself knows: not to be had: " + e.explanation());
            return;
        }
        bundle.gather(
                "flows.json",
                json(() -> braid.flows(new FlowQuery(null, null, null, null, FlowQuery.Order.RATE, FLOWS))));
        bundle.gather("queues.json", json(braid::queues));
        bundle.gather("log-levels.json", json(braid::logLevels));
        bundle.gather("bgp.json", json(braid::bgp));
        bundle.gather("bgp-advertised.json", json(() -> braid.routes(true)));
        bundle.gather("bgp-received.json", json(() -> braid.routes(false)));
        try {
            braid.support()
                    .value()
                    .files()
                    .forEach((file, lines) -> add(file.replaceAll("[^A-Za-z0-9._-]", "_"), lines, bundle));
        } catch (ControlException e) {
            bundle.note("log, configuration and threads of braid: not to be had: " + e.explanation());
        }
    }

    private static void add(String file, List<String> lines, Bundle bundle) {
        if (!file.endsWith(SupportReport.BASE64)) {
            bundle.add(file, String.join("\n", lines) + "\n");
            return;
        }
        try {
            bundle.add(
                    file.substring(0, file.length() - SupportReport.BASE64.length()),
                    Base64.getDecoder().decode(String.join("", lines)));
        } catch (IllegalArgumentException e) {
            bundle.note(file + ": not to be had: it is no base64");
        }
    }

    private static Callable<String> json(Callable<? extends ControlClient.Answer<?>> answer) {
        return () -> answer.call().json();
    }

    private static void configuration(Path file, Bundle bundle) {
        bundle.gather("check.txt", () -> {
            LoadedConfig loaded = ConfigLoader.load(file);
            bundle.add("config-file.txt", String.join("\n", ConfigDump.lines(loaded.config())) + "\n");
            return HostCheck.run(loaded.config(), HostFiles.ofMachine()).stream()
                    .map(Finding::toString)
                    .collect(Collectors.joining("\n", "", "\n"));
        });
    }
}
