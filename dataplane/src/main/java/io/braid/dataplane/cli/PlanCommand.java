package io.braid.dataplane.cli;

import io.braid.dataplane.config.ConfigException;
import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.config.NumaPolicy;
import io.braid.dataplane.control.ControlClient;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.QueueReport;
import io.braid.dataplane.placement.NicLimits;
import io.braid.dataplane.placement.PlanRequests;
import io.braid.linux.CpuAffinity;
import io.braid.linux.CpuSet;
import io.braid.numa.plan.PlacementPlan;
import io.braid.numa.plan.PlanException;
import io.braid.numa.plan.PlanRequest;
import io.braid.numa.plan.Planner;
import io.braid.numa.topology.RecordedHost;
import io.braid.numa.topology.Topology;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code braid plan}: shows where everything would be on this host or on a recorded one, and why, without starting. */
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        versionProvider = BraidCommand.BuiltVersion.class,
        description =
                "Shows which queue is polled by which CPU, on which NUMA node memory lies, and why, without starting.",
        footer = {"", "Exit codes: 0 planned, 1 the host cannot run it, 2 the file has errors."})
final class PlanCommand implements Callable<Integer> {
    private static final int MAX_QUEUES = 1024;

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "The host's configuration (host.yaml). Without it every NIC of the host counts as an uplink.")
    private Optional<Path> config = Optional.empty();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Option(
            names = "--sysfs",
            paramLabel = "PATH",
            description = "Plan for another host: a copy of its /sys, a directory with its sys and proc, or a text file"
                    + " made of them. The process is taken to be allowed all of its CPUs.")
    private Optional<Path> sysfs = Optional.empty();

    @Option(
            names = "--queues",
            paramLabel = "N",
            description = "Queues each way that every uplink can have. Without this option: PCI devices as many as"
                    + " workers, virtual ones as many as their arguments say, or one.")
    private Optional<Integer> queues = Optional.empty();

    @Option(
            names = "--live",
            description =
                    "Show what the braid that runs here does now: who polls what, what each queue carries, and what would"
                            + " better be moved (braid move).")
    private boolean live;

    @Option(
            names = "--socket",
            paramLabel = "PATH",
            description = "Control socket of the running braid, for --live (default: ${DEFAULT-VALUE}).")
    private Path socket = ControlClient.DEFAULT_SOCKET;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws ConfigException, IOException {
        if (live) {
            return showLive();
        }
        if (queues.isPresent() && (queues.get() < 1 || queues.get() > MAX_QUEUES)) {
            throw new ParameterException(spec.commandLine(), "--queues: expected 1 to " + MAX_QUEUES);
        }
        PrintWriter out = spec.commandLine().getOut();
        Optional<HostConfig> host = Optional.empty();
        try {
            if (config.isPresent()) {
                host = Optional.of(ConfigLoader.load(config.get()).config());
            }
        } catch (ConfigException e) {
            if (!json) {
                throw e; // printed by Main
            }
            out.println(PlanJson.ofErrors(e.problems()));
            return ExitCode.WRONG_USAGE;
        }
        try {
            show(host, out);
            return ExitCode.DONE;
        } catch (PlanException e) {
            if (!json) {
                throw e;
            }
            out.println(PlanJson.ofFaults(e.faults()));
            return ExitCode.FAILED;
        }
    }

    private void show(Optional<HostConfig> host, PrintWriter out) throws IOException {
        PlanRequest request = request(host);
        PlacementPlan plan = Planner.plan(request);
        NumaPolicy policy = host.map(config -> config.numa().policy()).orElse(NumaPolicy.PREFER);
        out.print(json ? PlanJson.of(policy, request, plan) + System.lineSeparator() : PlanText.of(policy, plan));
    }

    private int showLive() {
        try {
            ControlClient.Answer<QueueReport> answer = new ControlClient(socket).queues();
            spec.commandLine().getOut().print(json ? answer.json() : QueueText.of(answer.value()));
            return ExitCode.DONE;
        } catch (ControlException e) {
            spec.commandLine().getErr().println("braid: " + e.explanation());
            return ExitCode.FAILED;
        }
    }

    private PlanRequest request(Optional<HostConfig> host) throws IOException {
        CpuSet mask = CpuAffinity.get();
        if (sysfs.isEmpty()) {
            return request(host, Topology.read(Topology.SYSFS, Topology.PROCFS, mask), mask);
        }
        try (RecordedHost record = RecordedHost.open(sysfs.get())) {
            Topology topology = record.topology(mask);
            return request(host, topology, topology.online());
        }
    }

    private PlanRequest request(Optional<HostConfig> host, Topology topology, CpuSet allowed) {
        if (host.isEmpty()) {
            return PlanRequests.ofNics(
                    topology, allowed, queues.map(NicLimits::of).orElse(NicLimits.PLENTY));
        }
        return PlanRequests.of(
                host.get(),
                topology,
                allowed,
                uplink -> queues.map(NicLimits::of).orElseGet(() -> NicLimits.assumed(uplink)),
                List.of());
    }
}
