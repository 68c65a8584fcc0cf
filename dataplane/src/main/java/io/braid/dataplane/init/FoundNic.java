package io.braid.dataplane.init;

import io.braid.dataplane.net.InterfaceAddress;
import io.braid.dataplane.net.IpAddress;
import java.util.List;
import java.util.Optional;

/**
 * A NIC that could be an uplink.
 *
 * @param name what it may be called, a Linux interface name
 * @param device as the configuration names it, such as {@code pci:0000:3b:00.0}
 * @param kernelInterface its interface in the host's namespace, if it has one
 * @param driver the kernel driver it is bound to
 * @param node its NUMA node, or -1
 * @param gpus how many GPUs are next to it
 * @param megabits its speed, empty when not known
 * @param carrier whether its link is up, empty when not known
 * @param mtu of its interface; 1500 when it has none
 * @param addresses its interface's, link-local ones not
 * @param gateways on its links, as the host's routes say
 * @param management whether the host's own default route goes by it
 */
public record FoundNic(
        String name,
        String device,
        Optional<String> kernelInterface,
        Optional<String> driver,
        int node,
        int gpus,
        Optional<Long> megabits,
        Optional<Boolean> carrier,
        int mtu,
        List<InterfaceAddress> addresses,
        List<IpAddress> gateways,
        boolean management) {
    public FoundNic {
        addresses = List.copyOf(addresses);
        gateways = List.copyOf(gateways);
    }
}
