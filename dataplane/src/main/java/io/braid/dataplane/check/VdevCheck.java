package io.braid.dataplane.check;

import io.braid.dataplane.config.DeviceSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether the kernel interface under a virtual device is there, up, and takes packets as large as the uplink's MTU. */
final class VdevCheck {
    /** One 4 KiB page less headroom and headers, which is all that an XDP socket takes (measured). */
    private static final int AF_XDP_LARGEST_MTU = 3400;
    /** {@code IFF_UP} in {@code linux/if.h}. */
    private static final int IFF_UP = 1;

    private VdevCheck() {}

    static List<Finding> run(String subject, DeviceSpec.Vdev vdev, int mtu, Path sysfs) {
        boolean onInterface = List.of("net_af_packet", "net_af_xdp", "net_pcap").contains(vdev.driver());
        Optional<String> iface = vdev.argument("iface");
        if (!onInterface || (iface.isEmpty() && vdev.driver().equals("net_pcap"))) {
            return List.of(Finding.ok(subject, vdev.name() + " needs nothing of this host"));
        }
        if (iface.isEmpty()) {
            return List.of(Finding.fail(subject, vdev.name() + " names no interface", "add iface=NAME to the device"));
        }
        var findings = new ArrayList<Finding>();
        Path directory = sysfs.resolve("class/net").resolve(iface.get());
        if (iface.get().contains("/") || !Files.exists(directory)) {
            findings.add(Finding.fail(
                    subject,
                    "there is no interface " + iface.get(),
                    "ip link lists them; braid must run in the namespace that has it"));
            return findings;
        }
        findings.add(mtu(subject, iface.get(), directory, mtu));
        if (HostFiles.text(directory.resolve("flags")).filter(VdevCheck::isDown).isPresent()) {
            findings.add(Finding.warn(subject, iface.get() + " is down", "ip link set " + iface.get() + " up"));
        }
        if (vdev.driver().equals("net_af_xdp") && mtu > AF_XDP_LARGEST_MTU) {
            findings.add(Finding.fail(
                    subject, "net_af_xdp takes no MTU above " + AF_XDP_LARGEST_MTU, "lower mtu, or use net_af_packet"));
        }
        if (HostFiles.text(directory.resolve("uevent")).isPresent() && !Files.exists(directory.resolve("device"))) {
            findings.add(Finding.warn(
                    subject,
                    iface.get()
                            + " is a virtual interface: its far end may send packets with unfinished checksums, on"
                            + " which TCP stalls",
                    "run ethtool -K PEER tx off on the far end"));
        }
        return findings;
    }

    private static boolean isDown(String flags) {
        return flags.matches("0x[0-9a-f]{1,8}") && (Long.parseLong(flags.substring(2), 16) & IFF_UP) == 0;
    }

    private static Finding mtu(String subject, String iface, Path directory, int mtu) {
        Optional<Long> actual = HostFiles.number(directory.resolve("mtu"));
        if (actual.isEmpty()) {
            return Finding.warn(subject, "the MTU of " + iface + " is not readable", "");
        }
        if (actual.get() < mtu) {
            return Finding.fail(
                    subject,
                    iface + " has MTU " + actual.get() + ", the uplink " + mtu,
                    "ip link set " + iface + " mtu " + mtu + ", or lower mtu");
        }
        return Finding.ok(subject, iface + " is there with MTU " + actual.get());
    }
}
