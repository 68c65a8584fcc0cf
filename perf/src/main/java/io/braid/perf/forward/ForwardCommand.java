package io.braid.perf.forward;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.braid.dpdk.DpdkException;
import io.braid.perf.lab.LabException;
import io.braid.perf.report.OutputFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code braid perf forward}. */
@Command(
        name = "forward",
        description =
                "Measures the whole path of a packet, out of the host and into it, beside dpdk-testpmd (io, macswap, 5tswap): in turns on the"
                        + " same CPUs, each on a port of the same kind that it sends by what it received. With net_pcap, which replays frames from memory,"
                        + " this takes about five minutes.",
        sortOptions = false)
public final class ForwardCommand implements Callable<Integer> {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int ROUNDS = 5;
    private static final int FAST_ROUNDS = 3;
    private static final long TURN = 400_000_000;
    private static final long FAST_TURN = 200_000_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "CASE", arity = "0..*", description = "only cases whose names begin so, such as egress-v4")
    private List<String> prefixes = new ArrayList<>();

    @Option(names = "--json", paramLabel = "FILE", description = "write the figures there")
    private @Nullable Path json;

    @Option(
            names = "--vdev",
            paramLabel = "DEVICE",
            split = ",",
            defaultValue = "pcap",
            converter = CaseSelection.VdevConverter.class,
            description = {
                "the virtual device, or several of (default ${DEFAULT-VALUE}):",
                "  pcap  replays 1024 flows or more and drops what is sent",
                "  null  gives out buffers as they lie: a burst's frames over and over",
                "  ring  what is sent comes in again: 512 frames go round",
                "testpmd's own frames are IPv4 of one flow on null and ring, also beside Braid's IPv6"
            })
    private List<Vdev> vdevs = new ArrayList<>();

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "1, or 2: each with a CPU and queues of its own, on both sides; with two CPUs all else shares one of them (default ${DEFAULT-VALUE})")
    private int workers;

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            split = ",",
            converter = CaseSelection.SizeConverter.class,
            description =
                    "only frames of 64, 512, 1500, 9000 bytes or imix (several with commas), both ways and in both families, instead of the usual set")
    private List<ForwardCase.Size> sizes = new ArrayList<>();

    @Option(names = "--fast", description = "fewer cases, rounds and shorter turns: about a minute, and rougher")
    private boolean fast;

    @Option(
            names = "--look",
            description = "what captures and traces cost whose filter takes nothing, instead, beside nobody looking on")
    private boolean look;

    @Option(
            names = "--burst",
            paramLabel = "N",
            defaultValue = "32",
            description = "burst of the bare loops and of testpmd: 16, 32 or 64 (default ${DEFAULT-VALUE})")
    private int burst;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this text and end")
    @SuppressWarnings("UnusedVariable") // read by picocli
    private boolean help;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        List<ForwardCase> cases;
        try {
            cases = new CaseSelection(vdevs, workers, sizes, prefixes, fast).cases();
        } catch (CaseSelection.BadSelectionException e) {
            err.println("braid perf: " + e.getMessage());
            return 2;
        }
        if (burst != 16 && burst != 32 && burst != 64) {
            err.println("braid perf: --burst is 16, 32 or 64, not " + burst);
            return 2;
        }
        if (json != null && !OutputFile.isWritable(json)) {
            err.println("braid perf: " + OutputFile.refusal(json));
            return 2;
        }
        if (!look && !Testpmd.isInstalled()) {
            err.println("braid perf: dpdk-testpmd is not here to compare with; install the Debian package dpdk-dev");
            return 1;
        }
        return measure(cases, out, err);
    }

    private int measure(List<ForwardCase> cases, PrintWriter out, PrintWriter err) throws InterruptedException {
        ObjectNode report = JSON.createObjectNode();
        report.put("load_average", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        report.put("cpus", Runtime.getRuntime().availableProcessors());
        report.put("burst", burst);
        report.put("workers", workers);
        report.put("partial", true);
        ArrayNode figures = report.putArray("cases");
        try {
            String missing = look ? null : HardwareCounters.missing();
            var measurement = new ForwardMeasurement(
                    cases,
                    fast ? FAST_ROUNDS : ROUNDS,
                    fast ? FAST_TURN : TURN,
                    burst,
                    !look && missing == null,
                    step -> err.println("braid perf: " + step));
            report.put("cpu_shared", measurement.isShared(workers));
            if (measurement.isShared(workers)) {
                err.println("braid perf: one of the workers' CPUs runs all else, too, as there is no other");
            }
            if (look) {
                out.println(LookFigures.head());
                measurement.look(found -> {
                    out.println(found.text());
                    out.flush();
                    found.write(figures.addObject());
                    report.put("partial", figures.size() < cases.size());
                    save(report);
                });
                return 0;
            }
            report.put("hardware_counters", missing == null);
            if (missing != null) {
                err.println("braid perf: " + missing + "; cycles for a packet are left out");
            }
            out.println(ForwardFigures.head());
            measurement.run(found -> {
                out.println(found.text());
                out.flush();
                found.write(figures.addObject());
                report.put("partial", figures.size() < cases.size());
                save(report); // what there is outlives an interruption
            });
            return 0;
        } catch (IOException | LabException | DpdkException | SaveException e) {
            err.println("braid perf: " + e.getMessage());
            return 1;
        }
    }

    private void save(ObjectNode report) {
        if (json != null) {
            try {
                Files.writeString(json, report.toPrettyString() + "\n");
            } catch (IOException e) {
                throw new SaveException("cannot write " + json + ": " + e.getMessage(), e);
            }
        }
    }

    private static final class SaveException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        SaveException(String message, IOException cause) {
            super(message, cause);
        }
    }
}
