package io.braid.dataplane.task;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.AttachResult;
import io.braid.dataplane.control.Handover;
import io.braid.dataplane.control.TaskSocketServer;
import io.braid.dataplane.grant.TaskGrants;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.port.TaskPort;
import java.nio.file.Path;
import java.util.Optional;

/** What is said of a task: to whoever attached it, and to a process that comes after this one. Any thread. */
final class TaskWords {
    private final NicAddresses nicAddresses;
    private final TaskGrants grants;

    private final TaskSocketServer sockets;

    TaskWords(NicAddresses nicAddresses, TaskGrants grants, TaskSocketServer sockets) {
        this.nicAddresses = nicAddresses;
        this.grants = grants;
        this.sockets = sockets;
    }

    /** What a task got. */
    AttachResult result(Task task) {
        return new AttachResult(
                task.name(),
                task.kind(),
                task.port().device(),
                task.port().mac().toString(),
                task.port().mtu(),
                task.port().queues(),
                task.ips().stream().map(IpAddress::toString).toList(),
                nicAddresses.named(task),
                task.gateways(),
                task.port().directory() == null ? null : task.port().directory().toString(),
                Optional.ofNullable(sockets.path(task.name()))
                        .map(Path::toString)
                        .orElse(null),
                TaskPort.GATEWAY_MAC.toString(),
                grants.status(task.name()));
    }

    /** What attaches it again; of its lease the announcer knows. */
    Handover.Task kept(Task task) {
        var request = new AttachRequest(
                task.name(),
                task.ips().stream().map(IpAddress::toString).toList(),
                task.kind(),
                task.netns(),
                task.port().hasNicDevices(),
                task.port().mtu(),
                null,
                task.namedDevice(),
                task.label(),
                task.terms().job(),
                task.terms().asked(),
                task.port().reportsLink() ? task.port().queues() : null);
        return new Handover.Task(
                request,
                Handover.STANDING,
                false,
                grants.status(task.name()),
                new Handover.Place(task.slot(), nicAddresses.named(task), task.namespace()));
    }
}
