package io.braid.dataplane.graph;

/**
 * What workers know of one task.
 *
 * @param index its slot, 0 to 4095
 * @param port DPDK port of its task port
 * @param gatewayMac the MAC address Braid has towards the task, low 48 bits
 * @param addresses the task's own addresses: task IPs and NIC addresses
 * @param circle a number that it shares with the tasks it may talk to on this host
 * @param host what it may send to the host itself
 * @param caps the most it may send and be sent
 * @param unfinished whether its packets may come unfinished, see {@link UnfinishedNode}
 */
public record TaskEntry(
        int index,
        int port,
        long gatewayMac,
        AddressSet addresses,
        int circle,
        HostTraffic host,
        TaskCaps caps,
        boolean unfinished) {
    /** One that may talk to those of its circle, answer the host, and has no caps. */
    public TaskEntry(int index, int port, long gatewayMac, AddressSet addresses, int circle) {
        this(index, port, gatewayMac, addresses, circle, HostTraffic.ANSWERS, TaskCaps.NONE, false);
    }
}
