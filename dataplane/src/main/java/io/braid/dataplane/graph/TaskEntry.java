package io.braid.dataplane.graph;

/**
 * What workers know of one task.
 *
 * @param index its slot, 0 to 4095
 * @param port DPDK port of its task port
 * @param gatewayMac the MAC address Braid has towards the task, low 48 bits
 * @param addresses4 the task's own IPv4 addresses: task IPs and NIC addresses
 * @param addresses6 the same for IPv6, as pairs high, low
 */
public record TaskEntry(int index, int port, long gatewayMac, int[] addresses4, long[] addresses6) {

    public boolean owns4(int address) {
        for (int own : addresses4) {
            if (own == address) {
                return true;
            }
        }
        return false;
    }

    public boolean owns6(long high, long low) {
        for (int i = 0; i < addresses6.length; i += 2) {
            if (addresses6[i] == high && addresses6[i + 1] == low) {
                return true;
            }
        }
        return false;
    }
}
