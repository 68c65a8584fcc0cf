package io.braid.dataplane.port;

import io.braid.dataplane.net.IpAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a task's port is to be.
 *
 * @param kind what stands behind it
 * @param task the task's name
 * @param slot the task's slot; makes names and MAC address unique on the host
 * @param netns the container's namespace (name or path), or null to leave the interface in this one, without a default route; not used by a port without interface
 * @param device the interface's name in that namespace
 * @param ips the task IPs: the addresses it sends from by default
 * @param nicAddresses its other addresses, by uplink
 * @param nics whether each uplink gets a device of its own in the container, which these addresses lie on
 * @param offloads whether the task may leave work on its packets, as far as the driver allows
 * @param mtu bytes, 1280 to the kind's {@link TaskPortKind#maxMtu}
 * @param queues pairs of queues, 1 for a port with an interface
 */
public record TaskPortSpec(
        TaskPortKind kind,
        String task,
        int slot,
        @Nullable String netns,
        String device,
        List<IpAddress> ips,
        List<List<IpAddress>> nicAddresses,
        boolean nics,
        boolean offloads,
        int mtu,
        int queues) {
    public TaskPortSpec {
        ips = List.copyOf(ips);
        nicAddresses = nicAddresses.stream().map(List::copyOf).toList();
    }
}
