package io.braid.dataplane.task;

import io.braid.dataplane.engine.PortTotals;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.port.TaskPort;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A container that is attached to this host's dataplane.
 *
 * @param name its name
 * @param slot its number on this host, 0 and up
 * @param kind its port's kind
 * @param netns its namespace as it was named, or null
 * @param namespace what tells that namespace from another one at the same place, or null
 * @param ips its task IPs
 * @param nicAddresses its addresses on single uplinks
 * @param home the NUMA node its CPUs are on, -1 when unknown or on several
 * @param label what whoever attached it calls that, or null
 * @param terms on what terms it shares the host with others
 * @param port its port
 * @param before what the port's counters stood at when it was attached: DPDK reuses port numbers
 */
public record Task(
        String name,
        int slot,
        String kind,
        @Nullable String netns,
        @Nullable String namespace,
        List<IpAddress> ips,
        List<NicAddress> nicAddresses,
        int home,
        @Nullable String label,
        TaskTerms terms,
        TaskPort port,
        PortTotals before) {
    public Task {
        ips = List.copyOf(ips);
        nicAddresses = List.copyOf(nicAddresses);
    }

    /** The next hops of its default routes, which it has if its port is in a namespace of its own: one for each family of its addresses. */
    List<String> gateways() {
        var gateways = new ArrayList<String>();
        boolean routed = netns != null || !port.kind().hasInterface();
        if (routed && ips.stream().anyMatch(IpAddress::isV4)) {
            gateways.add(TaskPort.GATEWAY4);
        }
        if (routed && ips.stream().anyMatch(IpAddress::isV6)) {
            gateways.add(TaskPort.GATEWAY6);
        }
        return gateways;
    }

    /** The interface's name to ask for to have the same again; null for the usual one, and where none can be asked for. */
    @Nullable
    String namedDevice() {
        boolean named =
                netns != null && port.kind().hasInterface() && !port.device().equals(TaskPort.DEVICE);
        return named ? port.device() : null;
    }

    /** The same on other terms. */
    Task withTerms(TaskTerms other) {
        return new Task(name, slot, kind, netns, namespace, ips, nicAddresses, home, label, other, port, before);
    }

    /** The same on another node. */
    public Task withHome(int node) {
        return new Task(name, slot, kind, netns, namespace, ips, nicAddresses, node, label, terms, port, before);
    }
}
