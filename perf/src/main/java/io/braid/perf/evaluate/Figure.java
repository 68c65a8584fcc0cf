package io.braid.perf.evaluate;

/**
 * One figure of a row, on both sides.
 *
 * @param key stable, for scripts
 * @param what in words
 * @param reference what the reference system's authors published; empty if nothing
 * @param single over one NIC without Braid; NaN if there is no such figure
 * @param braid over four with Braid; NaN if there is no such figure
 * @param better which is to be compared, if any
 */
record Figure(String key, String what, String reference, double single, double braid, Unit unit, Better better) {
    /** What makes a figure good. */
    enum Better {
        HIGHER,
        LOWER,
        /** It is only to be known. */
        NEITHER
    }

    /** How many times better it is with Braid; NaN where that says nothing. */
    double ratio() {
        return switch (better) {
            case HIGHER -> single == 0 ? Double.NaN : braid / single;
            case LOWER -> braid == 0 ? Double.NaN : single / braid;
            case NEITHER -> Double.NaN;
        };
    }
}
