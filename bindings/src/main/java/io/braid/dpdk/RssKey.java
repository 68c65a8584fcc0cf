package io.braid.dpdk;

/**
 * The Toeplitz key that gives both directions of a flow the same receive queue.
 *
 * <p>Its 16-bit word is repeated, so exchanging source and destination addresses and ports, each a multiple of 16 bits wide, exchanges equal parts of the key and
 * leaves the hash as it was. Source: Woo and Park, "Scalable TCP Session Monitoring with Symmetric Receive-side Scaling", 2012.
 */
public final class RssKey {
    private static final int WORD_HIGH = 0x6d;
    private static final int WORD_LOW = 0x5a;

    private RssKey() {}

    /**
     * The symmetric key of a length.
     *
     * @param bytes as the driver wants it, {@link PortInfo#hashKeySize}; 0 or more
     */
    public static byte[] symmetric(int bytes) {
        byte[] key = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            key[i] = (byte) (i % 2 == 0 ? WORD_HIGH : WORD_LOW);
        }
        return key;
    }
}
