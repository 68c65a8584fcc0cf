package io.braid.dataplane.check;

import io.braid.dataplane.config.DeviceSpec;
import io.braid.dataplane.config.UplinkConfig;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** Whether an uplink's device is there and ready for DPDK, and its name free for the tap. */
final class UplinkCheck {
    private UplinkCheck() {}

    static List<Finding> run(UplinkConfig uplink, HostFiles files) {
        String subject = "uplink " + uplink.name();
        var findings = new ArrayList<Finding>();
        if (Files.exists(files.sysfs().resolve("class/net").resolve(uplink.name()))) {
            findings.add(Finding.warn(
                    subject,
                    "an interface named " + uplink.name()
                            + " exists: braid makes a tap of this name for the host's own traffic",
                    "unless it is a running braid's, rename the interface or the uplink"));
        }
        findings.addAll(
                switch (uplink.device()) {
                    case DeviceSpec.Pci pci -> PciCheck.run(subject, pci, files.sysfs());
                    case DeviceSpec.Vdev vdev -> VdevCheck.run(subject, vdev, uplink.mtu(), files.sysfs());
                });
        return findings;
    }
}
