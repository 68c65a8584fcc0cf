package io.braid.dataplane.look;

/** Says which packets are meant. Allocates nothing and keeps nothing; any thread. */
public interface PacketFilter {
    /** Takes every packet. */
    PacketFilter ALL = new PacketFilter() {
        @Override
        public boolean matches(long data, int present, int length) {
            return true;
        }

        @Override
        public long matchAll(long packets, int count) {
            return count == 0 ? 0 : -1L >>> (Long.SIZE - count);
        }
    };

    /** Takes none. */
    PacketFilter NONE = new PacketFilter() {
        @Override
        public boolean matches(long data, int present, int length) {
            return false;
        }

        @Override
        public long matchAll(long packets, int count) {
            return 0;
        }
    };

    /**
     * Whether a packet is meant.
     *
     * @param data address of its first byte, the Ethernet header's
     * @param present bytes from there on that may be read; what a filter wants to see behind them it does not find, and so does not match
     * @param length bytes of the whole packet
     */
    boolean matches(long data, int present, int length);

    /**
     * Which of several packets are meant.
     *
     * @param packets address of {@code count} packet addresses
     * @param count 0 to 64
     * @return bit {@code i} for packet {@code i}
     */
    long matchAll(long packets, int count);
}
