package io.braid.numa.topology;

import java.util.List;
import java.util.Optional;

/**
 * A PCI function that matters for placement: a NIC or a GPU.
 *
 * @param address domain, bus, device and function as sysfs names it: {@code 0000:3b:00.0}
 * @param classCode PCI class, subclass and interface in 24 bits: {@code 0x020000} is Ethernet
 * @param node its NUMA node, or -1
 * @param source how the node is known
 * @param bridges the way from the root to it: the host bridge ({@code pci0000:3a}) and the bridges below, outermost
 *     first; empty when the tree does not show it
 * @param driver the kernel driver it is bound to
 * @param interfaces its interfaces in the host's namespace, if that driver makes any
 */
public record PciDevice(
        String address,
        int classCode,
        int node,
        NodeSource source,
        List<String> bridges,
        Optional<String> driver,
        List<String> interfaces) {
    static final int NETWORK = 0x02;
    static final int DISPLAY = 0x03;

    public PciDevice {
        bridges = List.copyOf(bridges);
        interfaces = List.copyOf(interfaces);
    }

    /** Whether it is a network controller of any kind (class 02). */
    public boolean isNic() {
        return classCode >> 16 == NETWORK;
    }

    /** Whether it is a display or 3D controller (class 03). */
    public boolean isGpu() {
        return classCode >> 16 == DISPLAY;
    }

    /** How many steps from the root this device and the other share: 0 for none, 1 for the host bridge only. */
    public int sharedBridges(PciDevice other) {
        int shared = 0;
        while (shared < Math.min(bridges.size(), other.bridges.size())
                && bridges.get(shared).equals(other.bridges.get(shared))) {
            shared++;
        }
        return shared;
    }
}
