package io.braid.dataplane.config;

/** Whether tasks may leave work on their packets to Braid and the NICs. */
public enum OffloadPolicy {
    /** Checksums and TCP segments, where the port's driver can; NICs finish what they can, Braid the rest. */
    AUTO,
    /** Packets come finished. */
    OFF
}
