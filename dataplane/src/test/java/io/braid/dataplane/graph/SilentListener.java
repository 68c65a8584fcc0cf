package io.braid.dataplane.graph;

/** Hears neighbors and remembers nothing, so that it allocates nothing. */
final class SilentListener implements NeighborListener {
    long heard;

    @Override
    public void ipv4(int uplink, int address, long mac, boolean solicited) {
        heard++;
    }

    @Override
    public void ipv6(int uplink, long high, long low, long mac, boolean solicited) {
        heard++;
    }
}
