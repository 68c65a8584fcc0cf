package io.braid.perf.emulated;

import java.util.Locale;

/**
 * A NIC of the emulated host.
 *
 * @param index its uplink's number, 0 and up
 * @param node the NUMA node it is attached to
 * @param slot its place on that node's PCI bus, 0 and up
 * @param model what QEMU emulates
 */
record Nic(int index, int node, int slot, Model model) {
    /** Kinds of NIC that QEMU emulates and DPDK drives. */
    enum Model {
        /** virtio-net with several queues and a redirection table that is obeyed. */
        VIRTIO(4),
        /** Intel 82576. Its tap has one queue. */
        IGB(1);

        private final int queues;

        Model(int queues) {
            this.queues = queues;
        }

        /** Queues of its tap. */
        int queues() {
            return queues;
        }
    }

    private static final int FIRST_BUS = 64;
    private static final int BUSES_PER_NODE = 64;

    /** The number of the first PCI bus of a node. */
    static int bus(int node) {
        return FIRST_BUS + node * BUSES_PER_NODE;
    }

    /** Where the guest finds it: each root port opens a bus of its own, numbered in the order of the slots. */
    String pciAddress() {
        return String.format(Locale.ROOT, "0000:%02x:00.0", bus(node) + 1 + slot);
    }

    String mac() {
        return String.format(Locale.ROOT, "52:54:00:b2:a1:%02x", index);
    }

    /** QEMU's name for the device. */
    String id() {
        return "nic" + index;
    }
}
