package io.braid.dataplane.task;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.AttachResult;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.Handover;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.port.UplinkPlaces;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The addresses that tasks have on single uplinks: who gets which, and how they are named. Any thread. */
public final class NicAddresses {
    private final Supplier<UplinkPlaces> uplinks;

    /** @param uplinks those that there are */
    public NicAddresses(Supplier<UplinkPlaces> uplinks) {
        this.uplinks = uplinks;
    }

    /** How many places of uplinks there are, which a task's devices are numbered by. */
    int places() {
        return uplinks.get().size();
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
        return NicAddressPlan.assign(
                uplinks.get(), taken, before == null ? List.of() : numbered(before.nicAddresses()));
    }

    private List<NicAddress> numbered(List<AttachResult.NicAddress> named) {
        UplinkPlaces now = uplinks.get();
        return named.stream()
                .filter(nic -> now.find(nic.uplink()).isPresent())
                .map(nic -> new NicAddress(now.find(nic.uplink()).getAsInt(), IpAddress.parse(nic.address())))
                .toList();
    }

    /**
     * A task's addresses by the places of uplinks; empty where there is none.
     *
     * @throws ControlException when it wants a device for each uplink and has no address for one
     */
    List<List<IpAddress>> byUplink(AttachRequest request, List<NicAddress> nics) {
        var list = new ArrayList<List<IpAddress>>();
        UplinkPlaces now = uplinks.get();
        for (int i = 0; i < now.size(); i++) {
            int uplink = i;
            list.add(nics.stream()
                    .filter(nic -> nic.uplink() == uplink)
                    .map(NicAddress::address)
                    .toList());
            if (request.nics() && now.at(i) != null && list.getLast().isEmpty()) {
                throw new ControlException(
                        Kind.FAILED,
                        "task " + request.task() + " was not attached: uplink "
                                + now.name(i)
                                + " has no NIC address left for its device (container-prefixes)");
            }
        }
        return list;
    }

    /** A task's addresses as the control API shows them. */
    public List<AttachResult.NicAddress> named(Task task) {
        return task.nicAddresses().stream()
                .map(nic -> new AttachResult.NicAddress(
                        uplinks.get().name(nic.uplink()),
                        nic.address().toString(),
                        task.port().deviceOf(nic.uplink())))
                .toList();
    }
}
