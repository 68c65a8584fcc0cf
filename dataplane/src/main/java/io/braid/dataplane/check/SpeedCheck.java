package io.braid.dataplane.check;

import io.braid.dataplane.config.DeviceSpec;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.config.UplinkConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Whether an uplink's cable is slower than another's, as after a bad auto-negotiation: it gets less of the flows, and nobody may notice. Only of NICs that the kernel still sees. */
final class SpeedCheck {
    private static final String SUBJECT = "link speed";

    private SpeedCheck() {}

    static List<Finding> run(HostConfig config, HostFiles files) {
        Map<String, Long> speeds = new TreeMap<>();
        for (UplinkConfig uplink : config.uplinks()) {
            speed(uplink, files.sysfs()).ifPresent(megabits -> speeds.put(uplink.name(), megabits));
        }
        long fastest = speeds.values().stream().mapToLong(Long::longValue).max().orElse(0);
        List<String> slow = speeds.entrySet().stream()
                .filter(entry -> entry.getValue() < fastest)
                .map(entry -> entry.getKey() + " has " + entry.getValue())
                .toList();
        if (speeds.size() < 2) {
            return List.of();
        }
        return slow.isEmpty()
                ? List.of(Finding.ok(SUBJECT, "all links that tell have " + fastest + " Mbit/s"))
                : List.of(Finding.warn(
                        SUBJECT,
                        String.join(", ", slow) + " Mbit/s, others " + fastest
                                + ": it gets that much less of the flows",
                        "unless that is meant, look at cable, transceiver and the switch port (ethtool INTERFACE)"));
    }

    /** In Mbit/s; a link that is down tells -1 or nothing. */
    private static Optional<Long> speed(UplinkConfig uplink, Path sysfs) {
        return switch (uplink.device()) {
            case DeviceSpec.Pci pci -> {
                Path net = sysfs.resolve("bus/pci/devices").resolve(pci.name()).resolve("net");
                yield HostFiles.names(net).stream()
                        .flatMap(name -> HostFiles.number(net.resolve(name).resolve("speed")).stream())
                        .filter(megabits -> megabits > 0)
                        .findFirst();
            }
            case DeviceSpec.Vdev vdev ->
                vdev.argument("iface")
                        .filter(iface -> !iface.contains("/"))
                        .flatMap(iface -> HostFiles.number(
                                sysfs.resolve("class/net").resolve(iface).resolve("speed")))
                        .filter(megabits -> megabits > 0);
        };
    }
}
