package io.braid.dataplane.cli;

import io.braid.dataplane.config.HostName;
import io.braid.dataplane.init.Draft;
import io.braid.dataplane.init.FoundNic;
import io.braid.dataplane.init.NicFinder;
import io.braid.dataplane.net.InterfaceAddress;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.MalformedValueException;
import io.braid.linux.CpuAffinity;
import io.braid.numa.topology.Topology;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.NetworkInterface;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code braid init}: writes a first configuration from what this host has. */
@Command(
        name = "init",
        mixinStandardHelpOptions = true,
        versionProvider = BraidCommand.BuiltVersion.class,
        description = {
            "Writes a commented configuration from what this host has: NICs with their speeds, NUMA nodes and drivers, addresses, gateways.",
            "What it cannot know is marked FILL IN. The NIC of the host's own default route is left out. Nothing is changed."
        },
        footer = {"", "Exit codes: 0 written, 1 not, 2 wrong usage."})
final class InitCommand implements Callable<Integer> {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write it there rather than to standard output; a file that is there is left alone.")
    private Optional<Path> output = Optional.empty();

    @Option(names = "--force", description = "Replace the file.")
    private boolean force;

    @Option(
            names = "--sysfs",
            paramLabel = "DIR",
            description =
                    "Write it for another host, from a copy of its /sys; addresses and gateways are left to fill in.")
    private Optional<Path> sysfs = Optional.empty();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        String draft = draft();
        if (output.isEmpty()) {
            PrintWriter out = spec.commandLine().getOut();
            out.print(draft);
            out.flush();
            return ExitCode.DONE;
        }
        Path file = output.get();
        try {
            Files.writeString(
                    file,
                    draft,
                    StandardOpenOption.WRITE,
                    force ? StandardOpenOption.CREATE : StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.TRUNCATE_EXISTING);
        } catch (FileAlreadyExistsException e) {
            return failed(file + " is there already; --force replaces it");
        } catch (IOException e) {
            return failed("cannot write " + file + ": " + e);
        }
        long decisions =
                draft.lines().filter(line -> line.contains(Draft.FILL_IN)).count() - 1; // the first line names the mark
        spec.commandLine()
                .getOut()
                .println("wrote " + file + "; " + decisions + " places to fill in, then: braid check -c " + file);
        return ExitCode.DONE;
    }

    private int failed(String why) {
        spec.commandLine().getErr().println("braid: " + why);
        return ExitCode.FAILED;
    }

    private String draft() throws IOException {
        Path sys = sysfs.orElse(Topology.SYSFS);
        // Without the other host's routes there are none.
        Path proc = sysfs.map(path -> path.resolveSibling("proc")).orElse(Topology.PROCFS);
        Topology topology = Topology.read(sys, sysfs.isPresent() ? null : proc, CpuAffinity.get());
        var finder = new NicFinder(topology, sys, proc, name -> sysfs.isPresent() ? List.of() : addresses(name));
        List<FoundNic> nics = finder.find();
        return Draft.of(sysfs.isPresent() ? "host" : hostName(), nics);
    }

    private static String hostName() throws IOException {
        String name = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        try {
            return HostName.parse(name).toString();
        } catch (MalformedValueException e) {
            return "host  # " + Draft.FILL_IN + ": this host's name";
        }
    }

    private static List<InterfaceAddress> addresses(String name) {
        try {
            NetworkInterface found = NetworkInterface.getByName(name);
            return found == null
                    ? List.of()
                    : found.getInterfaceAddresses().stream()
                            .filter(address -> !address.getAddress().isLinkLocalAddress())
                            .map(address -> new InterfaceAddress(
                                    IpAddress.ofBytes(address.getAddress().getAddress()),
                                    address.getNetworkPrefixLength()))
                            .toList();
        } catch (IOException e) {
            return List.of(); // it has gone meanwhile
        }
    }
}
