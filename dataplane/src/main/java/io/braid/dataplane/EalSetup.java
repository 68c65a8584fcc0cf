package io.braid.dataplane;

import io.braid.dataplane.config.DeviceSpec;
import io.braid.dataplane.config.HostConfig;
import io.braid.dpdk.EalOptions;
import java.util.List;

/** How DPDK is started on a host. */
final class EalSetup {
    private EalSetup() {}

    /** @param mainCpu the CPU of DPDK's main thread */
    static EalOptions options(HostConfig config, int mainCpu) {
        List<String> pci = config.uplinks().stream()
                .filter(uplink -> uplink.device() instanceof DeviceSpec.Pci)
                .map(uplink -> uplink.device().name())
                .toList();
        EalOptions.Hugepages hugepages = switch (config.dpdk().hugepages()) {
            case AUTO -> EalOptions.Hugepages.AUTO;
            case ON -> EalOptions.Hugepages.ON;
            case OFF -> EalOptions.Hugepages.OFF;
        };
        int memoryMiB = (int) (config.dpdk().memory().bytes() >> 20);
        return new EalOptions(memoryMiB, hugepages, pci, mainCpu, config.dpdk().extraArgs());
    }

    /**
     * Whether DPDK can start while another dataplane of this host runs, and take neither a device nor memory from it: it looks for PCI devices when it starts,
     * as arguments of the operator's own may have it do for others, and what hugepages and memory there are may be just enough for one.
     */
    static boolean mayStartBesideAnother(HostConfig config) {
        EalOptions options = options(config, 0);
        return options.pciDevices().isEmpty() && options.extraArguments().isEmpty() && options.hasMemoryBesideAnother();
    }
}
