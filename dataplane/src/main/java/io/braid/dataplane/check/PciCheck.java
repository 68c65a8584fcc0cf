package io.braid.dataplane.check;

import io.braid.dataplane.config.DeviceSpec;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Whether a PCI device is a NIC, bound to a driver that DPDK can use, and linked as fast as it could be. */
final class PciCheck {
    private static final String NETWORK_CLASS = "0x02";
    private static final Set<String> USERSPACE_DRIVERS = Set.of("vfio-pci", "uio_pci_generic", "igb_uio");
    /** Kernel drivers that DPDK works beside ("bifurcated"): the NIC stays bound to them. */
    private static final Set<String> SHARED_DRIVERS = Set.of("mlx5_core", "mlx4_core", "mana");

    private PciCheck() {}

    static List<Finding> run(String subject, DeviceSpec.Pci pci, Path sysfs) {
        Path device = sysfs.resolve("bus/pci/devices").resolve(pci.name());
        if (!Files.isDirectory(device)) {
            return List.of(
                    Finding.fail(subject, "there is no PCI device " + pci.name(), "lspci -D -d ::0200 lists the NICs"));
        }
        Optional<String> kind = HostFiles.text(device.resolve("class"));
        if (kind.isPresent() && !kind.get().startsWith(NETWORK_CLASS)) {
            return List.of(Finding.fail(
                    subject,
                    pci.name() + " is not a NIC (PCI class " + kind.get() + ")",
                    "lspci -D -d ::0200 lists the NICs"));
        }
        var findings = new ArrayList<Finding>();
        findings.add(driver(subject, pci.name(), device));
        findings.add(node(subject, device));
        link(subject, device).ifPresent(findings::add);
        return findings;
    }

    private static Finding driver(String subject, String name, Path device) {
        List<String> interfaces = HostFiles.names(device.resolve("net"));
        String bind = "dpdk-devbind.py -b vfio-pci " + name;
        Optional<String> bound = HostFiles.linkName(device.resolve("driver"));
        if (bound.isEmpty()) {
            return Finding.fail(subject, name + " is bound to no driver", "bind it with " + bind);
        }
        String driver = bound.get();
        if (driver.equals("vfio-pci") && !Files.exists(device.resolve("iommu_group"), LinkOption.NOFOLLOW_LINKS)) {
            return Finding.warn(
                    subject,
                    name + " is bound to vfio-pci without an IOMMU",
                    "switch the IOMMU on (firmware setup and kernel command line)");
        }
        if (USERSPACE_DRIVERS.contains(driver)) {
            return Finding.ok(subject, name + " is bound to " + driver);
        }
        if (SHARED_DRIVERS.contains(driver)) {
            String names = interfaces.isEmpty() ? "" : " as " + String.join(", ", interfaces);
            return Finding.ok(subject, name + " is bound to " + driver + names + ", which DPDK works beside");
        }
        String loss = interfaces.isEmpty()
                ? ""
                : " (interface " + String.join(", ", interfaces) + " will vanish from the kernel)";
        return Finding.fail(subject, name + " is bound to the kernel driver " + driver, "bind it with " + bind + loss);
    }

    private static Finding node(String subject, Path device) {
        Optional<Long> node = HostFiles.number(device.resolve("numa_node"));
        return node.filter(number -> number >= 0)
                .map(number -> Finding.ok(subject, "on NUMA node " + number))
                .orElse(Finding.ok(subject, "on no NUMA node that the firmware tells of; taken as node 0"));
    }

    /**
     * Speed of the cable where the kernel knows it, and whether the PCIe link is narrower or slower than both ends
     * could.
     */
    private static Optional<Finding> link(String subject, Path device) {
        Optional<String> speed = HostFiles.text(device.resolve("current_link_speed"));
        Optional<String> width = HostFiles.text(device.resolve("current_link_width"));
        Optional<String> maxSpeed = HostFiles.text(device.resolve("max_link_speed"));
        Optional<String> maxWidth = HostFiles.text(device.resolve("max_link_width"));
        String cable = HostFiles.names(device.resolve("net")).stream()
                .flatMap(name ->
                        HostFiles.number(device.resolve("net").resolve(name).resolve("speed")).stream())
                .filter(megabits -> megabits > 0)
                .findFirst()
                .map(megabits -> "link " + megabits + " Mbit/s, ")
                .orElse("");
        if (speed.isEmpty()
                || width.isEmpty()
                || width.get().equals("0")
                || speed.get().startsWith("Unknown")) {
            return cable.isEmpty()
                    ? Optional.empty()
                    : Optional.of(Finding.ok(subject, cable.substring(0, cable.length() - 2)));
        }
        String now = "PCIe " + speed.get() + " x" + width.get();
        boolean full = speed.equals(maxSpeed) && width.equals(maxWidth);
        if (full || maxSpeed.isEmpty() || maxWidth.isEmpty()) {
            return Optional.of(Finding.ok(subject, cable + now));
        }
        return Optional.of(Finding.warn(
                subject,
                cable + now + " of " + maxSpeed.get() + " x" + maxWidth.get(),
                "look at the slot and the firmware settings if throughput falls short"));
    }
}
