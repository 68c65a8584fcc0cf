package io.braid.dataplane.config;

import io.braid.dataplane.net.InterfaceAddress;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.IpPrefix;
import java.util.List;
import java.util.Optional;

/**
 * One NIC port.
 *
 * @param name the operator's name for it, also that of its tap in the host's namespace
 * @param device the DPDK device
 * @param addresses its own addresses, at least one
 * @param gateways the rack switch: one address per family that the uplink has
 * @param containerPrefixes the addresses on this NIC that are given to tasks
 * @param mtu the largest IP packet in bytes
 * @param node the NUMA node of a virtual device
 */
@Keyed(value = "name", ordered = true)
public record UplinkConfig(
        @Option(
                doc = "The uplink's name, unique on the host. A tap of this name appears in the host's namespace"
                        + " for traffic to the"
                        + " uplink's own addresses, so it is a Linux interface name: 1 to 15 of the"
                        + " characters A-Z a-z 0-9 `.` `_` `-`.",
                example = "nic0")
        String name,

        @Option(
                doc = "The DPDK device: `pci:DDDD:BB:DD.F` or `vdev:NAME[,key=value...]`.",
                example = "\"vdev:net_af_packet0,iface=up0\"")
        DeviceSpec device,

        @Option(
                doc = "The uplink's own addresses with the prefix length of its link.",
                range = "1..16",
                example = "[192.0.2.1/31, \"2001:db8::1/127\"]")
        List<InterfaceAddress> addresses,

        @Option(
                doc = "The rack switch on this link: exactly one address for each family that the uplink has an"
                        + " address of, inside the"
                        + " subnet of one of them.",
                range = "1..2",
                example = "[192.0.2.0, \"2001:db8::\"]")
        List<IpAddress> gateways,

        @Option(
                doc = "NIC addresses given to tasks: traffic from them leaves by this uplink only. No two prefixes"
                        + " of the file may overlap.",
                defaultValue = "[]",
                range = "0..64",
                example = "[10.20.0.0/28]")
        List<IpPrefix> containerPrefixes,

        @Option(
                doc = "The largest IP packet in bytes. The switch port must take it too.",
                defaultValue = "1500",
                range = "1280..9216",
                example = "9000")
        int mtu,

        @Option(
                doc = "The NUMA node of the device. Only for virtual devices: of a PCI device the system knows it.",
                range = "0..1023")
        Optional<Long> node) {
    /** Copies the lists, so that the record cannot change. */
    public UplinkConfig {
        addresses = List.copyOf(addresses);
        gateways = List.copyOf(gateways);
        containerPrefixes = List.copyOf(containerPrefixes);
    }

    /** The own address in the subnet of {@code neighbor}, of its family. */
    public Optional<IpAddress> facing(IpAddress neighbor) {
        return addresses.stream()
                .filter(address -> address.onLink(neighbor))
                .map(InterfaceAddress::address)
                .findFirst();
    }
}
