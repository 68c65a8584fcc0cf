package io.braid.perf.lab;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code braid lab}: builds the demo's lab and holds it, for a person to try things in. */
@Command(
        name = "braid lab",
        description =
                "Builds a rack in network namespaces (host, switch, spine switch, storage, two tasks), runs Braid in it and holds it until "
                        + "interrupted. Needs root.",
        sortOptions = false)
public final class LabCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            converter = RateConverter.class,
            description = "of each uplink, such as 100mbit (the default) or 1gbit; 0 leaves them unshaped")
    private long rate = Lab.DEFAULT_RATE;

    @Option(names = "--uplinks", paramLabel = "N", description = "how many, 1 to 8 (default: ${DEFAULT-VALUE})")
    private int uplinks = 4;

    @Option(names = "--mtu", paramLabel = "BYTES", description = "of all links (default: ${DEFAULT-VALUE})")
    private int mtu = 1500;

    @Option(names = "--kernel", description = "let the kernel forward in the host instead of Braid")
    private boolean kernel;

    @Option(names = "--clean", description = "remove what a killed lab or demo left behind, and end")
    private boolean clean;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "show this text and end")
    @SuppressWarnings("UnusedVariable") // read by picocli
    private boolean help;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        if (!"root".equals(System.getProperty("user.name"))) {
            spec.commandLine()
                    .getErr()
                    .println("braid lab: the lab makes network namespaces and needs root: sudo ./braid lab");
            return 2;
        }
        List<String> removed = LabSweep.sweep();
        removed.forEach(name -> out.println("removed " + name + ", left by a lab that was killed"));
        if (clean) {
            return 0;
        }
        LabPlan plan;
        try {
            plan = new LabPlan(Lab.newTag(), uplinks, 2, rate, mtu);
        } catch (IllegalArgumentException e) {
            spec.commandLine().getErr().println("braid lab: " + e.getMessage());
            return 2;
        }
        try (Lab lab = Lab.create(plan, kernel ? Routing.STATIC : Routing.BGP);
                HostForwarder forwarder = kernel ? new KernelHost(lab) : new BraidHost(lab)) {
            forwarder.start();
            forwarder.attach(1);
            forwarder.attach(2);
            lab.rackSwitch().awaitTasks(2);
            describe(lab, forwarder, out);
            new CountDownLatch(1).await();
            return 0;
        } catch (LabException e) {
            spec.commandLine().getErr().println("braid lab: " + e.getMessage());
            return 1;
        }
    }

    private static void describe(Lab lab, HostForwarder forwarder, PrintWriter out) {
        LabPlan plan = lab.plan();
        out.println(forwarder.name() + " forwards; files in " + lab.directory());
        if (forwarder instanceof BraidHost braid) {
            out.println("  " + braid.footprint());
        }
        out.println("  ip netns exec " + plan.task(1).name() + " ping " + plan.storageAddress(Family.V4));
        out.println("  ip netns exec " + plan.task(2).name() + " ping " + plan.storageAddress(Family.V6));
        out.println("  ip -n " + plan.tor().name() + " link set " + plan.switchPort(1) + " down");
        out.println("  braid status --socket " + lab.directory().resolve("control.sock"));
        out.println("Ctrl-C removes the lab.");
        out.flush();
    }
}
