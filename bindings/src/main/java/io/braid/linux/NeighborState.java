package io.braid.linux;

import java.net.InetAddress;

/**
 * What the kernel's ARP or ND cache says about one address.
 *
 * @param ifindex the interface it was found on
 * @param address IPv4 or IPv6 address
 * @param mac Ethernet address as a 48-bit number, 0 while unresolved
 * @param nud the kernel's NUD_* bits of linux/neighbour.h; exactly one in practice, 0 for none
 * @param router ND: the neighbor said it is a router
 */
public record NeighborState(int ifindex, InetAddress address, long mac, int nud, boolean router) {
    public static final int NUD_INCOMPLETE = 0x01;
    public static final int NUD_REACHABLE = 0x02;
    public static final int NUD_STALE = 0x04;
    public static final int NUD_DELAY = 0x08;
    public static final int NUD_PROBE = 0x10;
    public static final int NUD_FAILED = 0x20;
    public static final int NUD_NOARP = 0x40;
    public static final int NUD_PERMANENT = 0x80;

    private static final int USABLE =
            NUD_REACHABLE | NUD_STALE | NUD_DELAY | NUD_PROBE | NUD_NOARP | NUD_PERMANENT; // NUD_VALID

    /** Identifies an entry: the kernel holds one per interface and address. */
    public record Key(int ifindex, InetAddress address) {}

    /** Returns what identifies the entry. */
    public Key key() {
        return new Key(ifindex, address);
    }

    /** Returns whether the kernel would send to {@link #mac()} now (NUD_VALID). */
    public boolean resolved() {
        return (nud & USABLE) != 0 && mac != 0;
    }

    /** Returns the Ethernet address as text. */
    public String macText() {
        return MacText.format(mac);
    }
}
