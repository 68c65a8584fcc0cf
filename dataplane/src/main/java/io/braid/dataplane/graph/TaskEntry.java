package io.braid.dataplane.graph;

/**
 * What workers know of one task.
 *
 * @param index its slot, 0 to 4095
 * @param port DPDK port of its task port
 * @param gatewayMac the MAC address Braid has towards the task, low 48 bits
 * @param addresses the task's own addresses: task IPs and NIC addresses
 * @param unfinished whether its packets may come unfinished, see {@link UnfinishedNode}
 */
public record TaskEntry(int index, int port, long gatewayMac, AddressSet addresses, boolean unfinished) {
    /** A task whose packets come finished. */
    public TaskEntry(int index, int port, long gatewayMac, AddressSet addresses) {
        this(index, port, gatewayMac, addresses, false);
    }
}
