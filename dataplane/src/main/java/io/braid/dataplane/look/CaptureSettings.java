package io.braid.dataplane.look;

/**
 * What a capture takes.
 *
 * @param filter packets that do not match are as if they were not there
 * @param in packets as they come in
 * @param out packets as they go out
 * @param dropped of the two only those that are lost, for a reason that is a loss
 * @param snaplen bytes of each packet that are kept, 1 to {@link #MOST_SNAPLEN}
 * @param count packets after which it ends
 * @param bytes of output after which it ends
 * @param nanos after which it ends
 */
public record CaptureSettings(
        PacketFilter filter,
        boolean in,
        boolean out,
        boolean dropped,
        int snaplen,
        long count,
        long bytes,
        long nanos) {
    /** Whole packets, whatever their size. */
    public static final int MOST_SNAPLEN = 65_535;
}
