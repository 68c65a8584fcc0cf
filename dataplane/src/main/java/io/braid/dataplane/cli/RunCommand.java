package io.braid.dataplane.cli;

import io.braid.dataplane.Dataplane;
import io.braid.dataplane.Preparation;
import io.braid.dataplane.config.LoadedConfig;
import io.braid.dataplane.control.ControlServer;
import io.braid.dataplane.control.Handover;
import io.braid.dataplane.log.ProcessLog;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code braid run}: the dataplane in the foreground, until SIGTERM or SIGINT. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Runs the dataplane in the foreground until it gets SIGTERM or SIGINT (Ctrl-C). Needs root.",
            "SIGHUP has it read its configuration again, as braid reload does."
        },
        footer = {
            "",
            "Exit codes: 0 ended by a signal, 1 could not start or did not end cleanly, 2 wrong usage or config."
        })
final class RunCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private ConfigOption config;

    @Option(
            names = "--takeover",
            description =
                    "have the braid that runs here end, and go on with its tasks and flows; with bgp.graceful-restart the switches"
                            + " keep its routes meanwhile. What can be done before is: needs memory for two, else packets wait longer."
                            + " Without one that runs, an ordinary start")
    private boolean takeover;

    @Option(
            names = "--sysfs",
            paramLabel = "DIR",
            description =
                    "take the host's structure (CPUs, NUMA nodes, NICs) from a copy of /sys, as braid plan does: to try on"
                            + " one machine what another would do. The CPUs must exist here; memory of nodes that do not is taken anywhere")
    private @Nullable Path sysfs;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        var out = spec.commandLine().getOut();
        var err = spec.commandLine().getErr();
        LoadedConfig loaded = config.load();
        ProcessLog log = ProcessLog.start(loaded.config().log());
        loaded.warnings().forEach(warning -> err.println("warning: " + warning));
        var manager = ServiceManager.of(System.getenv(), ProcessHandle.current().pid());
        Path socket = loaded.config().control().socket();
        Preparation prepared = Preparation.of(loaded.config(), sysfs);
        Handover before;
        try {
            before = takeover ? Takeover.from(socket, prepared) : null;
            // Before a device is touched: a second process must not disturb the first.
            ControlServer.requireFree(socket);
        } catch (RuntimeException e) {
            prepared.close();
            throw e;
        }
        var stop = new CountDownLatch(1);
        var ended = new CompletableFuture<Integer>();
        var hook = new Thread(() -> endBySignal(stop, ended), "signal");
        Runtime.getRuntime().addShutdownHook(hook);
        int code = ExitCode.FAILED;
        try (Dataplane dataplane = Dataplane.start(loaded, prepared, before, log);
                ControlServer server = ControlServer.start(socket, dataplane);
                Watchdog _ = manager.watch(() -> dataplane.status().workers())) {
            out.println("braid is forwarding; control socket " + server.socket());
            out.flush();
            manager.ready();
            dataplane.whenLeft(stop::countDown);
            HangUp.reloads(dataplane.operating());
            stop.await();
            out.println("braid is stopping");
            out.flush();
            manager.stopping();
            code = ExitCode.DONE;
        } catch (RuntimeException e) {
            // Told here since nothing is printed any more once the signal's thread goes on.
            code = Main.report(e, spec.commandLine());
        } finally {
            err.flush();
            ended.complete(code);
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException endingAlready) {
            return code; // by the signal that the hook waits with
        }
        return code;
    }

    /**
     * Asks the command to end, waits until it has, and ends the process with its exit code: a JVM that is left to end by a signal reports 128 and the
     * signal's number, which a service manager takes for a crash.
     */
    private static void endBySignal(CountDownLatch stop, CompletableFuture<Integer> ended) {
        stop.countDown();
        Runtime.getRuntime().halt(ended.join());
    }
}
