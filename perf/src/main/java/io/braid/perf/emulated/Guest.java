package io.braid.perf.emulated;

import io.braid.perf.lab.Children;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabException;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.LabSweep;
import io.braid.perf.lab.Netns;
import io.braid.perf.lab.Uninterrupted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The emulated host while it runs, with the switch that its NICs are cabled to. One thread drives it; {@link #close} may be called from any, and the end of the JVM
 * (but for SIGKILL) calls it. What a killed JVM leaves, {@link LabSweep} removes.
 */
final class Guest implements AutoCloseable {
    private static final Duration BOOT_LIMIT = Duration.ofSeconds(90);
    private static final Duration PREPARE_LIMIT = Duration.ofSeconds(60);

    private final LabPlan plan;
    private final TapSwitch rack;
    private final Path directory;
    private final Children children = new Children();
    private final Thread hook = new Thread(this::close, "guest-exit");
    private @Nullable GuestAgent agent;
    private @Nullable Qmp qemu;
    private boolean closed;

    private Guest(LabPlan plan) {
        this.plan = plan;
        this.rack = new TapSwitch(plan);
        this.directory =
                Path.of(System.getProperty("java.io.tmpdir"), LabSweep.DIRECTORY_PREFIX + plan.tag() + "-emulated");
    }

    /**
     * Starts QEMU and waits until the guest takes orders.
     *
     * @param tasks how many tasks the switch has routes to
     * @throws LabException when it does not come up; nothing is left of it then
     */
    static Guest boot(GuestImage image, int tasks) throws InterruptedException {
        var guest = new Guest(new LabPlan(Lab.newTag(), Machine.NICS.size(), tasks, 0, 1500));
        Runtime.getRuntime().addShutdownHook(guest.hook);
        try {
            guest.start(image);
            return guest;
        } catch (Throwable t) {
            guest.close();
            throw t;
        }
    }

    private void start(GuestImage image) throws InterruptedException {
        Path share = directory.resolve("share");
        Process process;
        synchronized (this) {
            if (closed) {
                throw new LabException("the guest was closed before it was started");
            }
            createDirectory();
            rack.build();
            GuestShare.fill(share);
            List<String> command = QemuCommandLine.of(image, plan, share, directory);
            process = children.start(rack.netns().wrap(command), log("qemu"));
            children.start(rack.netns().wrap(List.of("iperf3", "-s")), log("iperf3"));
        }
        try {
            agent = GuestAgent.connect(QemuCommandLine.agentSocket(directory), BOOT_LIMIT);
            qemu = Qmp.connect(QemuCommandLine.qmpSocket(directory));
        } catch (LabException e) {
            throw new LabException(
                    e.getMessage() + (process.isAlive() ? "" : "; QEMU ended") + "\n" + text(log("qemu"))
                            + text(QemuCommandLine.consoleLog(directory)),
                    e);
        }
        run("prepare " + Machine.PAGES_PER_NODE, PREPARE_LIMIT);
    }

    /** Starts a program of this machine in a namespace, for as long as the guest runs at most. */
    Process start(Netns netns, String name, List<String> command) {
        return children.start(netns.wrap(command), log(name));
    }

    void stop(Process process) throws InterruptedException {
        Children.stop(process);
    }

    private void createDirectory() {
        try {
            Files.createDirectory(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path log(String program) {
        return directory.resolve(program + ".log");
    }

    private static String text(Path log) {
        try {
            return Files.exists(log) ? Files.readString(log).strip() + "\n" : "";
        } catch (IOException e) {
            return "(cannot read " + log + ": " + e.getMessage() + ")\n";
        }
    }

    LabPlan plan() {
        return plan;
    }

    TapSwitch rack() {
        return rack;
    }

    /** Runs a script that must succeed, see {@link GuestAgent#run}. */
    String run(String script, Duration limit) throws InterruptedException {
        return agent().run(script, limit);
    }

    GuestAgent agent() {
        if (agent == null) {
            throw new IllegalStateException("the guest has not booted");
        }
        return agent;
    }

    /** Gives a NIC carrier, or takes it away. */
    void link(Nic nic, boolean up) throws InterruptedException {
        if (qemu == null) {
            throw new IllegalStateException("the guest has not booted");
        }
        qemu.link(nic, up);
    }

    /** Ends QEMU and removes the switch and all files. */
    @Override
    public void close() {
        Uninterrupted.run(this::tearDown);
        if (Thread.currentThread() != hook) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // The JVM is already ending and runs the hook, which finds the guest closed.
                return;
            }
        }
    }

    private synchronized void tearDown() throws InterruptedException {
        if (closed) {
            return;
        }
        if (agent != null) {
            agent.close();
        }
        if (qemu != null) {
            qemu.close();
        }
        children.close();
        rack.close();
        Lab.delete(directory);
        closed = true;
    }

    synchronized boolean isClosed() {
        return closed;
    }
}
