package io.braid.dataplane;

import io.braid.dataplane.config.DeviceSpec;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.config.UplinkConfig;
import io.braid.dataplane.net.InterfaceAddress;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.port.UplinkPlaces;
import io.braid.dataplane.task.NicAddress;
import io.braid.dataplane.task.Task;
import io.braid.dpdk.Port;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Why uplinks cannot come and go as a new configuration says, as far as that can be told without trying. Those that come are made before those that go are drained, so that a host
 * is never without: for a moment there are both.
 */
final class UplinkObjections {
    private final UplinkPlaces now;
    private final List<UplinkConfig> added;
    private final List<UplinkConfig> removed;
    private final Collection<Task> tasks;
    private final List<String> objections = new ArrayList<>();

    private UplinkObjections(UplinkPlaces now, HostConfig next, Collection<Task> tasks) {
        this.now = now;
        this.added = added(now, next);
        this.removed = removed(now, next);
        this.tasks = tasks;
    }

    /** Those that come with a new configuration, by their names. */
    static List<UplinkConfig> added(UplinkPlaces now, HostConfig next) {
        return next.uplinks().stream()
                .filter(uplink -> now.find(uplink.name()).isEmpty())
                .toList();
    }

    /** Those that go. */
    static List<UplinkConfig> removed(UplinkPlaces now, HostConfig next) {
        return now.present().stream()
                .filter(uplink ->
                        next.uplinks().stream().noneMatch(stays -> stays.name().equals(uplink.name())))
                .toList();
    }

    /**
     * All objections, each a sentence that begins with the option.
     *
     * @param tasks those that are attached
     * @param usable whether an uplink carries packets now, by its name
     * @param withoutPci whether DPDK looks at no PCI device
     */
    static List<String> of(
            UplinkPlaces now, HostConfig next, Collection<Task> tasks, Predicate<String> usable, boolean withoutPci) {
        var look = new UplinkObjections(now, next, tasks);
        look.places();
        look.ports();
        for (UplinkConfig uplink : look.added) {
            look.device(uplink, withoutPci);
            look.addresses(uplink);
        }
        look.rest(usable);
        return look.objections;
    }

    private void object(String name, String sentence) {
        objections.add("uplinks: " + name + ": " + sentence);
    }

    /** Whether tasks have addresses of the uplink that was at a place. */
    static boolean isTaken(int place, Collection<Task> tasks) {
        return tasks.stream().flatMap(task -> task.nicAddresses().stream()).anyMatch(nic -> nic.uplink() == place);
    }

    private void places() {
        UplinkPlaces places = now;
        for (UplinkConfig uplink : added) {
            OptionalInt place = places.free(uplink.name(), at -> isTaken(at, tasks));
            if (place.isEmpty()) {
                object(uplink.name(), full());
                return;
            }
            returned(uplink, place.getAsInt());
            places = places.with(place.getAsInt(), uplink);
        }
    }

    private String full() {
        var holders = new TreeSet<String>();
        for (Task task : tasks) {
            if (task.nicAddresses().stream().anyMatch(nic -> now.at(nic.uplink()) == null)) {
                holders.add(task.name());
            }
        }
        return "there is no place for it: a host has " + UplinkPlaces.MOST + " at most"
                + (removed.isEmpty() ? "" : ", and those that go leave theirs only with the next reload")
                + (holders.isEmpty()
                        ? ""
                        : "; tasks keep places of uplinks that are gone, because they have NIC addresses on them: "
                                + String.join(", ", holders) + "; detach them first");
    }

    /** An uplink that was here before: tasks may still have addresses on it. */
    private void returned(UplinkConfig uplink, int place) {
        for (Task task : tasks) {
            for (NicAddress nic : task.nicAddresses()) {
                if (nic.uplink() == place
                        && uplink.containerPrefixes().stream().noneMatch(prefix -> prefix.contains(nic.address()))) {
                    object(
                            uplink.name(),
                            "task " + task.name() + " has " + nic.address()
                                    + " on it from before, which lies in none of its container-prefixes; detach it first");
                }
            }
        }
    }

    private void ports() {
        int wanted = 2 * (now.present().size() + added.size()) + tasks.size();
        if (!added.isEmpty() && wanted > Port.MAX_PORTS) {
            object(
                    added.getFirst().name(),
                    "there are not enough ports: DPDK allows " + Port.MAX_PORTS
                            + " in a process, two for each uplink and one for each task, and it takes " + wanted
                            + (removed.isEmpty()
                                    ? "; detach tasks first"
                                    : "; detach tasks first, or remove uplinks with a reload before"));
        }
    }

    private void device(UplinkConfig uplink, boolean withoutPci) {
        if (withoutPci && uplink.device() instanceof DeviceSpec.Pci) {
            object(
                    uplink.name(),
                    "this braid was started without an uplink on the PCI bus, so that DPDK does not look at it:"
                            + " it needs a restart (braid run --takeover keeps tasks and flows)");
        }
        for (UplinkConfig gone : removed) {
            boolean same = gone.device().name().equals(uplink.device().name())
                    || (iface(gone).isPresent() && iface(gone).equals(iface(uplink)));
            if (same) {
                object(
                        uplink.name(),
                        "its device is that of " + gone.name()
                                + ", which goes: remove that with one reload, and add this with the next");
            }
        }
    }

    private static Optional<String> iface(UplinkConfig uplink) {
        return uplink.device() instanceof DeviceSpec.Vdev vdev ? vdev.argument("iface") : Optional.empty();
    }

    private void addresses(UplinkConfig uplink) {
        for (InterfaceAddress own : uplink.addresses()) {
            IpAddress address = own.address();
            for (Task task : tasks) {
                boolean theirs = task.ips().contains(address)
                        || task.nicAddresses().stream()
                                .anyMatch(nic -> nic.address().equals(address));
                if (theirs) {
                    object(uplink.name(), "task " + task.name() + " has its address " + address + "; detach it first");
                }
            }
            for (UplinkConfig gone : removed) {
                if (gone.addresses().stream().anyMatch(other -> other.address().equals(address))) {
                    object(
                            uplink.name(),
                            "its address " + address + " is that of " + gone.name()
                                    + ", which goes: remove that with one reload, and add this with the next");
                }
            }
        }
    }

    /** What stays must carry what went by those that go. */
    private void rest(Predicate<String> usable) {
        boolean needed = removed.stream().map(UplinkConfig::name).anyMatch(usable);
        boolean left = now.present().stream()
                .filter(uplink -> !removed.contains(uplink))
                .map(UplinkConfig::name)
                .anyMatch(usable);
        if (needed && !left) {
            object(
                    removed.getFirst().name(),
                    "none of the uplinks that stay is usable now (braid status says why), so that tasks would be cut off;"
                            + " one that comes with this reload carries packets only a while after");
        }
    }
}
