package io.braid.perf.lab;

/** The two address families; everything in the lab exists in both. */
public enum Family {
    V4,
    V6;

    /** Prefix length of a single address: 32 or 128. */
    public int hostBits() {
        return this == V4 ? 32 : 128;
    }
}
