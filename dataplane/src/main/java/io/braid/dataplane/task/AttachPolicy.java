package io.braid.dataplane.task;

import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.Refusal;
import io.braid.dataplane.net.InterfaceAddress;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.Ipv6Address;
import io.braid.dataplane.port.TaskPort;
import io.braid.dataplane.port.TaskPortKind;
import io.braid.linux.IpCommandException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Decides whether a task may be attached: its name and addresses are nobody else's, lie where tasks' addresses lie, and its namespace can take them. Any thread. */
final class AttachPolicy {
    private volatile HostConfig config;

    AttachPolicy(HostConfig config) {
        this.config = config;
    }

    void adopt(HostConfig now) {
        config = now;
    }

    /** Why other rules cannot be: what tasks have that would not be given under them. */
    static List<String> objections(HostConfig next, Collection<Task> tasks) {
        var objections = new ArrayList<String>();
        for (Task task : tasks) {
            for (IpAddress ip : task.ips()) {
                if (next.tasks().prefixes().stream().noneMatch(prefix -> prefix.contains(ip))) {
                    objections.add("tasks.prefixes: task " + task.name() + " is attached and has " + ip
                            + ", which lies in none of these; detach it first");
                }
            }
        }
        return objections;
    }

    /**
     * Refuses what must not be.
     *
     * @param ips of the request
     * @param tasks those that are attached
     * @param places how many places of uplinks there are
     * @throws ControlException that says why
     */
    void check(AttachRequest request, List<IpAddress> ips, Collection<Task> tasks, int places) {
        if (tasks.stream().anyMatch(task -> task.name().equals(request.task()))) {
            throw new ControlException(
                    Kind.CONFLICT,
                    Refusal.of("task-attached"),
                    "task " + request.task() + " is attached already; detach it first (braid detach " + request.task()
                            + ")");
        }
        for (IpAddress ip : ips) {
            if (config.tasks().prefixes().stream().noneMatch(prefix -> prefix.contains(ip))) {
                throw new ControlException(
                        Kind.REFUSED,
                        Refusal.of("outside-prefixes"),
                        ip + " lies in none of this host's task prefixes "
                                + config.tasks().prefixes());
            }
            for (Task other : tasks) {
                if (other.ips().contains(ip)) {
                    throw new ControlException(
                            Kind.CONFLICT,
                            Refusal.of("address-taken"),
                            ip + " belongs to task " + other.name() + " already");
                }
            }
            if (isUplinkAddress(ip)) {
                throw new ControlException(
                        Kind.CONFLICT,
                        Refusal.of("address-of-uplink"),
                        ip + " is an address of an uplink of this host");
            }
        }
        checkNamespace(request, ips, places);
    }

    private static void checkNamespace(AttachRequest request, List<IpAddress> ips, int places) {
        String netns = request.netns();
        if (netns == null) {
            return;
        }
        boolean ipv6 = ips.stream().anyMatch(Ipv6Address.class::isInstance);
        boolean ipv4 = !ips.stream().allMatch(Ipv6Address.class::isInstance);
        try {
            if (TaskPortKind.of(request.kind(), request.mtu()).hasInterface()) {
                TaskNamespace.check(netns, deviceOf(request), ipv4, ipv6, request.nics() ? places : 0);
            } else {
                TaskNamespace.requireAnother(netns);
            }
        } catch (IpCommandException e) {
            throw new ControlException(
                    Kind.FAILED, "task " + request.task() + " was not attached: " + e.getMessage(), e);
        }
    }

    /** The interface's name that a request asks for. */
    static String deviceOf(AttachRequest request) {
        return request.device() == null ? TaskPort.DEVICE : request.device();
    }

    private boolean isUplinkAddress(IpAddress ip) {
        return config.uplinks().stream()
                .flatMap(uplink -> uplink.addresses().stream())
                .map(InterfaceAddress::address)
                .anyMatch(ip::equals);
    }
}
