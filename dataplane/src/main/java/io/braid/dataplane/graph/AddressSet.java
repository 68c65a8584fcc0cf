package io.braid.dataplane.graph;

/** The few addresses of one uplink or task, for the membership tests of ARP and neighbor discovery. Immutable. */
public final class AddressSet {
    private final int[] ipv4;
    private final long[] ipv6;

    /**
     * @param ipv4 IPv4 addresses
     * @param ipv6 IPv6 addresses as pairs high, low
     */
    public AddressSet(int[] ipv4, long[] ipv6) {
        this.ipv4 = ipv4.clone();
        this.ipv6 = ipv6.clone();
    }

    /** Whether an IPv4 address is in the set: a scan, since there are rarely more than ten. */
    public boolean has4(int address) {
        for (int own : ipv4) {
            if (own == address) {
                return true;
            }
        }
        return false;
    }

    /** Whether an IPv6 address is in the set. */
    public boolean has6(long high, long low) {
        for (int i = 0; i < ipv6.length; i += 2) {
            if (ipv6[i] == high && ipv6[i + 1] == low) {
                return true;
            }
        }
        return false;
    }
}
