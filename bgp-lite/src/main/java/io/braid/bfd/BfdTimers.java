package io.braid.bfd;

/**
 * How fast a session sends and notices a loss. What is used is negotiated: each end sends at the slower of its own
 * wish and the other's ability.
 *
 * @param desiredMinTxMicros interval at which we would like to send once Up, 10,000 to 60,000,000 microseconds
 * @param requiredMinRxMicros least interval at which the peer may send to us, 10,000 to 60,000,000 microseconds
 * @param multiplier how many of our packets in a row the peer may miss before it declares us gone, 1 to 255; with 1 a
 *     single lost packet is an alarm
 */
public record BfdTimers(int desiredMinTxMicros, int requiredMinRxMicros, int multiplier) {
    /** 50 ms x 3. */
    public static final BfdTimers FAST = ofMillis(50, 3);

    private static final int LEAST_MICROS = 10_000;
    private static final int MOST_MICROS = 60_000_000;

    public BfdTimers {
        if (desiredMinTxMicros < LEAST_MICROS
                || desiredMinTxMicros > MOST_MICROS
                || requiredMinRxMicros < LEAST_MICROS
                || requiredMinRxMicros > MOST_MICROS) {
            throw new IllegalArgumentException("BFD intervals of " + desiredMinTxMicros + " and " + requiredMinRxMicros
                    + " microseconds: both must be from 10 ms to 60 s");
        }
        if (multiplier < 1 || multiplier > 255) {
            throw new IllegalArgumentException("BFD multiplier " + multiplier + " is outside 1-255");
        }
    }

    /** Returns timers with the same interval both ways. */
    public static BfdTimers ofMillis(int intervalMillis, int multiplier) {
        int micros = Math.multiplyExact(intervalMillis, 1000);
        return new BfdTimers(micros, micros, multiplier);
    }
}
