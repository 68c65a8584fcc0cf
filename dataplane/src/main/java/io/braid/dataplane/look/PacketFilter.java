package io.braid.dataplane.look;

/** Says which packets are meant. Allocates nothing and keeps nothing; any thread. */
public interface PacketFilter {
    /** Takes every packet. */
    PacketFilter ALL = (_, _, _) -> true;

    /**
     * Whether a packet is meant.
     *
     * @param data address of its first byte, the Ethernet header's
     * @param present bytes from there on that may be read; what a filter wants to see behind them it does not find, and so does not match
     * @param length bytes of the whole packet
     */
    boolean matches(long data, int present, int length);
}
