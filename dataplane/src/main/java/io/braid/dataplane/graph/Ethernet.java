package io.braid.dataplane.graph;

import io.braid.dpdk.Memory;

/**
 * Reads and writes Ethernet headers. MAC addresses are the low 48 bits of a {@code long}, first byte on the wire highest.
 *
 * <pre>
 *   0        6        12         14
 *   │ dest   │ source │ EtherType│ payload
 * </pre>
 */
public final class Ethernet {
    public static final int HEADER = 14;
    public static final int TAG = 4;
    public static final int TYPE_OFFSET = 12;
    public static final int SOURCE_OFFSET = 6;
    public static final long BROADCAST = 0xffff_ffff_ffffL;

    private static final long GROUP_BIT = 1L << 40;

    private Ethernet() {}

    public static long mac(long address) {
        return ((long) Memory.getShortBe(address) << 32) | (Memory.getIntBe(address + 2) & 0xffff_ffffL);
    }

    public static void putMac(long address, long mac) {
        Memory.putShortBe(address, (int) (mac >>> 32));
        Memory.putIntBe(address + 2, (int) mac);
    }

    /** Writes a whole untagged header. */
    public static void putHeader(long address, long destination, long source, int etherType) {
        putMac(address, destination);
        putMac(address + SOURCE_OFFSET, source);
        Memory.putShortBe(address + TYPE_OFFSET, etherType);
    }

    /** Whether a MAC address is broadcast or multicast. */
    public static boolean isGroup(long mac) {
        return (mac & GROUP_BIT) != 0;
    }
}
