package io.braid.perf.emulated;

import com.fasterxml.jackson.databind.JsonNode;
import io.braid.dataplane.control.AttachRequest;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.Ping;
import io.braid.perf.report.Check;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All checks, one after the other, in one guest. */
final class EmulatedRun {
    private static final int TASK = 1;
    private static final int KERNEL_TASK = 2;
    static final int TASKS = 2;
    /** The node whose CPUs the task has. */
    private static final int NODE = 1;

    private static final String RESET = "nic.reset";
    private static final String KERNEL_NETNS = "kernel";
    private static final Duration SHORT = Duration.ofSeconds(25);

    private final Guest guest;
    private final GuestBraid braid;
    private final Consumer<String> say;
    private final List<Check> checks = new ArrayList<>();
    private @Nullable Rates braidRates;
    private @Nullable Rates kernelRates;

    /** One part of the run: what it finds out, or that it failed. */
    private interface Part {
        List<Check> run() throws InterruptedException;
    }

    EmulatedRun(Guest guest, Consumer<String> say) {
        this.guest = guest;
        this.braid = new GuestBraid(guest);
        this.say = say;
    }

    /**
     * Runs them; what fails inside the guest is a failed check and the others go on.
     *
     * @throws io.braid.perf.lab.LabException when the guest itself is gone
     */
    EmulatedResult run() throws InterruptedException {
        long start = System.nanoTime();
        String software = guest.run("echo Linux $(uname -r), DPDK $(dpkg-query -W -f '${Version}' dpdk)", SHORT)
                .strip();
        braid.configure();
        part("topology", "braid plan", () -> TopologyChecks.of(braid.plan()));
        part(SteeringCheck.NAME, "redirection table of a NIC", () -> List.of(SteeringCheck.of(guest)));
        part(RuleCheck.NAME, "flow rules", () -> List.of(RuleCheck.of(guest)));
        part("braid.start", "braid run over vfio-pci", this::start);
        part("placement", "where threads and memory are", () -> PlacementChecks.of(guest, braid));
        part("virtio-user", "a task over vhost-net", this::virtioUser);
        var task = new TaskChecks(guest, braid, guest.plan().taskName(TASK), NODE);
        part("task.home", "who serves the task", () -> List.of(task.home()));
        part("egress", "which NICs the task's flows take", task::egress);
        part(RESET, "resetting NICs", this::reset);
        part("packets.balance", "whether packets were lost", this::balance);
        part("braid.stop", "ending braid", this::stop);
        part("netkit.tcp", "the same on netkit", this::netkit);
        return new EmulatedResult(
                checks, braidRates, kernelRates, software, Duration.ofNanos(System.nanoTime() - start));
    }

    private void part(String name, String what, Part part) throws InterruptedException {
        say.accept(what);
        try {
            checks.addAll(part.run());
        } catch (GuestException e) {
            checks.add(new Check(name, false, what, String.valueOf(e.getMessage())));
        }
    }

    private List<Check> start() throws InterruptedException {
        braid.start();
        return List.of(new Check("braid.start", true, "all uplinks usable, IPv4 and IPv6", "all uplinks usable"));
    }

    private List<Check> virtioUser() throws InterruptedException {
        String netns = guest.plan().taskName(TASK);
        guest.run("task " + netns + " " + Machine.taskCpu(NODE), SHORT);
        braid.attach(TASK, AttachRequest.KIND_VIRTIO_USER);
        var found = new ArrayList<Check>();
        found.add(VhostNetChecks.kernel(guest, braid));
        JsonNode before = braid.status();
        Rates rates = Transfers.measure(guest, netns);
        braidRates = rates;
        found.add(VhostNetChecks.tcp(rates));
        reachEachNic();
        JsonNode after = braid.status();
        found.add(PlacementChecks.queues(before, after));
        found.addAll(OffloadChecks.of(guest, netns, guest.plan().taskName(TASK), before, after));
        return found;
    }

    /** So that each NIC receives something: the switch chooses by hash where few connections go. */
    private void reachEachNic() throws InterruptedException {
        for (Nic nic : Machine.NICS) {
            Ping.run(guest.rack().netns(), guest.plan().hostAddress(nic.index(), Family.V4), 3);
        }
    }

    /** One NIC of each model, and then the same transfers as before. */
    private List<Check> reset() throws InterruptedException {
        for (Nic nic : Machine.NICS.subList(0, Nic.Model.values().length)) {
            braid.reset(nic);
        }
        JsonNode before = braid.status();
        Rates rates = Transfers.measure(guest, guest.plan().taskName(TASK));
        reachEachNic();
        Check queues = PlacementChecks.queues(before, braid.status());
        return List.of(
                new Check(RESET, true, "TCP both ways after a virtio-net and an igb were reset", rates.toString()),
                new Check(RESET + ".queues", queues.ok(), queues.expected(), queues.found()));
    }

    /** Two parts: what follows needs the NICs, whatever the dataplane has to say. */
    private List<Check> balance() throws InterruptedException {
        JsonNode invariant = braid.status().path("invariant");
        braid.detach(TASK);
        return List.of(new Check(
                "packets.balance",
                invariant.path("balanced").asBoolean(),
                "every packet accounted for (status)",
                invariant.toString()));
    }

    private List<Check> stop() throws InterruptedException {
        braid.stop();
        List<String> last = braid.log().lines().toList();
        return List.of(new Check(
                "braid.stop",
                last.stream().anyMatch(line -> line.endsWith("packet buffers are back")),
                "it ends by itself and all packet buffers are back",
                last.getLast()));
    }

    private List<Check> netkit() throws InterruptedException {
        guest.run("task " + KERNEL_NETNS + " " + Machine.taskCpu(NODE), SHORT);
        NetkitHost.connect(guest, KERNEL_NETNS, KERNEL_TASK);
        Rates rates = Transfers.measure(guest, KERNEL_NETNS);
        kernelRates = rates;
        return List.of(
                new Check("netkit.tcp", true, "TCP both ways through netkit and multipath routes", rates.toString()));
    }
}
