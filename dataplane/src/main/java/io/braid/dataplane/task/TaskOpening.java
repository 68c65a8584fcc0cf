package io.braid.dataplane.task;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.Handover;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.port.TaskPort;
import io.braid.dataplane.port.TaskPortKind;
import io.braid.dataplane.port.TaskPortSpec;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a task of a request that was admitted: chooses its slot, its NIC addresses and its home, and opens its port. For one thread at a time. */
final class TaskOpening {
    private final TaskPorts ports;
    private final NicAddresses nicAddresses;
    private final TaskHomes homes;
    private final TaskForwarding forwarding;

    TaskOpening(TaskPorts ports, NicAddresses nicAddresses, TaskHomes homes, TaskForwarding forwarding) {
        this.ports = ports;
        this.nicAddresses = nicAddresses;
        this.homes = homes;
        this.forwarding = forwarding;
    }

    /**
     * Opens the port of a task, which nobody knows yet: whoever asked for it has it forwarded, or gives the port up.
     *
     * @param others the tasks that are attached
     * @param place what it had in a process before; null for a new one
     * @throws io.braid.dataplane.control.ControlException when it was not done; nothing of it is left behind
     */
    Task open(
            AttachRequest request,
            List<IpAddress> ips,
            TaskTerms terms,
            Collection<Task> others,
            Handover.@Nullable Place place) {
        int slot = ports.freeSlot(others, place == null ? 0 : place.slot());
        TaskPortKind kind = TaskPortKind.of(request.kind(), request.mtu());
        int mtu = ports.mtu(kind, request.mtu());
        List<NicAddress> nics = nicAddresses.assign(others, place);
        int home = homes.of(request.netns());
        var spec = new TaskPortSpec(
                kind,
                request.task(),
                slot,
                request.netns(),
                AttachPolicy.deviceOf(request),
                ips,
                nicAddresses.byUplink(request, nics),
                request.nics(),
                ports.offloads(),
                mtu,
                request.queues() == null ? 1 : request.queues());
        TaskPort port = ports.open(spec, home);
        return new Task(
                request.task(),
                slot,
                kind.label(),
                request.netns(),
                request.netns() == null ? null : TaskNamespace.identity(request.netns()),
                ips,
                nics,
                home,
                request.label(),
                terms,
                port,
                forwarding.totals(port.port().id()));
    }
}
