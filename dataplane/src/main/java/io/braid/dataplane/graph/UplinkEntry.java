package io.braid.dataplane.graph;

/**
 * What workers know of one uplink.
 *
 * @param index position in the configuration, 0 to 7
 * @param port its DPDK port
 * @param puntPort DPDK port of its punt tap, or -1
 * @param puntMtu largest layer-3 packet the punt tap takes
 * @param mac its MAC address, low 48 bits
 * @param linkUp whether its link is up
 * @param addresses4 its own IPv4 addresses
 * @param addresses6 its own IPv6 addresses as pairs high, low; the link-local one included
 */
public record UplinkEntry(int index, int port, int puntPort, int puntMtu, long mac, boolean linkUp, int[] addresses4, long[] addresses6) {

    /** Whether {@code address} is this uplink's own; for ARP and the few packets on its link only, so a short scan. */
    public boolean owns4(int address) {
        for (int own : addresses4) {
            if (own == address) {
                return true;
            }
        }
        return false;
    }

    /** The same for IPv6. */
    public boolean owns6(long high, long low) {
        for (int i = 0; i < addresses6.length; i += 2) {
            if (addresses6[i] == high && addresses6[i + 1] == low) {
                return true;
            }
        }
        return false;
    }
}
