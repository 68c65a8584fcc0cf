package io.braid.linux;

/**
 * What the kernel says about one network interface at a time.
 *
 * @param index interface index, positive; unique within its namespace
 * @param name interface name, 1 to 15 characters
 * @param adminUp IFF_UP: someone switched it on
 * @param carrier IFF_LOWER_UP: there is signal on the wire, or a peer for a virtual link; false while not adminUp
 * @param operState the state of RFC 2863, which the kernel may update up to a second after the carrier
 * @param mtu bytes of L3 packet
 * @param mac Ethernet address as a 48-bit number, 0 when the interface has none
 */
public record LinkState(
        int index, String name, boolean adminUp, boolean carrier, OperState operState, int mtu, long mac) {

    /** IF_OPER_* of linux/if.h, in its order. */
    public enum OperState {
        UNKNOWN,
        NOT_PRESENT,
        DOWN,
        LOWER_LAYER_DOWN,
        TESTING,
        DORMANT,
        UP;

        private static final OperState[] VALUES = values();

        static OperState of(int number) {
            return number >= 0 && number < VALUES.length ? VALUES[number] : UNKNOWN;
        }
    }

    /**
     * Returns whether packets can pass: switched on, with carrier, and not held back by a protocol such as 802.1X
     * (dormant). Many virtual devices never leave UNKNOWN, which therefore counts as passing.
     */
    public boolean usable() {
        return adminUp && carrier && (operState == OperState.UP || operState == OperState.UNKNOWN);
    }

    /** Returns the Ethernet address as text. */
    public String macText() {
        return MacText.format(mac);
    }
}
