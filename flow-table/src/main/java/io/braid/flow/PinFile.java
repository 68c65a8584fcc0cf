package io.braid.flow;

/**
 * The file in which pins outlive their process, so that a restarted dataplane keeps flows on their paths.
 *
 * <pre>
 *   "BRAIDPIN"  version (2)  host (2 + UTF-8)  saved at (8, ms since 1970)  paths (1)  each path's name (2 + UTF-8)  pins (4)
 *   each pin    idle ms (4)  state (1)  path (1)  transport word (8)  addresses: IPv4 (8) or IPv6 (4 x 8)
 *   CRC-32C of all before (4)
 * </pre>
 *
 * <p>All in network byte order. Keys are stored as addresses, not as digests, and paths by name: a process with another hash seed, another order of paths or
 * another number of workers can read it.
 */
final class PinFile {
    static final long MAGIC = 0x4252_4149_4450_494EL;
    static final int VERSION = 1;

    /** Bytes of the smallest pin. */
    static final int LEAST_PIN_BYTES = 4 + 1 + 1 + 8 + 8;

    private PinFile() {}
}
