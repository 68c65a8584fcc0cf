package io.braid.numa.topology;

/** How the NUMA node of a device is known. */
public enum NodeSource {
    /** The device says so ({@code numa_node}). */
    OWN("the device says so"),
    /** The device does not know, but a bridge above it does. */
    BRIDGE("a bridge above the device says so"),
    /** The device does not know, but all CPUs close to it ({@code local_cpulist}) are of one node. */
    LOCAL_CPUS("the CPUs close to the device are there"),
    /** There is no other node. */
    ONLY_NODE("there is no other node"),
    /** The caller said so: DPDK, or an operator. */
    REQUEST("its driver or its interface says so"),
    /** Nothing says it. */
    UNKNOWN("nothing says which");

    private final String why;

    NodeSource(String why) {
        this.why = why;
    }

    /** The reason as a clause for people. */
    public String why() {
        return why;
    }
}
