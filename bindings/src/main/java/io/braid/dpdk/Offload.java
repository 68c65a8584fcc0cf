package io.braid.dpdk;

import io.braid.dpdk.ffi.DpdkHeaders;
import java.util.ArrayList;
import java.util.List;

/**
 * Work on packets that one side of a port may leave to the other, as bits of a set.
 *
 * <p>On the receiving side of a port a bit says that its packets may come unfinished; on the transmitting side that the device, or whoever is behind it, finishes them.
 */
public final class Offload {
    /** TCP and UDP checksums: the packet's field holds the sum of the pseudo-header only. */
    public static final int CHECKSUM = 1;
    /** Large TCP packets over IPv4, to be cut into segments (TSO). */
    public static final int TSO4 = 2;
    /** The same over IPv6. */
    public static final int TSO6 = 4;

    /** All of them. */
    public static final int ALL = CHECKSUM | TSO4 | TSO6;

    private static final long RX_CHECKSUM =
            DpdkHeaders.RTE_ETH_RX_OFFLOAD_TCP_CKSUM() | DpdkHeaders.RTE_ETH_RX_OFFLOAD_UDP_CKSUM();
    private static final long TX_CHECKSUM =
            DpdkHeaders.RTE_ETH_TX_OFFLOAD_TCP_CKSUM() | DpdkHeaders.RTE_ETH_TX_OFFLOAD_UDP_CKSUM();
    private static final long TX_IPV4 = DpdkHeaders.RTE_ETH_TX_OFFLOAD_IPV4_CKSUM();
    private static final long TX_TSO = DpdkHeaders.RTE_ETH_TX_OFFLOAD_TCP_TSO();
    private static final long LRO = DpdkHeaders.RTE_ETH_RX_OFFLOAD_TCP_LRO();

    private Offload() {}

    /** The names of a set, for people and reports: {@code checksum}, {@code tso4}, {@code tso6}. */
    public static List<String> names(int set) {
        var names = new ArrayList<String>();
        if ((set & CHECKSUM) != 0) {
            names.add("checksum");
        }
        if ((set & TSO4) != 0) {
            names.add("tso4");
        }
        if ((set & TSO6) != 0) {
            names.add("tso6");
        }
        return names;
    }

    /** What to ask a driver for on its receive side, out of what it has. */
    static long rxBits(long capabilities) {
        return (capabilities & RX_CHECKSUM) == RX_CHECKSUM ? capabilities & (RX_CHECKSUM | LRO) : 0;
    }

    /** What to ask a driver for on its transmit side, out of what it has. */
    static long txBits(long capabilities) {
        return (capabilities & TX_CHECKSUM) == TX_CHECKSUM ? capabilities & (TX_CHECKSUM | TX_IPV4 | TX_TSO) : 0;
    }

    /** The set that receive bits stand for. */
    static int received(long bits) {
        return bits == 0 ? 0 : (bits & LRO) == 0 ? CHECKSUM : ALL;
    }

    /**
     * The set that transmit bits stand for.
     *
     * @param headers whether the driver sets IPv4 header checksums of segments without being asked, as virtio's peers do
     */
    static int transmitted(long bits, boolean headers) {
        if (bits == 0) {
            return 0;
        }
        if ((bits & TX_TSO) == 0) {
            return CHECKSUM;
        }
        return headers || (bits & TX_IPV4) != 0 ? ALL : CHECKSUM | TSO6;
    }
}
