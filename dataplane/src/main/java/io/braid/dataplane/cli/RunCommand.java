package io.braid.dataplane.cli;

import io.braid.dataplane.Dataplane;
import io.braid.dataplane.config.LoadedConfig;
import io.braid.dataplane.control.ControlServer;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code braid run}: the dataplane in the foreground, until SIGTERM or SIGINT. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = "Runs the dataplane in the foreground until it gets SIGTERM or SIGINT (Ctrl-C). Needs root.",
        footer = {
            "",
            "Exit codes: 0 ended by a signal, 1 could not start or did not end cleanly, 2 wrong usage or config."
        })
final class RunCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private ConfigOption config;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        var out = spec.commandLine().getOut();
        var err = spec.commandLine().getErr();
        LoadedConfig loaded = config.load();
        loaded.warnings().forEach(warning -> err.println("warning: " + warning));
        var stop = new CountDownLatch(1);
        var ended = new CountDownLatch(1);
        var hook = new Thread(
                () -> {
                    stop.countDown();
                    awaitUninterruptibly(ended);
                },
                "signal");
        Runtime.getRuntime().addShutdownHook(hook);
        try (Dataplane dataplane = Dataplane.start(loaded);
                ControlServer server =
                        ControlServer.start(loaded.config().control().socket(), dataplane)) {
            out.println("braid is forwarding; control socket " + server.socket());
            out.flush();
            stop.await();
            out.println("braid is stopping");
            out.flush();
        } finally {
            // The JVM may only go once devices and memory are given back.
            ended.countDown();
        }
        return ExitCode.DONE;
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
