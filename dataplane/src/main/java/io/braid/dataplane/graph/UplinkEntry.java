package io.braid.dataplane.graph;

/**
 * What workers know of one uplink.
 *
 * @param index its place among the uplinks, 0 to 7
 * @param port its DPDK port
 * @param puntPort DPDK port of its punt tap, or -1
 * @param puntMtu largest layer-3 packet the punt tap takes
 * @param mac its MAC address, low 48 bits
 * @param linkUp whether its link is up
 * @param addresses its own addresses, the link-local one included
 */
public record UplinkEntry(
        int index, int port, int puntPort, int puntMtu, long mac, boolean linkUp, AddressSet addresses) {}
