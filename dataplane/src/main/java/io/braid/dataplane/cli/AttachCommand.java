package io.braid.dataplane.cli;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.AttachResult;
import io.braid.dataplane.control.ControlClient;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code braid attach}: gives a container its port and prints which device and addresses it got. */
@Command(name = "attach", description = "Give a task (a container) its port, addresses and routes.")
public final class AttachCommand extends ControlCommand {
    @Parameters(index = "0", paramLabel = "TASK", description = "the task's name")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String task;

    /** What follows the value of {@code --ip} without the option being named again: {@code --ip A B}. */
    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "ADDRESS",
            description = "further task IPs, as in --ip A B")
    private List<String> furtherIps = List.of();

    @Option(
            names = "--ip",
            paramLabel = "ADDRESS",
            required = true,
            split = ",",
            description = {
                "a task IP, v4 or v6; several after each other, separated by commas, or with the option repeated;",
                "auto for those that the grant names, or without one for addresses that this host may give away (tasks.allocate)"
            })
    private List<String> ips = List.of();

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            description = {
                "what the container gets (default: ${DEFAULT-VALUE}):",
                "tap          an interface, on every kernel; packets of at most 1500 bytes",
                "veth         an interface, on every kernel; packets as large as the uplinks'",
                "virtio-user  an interface, where the kernel has vhost-net; packets of at most 1500 bytes",
                "auto         virtio-user if it can be had, else tap; veth if the MTU asked for is too large for them",
                "vhost-user   a socket for a DPDK application"
            })
    private String kind = AttachRequest.KIND_TAP;

    @Option(
            names = "--netns",
            paramLabel = "PATH",
            description =
                    "the container's network namespace: /proc/PID/ns/net, /run/netns/NAME, or NAME for the latter")
    private @Nullable String netns;

    @Option(
            names = "--device",
            paramLabel = "NAME",
            description = "the interface's name in that namespace (default: task0)")
    private @Nullable String device;

    @Option(
            names = "--nics",
            description = {
                "also give the container a device for each NIC (nic0, nic1 ...) with the task's address on it:",
                "what is bound to the device or the address leaves by that NIC"
            })
    private boolean nics;

    @Option(
            names = "--mtu",
            paramLabel = "BYTES",
            description = "MTU of the task's device (default: the largest that every uplink carries)")
    private @Nullable Integer mtu;

    @Option(
            names = "--queues",
            paramLabel = "N",
            description = "pairs of queues that a vhost-user port offers, 1 to 16 (default: 1)")
    private @Nullable Integer queues;

    @Option(
            names = "--grant",
            paramLabel = "FILE",
            description =
                    "the scheduler's statement that the task may use its addresses, a token; - reads it from stdin")
    private @Nullable String grant;

    @Option(
            names = "--job",
            paramLabel = "NAME",
            description = {
                "the job it belongs to: by default only tasks of the same job may talk to each other on this host",
                "(default: the one that the grant names)"
            })
    private @Nullable String job;

    @Mixin
    private final LimitOptions limits = new LimitOptions();

    @Option(names = "--json", description = "print the answer as JSON")
    private boolean json;

    @Override
    void run(ControlClient braid, PrintWriter out) {
        String grantText = grant == null ? null : GrantText.read(grant);
        // Checked here as well as by the dataplane, so that a typing error is told even when none runs.
        var allIps = new ArrayList<>(ips);
        allIps.addAll(furtherIps);
        var request = new AttachRequest(
                        task, allIps, kind, netns, nics, mtu, grantText, device, null, job, limits.limits(), queues)
                .checked();
        var answer = braid.attach(request);
        if (json) {
            out.println(answer.json());
        } else {
            print(answer.value(), request.netns(), out);
        }
    }

    private static void print(AttachResult got, @Nullable String netns, PrintWriter out) {
        out.println("task " + got.task() + " attached");
        if (got.directory() == null) {
            out.println("  device    " + got.device() + (netns == null ? "" : " in " + netns) + ", " + got.kind());
        } else {
            out.println("  mount     " + got.directory() + " into the container, at the same path");
            out.println("  socket    " + got.device() + ", which the application makes:");
            out.println("            --vdev=net_virtio_user0,path=" + got.device() + ",server=1,queues=" + got.queues()
                    + ",mac=" + got.mac());
        }
        out.println("  mac       " + got.mac());
        out.println("  mtu       " + got.mtu());
        out.println("  ip        " + String.join(", ", got.ips()));
        for (AttachResult.NicAddress nic : got.nicAddresses()) {
            String device = nic.device() == null || nic.device().equals(got.device()) ? "" : ", device " + nic.device();
            out.println("  nic       " + nic.address() + " on " + nic.uplink() + device);
        }
        if (!got.gateways().isEmpty()) {
            out.println("  gateway   " + String.join(", ", got.gateways()) + " at " + got.gatewayMac());
        }
        if (got.api() != null) {
            out.println("  api       " + got.api());
        }
        if (got.grant() != null) {
            out.println("  grant     " + GrantText.describe(got.grant()));
        }
    }
}
