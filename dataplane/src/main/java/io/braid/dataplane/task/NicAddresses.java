package io.braid.dataplane.task;

import io.braid.dataplane.config.UplinkConfig;
import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.AttachResult;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.Handover;
import io.braid.dataplane.net.IpAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The addresses that tasks have on single uplinks: who gets which, and how they are named. Any thread. */
public final class NicAddresses {
    private final List<UplinkConfig> uplinks;

    /** @param uplinks in the order of the configuration */
    public NicAddresses(List<UplinkConfig> uplinks) {
        this.uplinks = List.copyOf(uplinks);
    }

    /**
     * The addresses of a new task.
     *
     * @param tasks those that are attached
     * @param before what it had, null for a task that was never here
     */
    List<NicAddress> assign(Collection<Task> tasks, Handover.@Nullable Place before) {
        Set<IpAddress> taken = tasks.stream()
                .flatMap(task -> task.nicAddresses().stream())
                .map(NicAddress::address)
                .collect(Collectors.toSet());
        return NicAddressPlan.assign(uplinks, taken, before == null ? List.of() : numbered(before.nicAddresses()));
    }

    private List<NicAddress> numbered(List<AttachResult.NicAddress> named) {
        List<String> names = uplinks.stream().map(UplinkConfig::name).toList();
        return named.stream()
                .filter(nic -> names.contains(nic.uplink()))
                .map(nic -> new NicAddress(names.indexOf(nic.uplink()), IpAddress.parse(nic.address())))
                .toList();
    }

    /**
     * A task's addresses by uplink.
     *
     * @throws ControlException when it wants a device for each uplink and has no address for one
     */
    List<List<IpAddress>> byUplink(AttachRequest request, List<NicAddress> nics) {
        var list = new ArrayList<List<IpAddress>>();
        for (int i = 0; i < uplinks.size(); i++) {
            int uplink = i;
            list.add(nics.stream()
                    .filter(nic -> nic.uplink() == uplink)
                    .map(NicAddress::address)
                    .toList());
            if (request.nics() && list.getLast().isEmpty()) {
                throw new ControlException(
                        Kind.FAILED,
                        "task " + request.task() + " was not attached: uplink "
                                + uplinks.get(i).name()
                                + " has no NIC address left for its device (container-prefixes)");
            }
        }
        return list;
    }

    /** A task's addresses as the control API shows them. */
    public List<AttachResult.NicAddress> named(Task task) {
        return task.nicAddresses().stream()
                .map(nic -> new AttachResult.NicAddress(
                        uplinks.get(nic.uplink()).name(),
                        nic.address().toString(),
                        task.port().deviceOf(nic.uplink())))
                .toList();
    }
}
