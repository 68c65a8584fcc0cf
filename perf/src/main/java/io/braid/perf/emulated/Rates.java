package io.braid.perf.emulated;

import java.util.Locale;

/**
 * What TCP brought to its receivers, in bits per second.
 *
 * @param out sent by the task
 * @param in sent by storage
 */
record Rates(double out, double in) {
    /** In words. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "out %.1f Mbit/s, in %.1f Mbit/s", out / 1e6, in / 1e6);
    }
}
