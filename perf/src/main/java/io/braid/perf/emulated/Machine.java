package io.braid.perf.emulated;

import java.util.List;

/** What QEMU is told to emulate, and what the guest must therefore find: two sockets, each with three CPUs, half of the memory and two NICs. */
final class Machine {
    static final int NODES = 2;
    static final int CPUS_PER_NODE = 3;
    static final int MEMORY_MIB_PER_NODE = 2048;
    /** Distances as ACPI has them: a node to itself, and to the other. */
    static final int NEAR = 10;

    static final int FAR = 21;

    /** Hugepages of 2 MiB that the guest reserves on each node. */
    static final int PAGES_PER_NODE = 320;

    static final List<Nic> NICS = List.of(
            new Nic(0, 0, 0, Nic.Model.VIRTIO),
            new Nic(1, 0, 1, Nic.Model.IGB),
            new Nic(2, 1, 0, Nic.Model.VIRTIO),
            new Nic(3, 1, 1, Nic.Model.IGB));

    private Machine() {}

    /** The CPUs of a node as the kernel writes them. */
    static String cpus(int node) {
        return node * CPUS_PER_NODE + "-" + ((node + 1) * CPUS_PER_NODE - 1);
    }

    /** The CPU of a node that tasks have: its last one. The others are for workers, and the host's first one for the system. */
    static int taskCpu(int node) {
        return (node + 1) * CPUS_PER_NODE - 1;
    }

    /** The node of a CPU. */
    static int nodeOf(int cpu) {
        return cpu / CPUS_PER_NODE;
    }

    static int distance(int from, int to) {
        return from == to ? NEAR : FAR;
    }

    /** The NICs of a node. */
    static List<Nic> nics(int node) {
        return NICS.stream().filter(nic -> nic.node() == node).toList();
    }
}
