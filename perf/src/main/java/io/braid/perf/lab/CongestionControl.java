package io.braid.perf.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Which TCP the lab's flows speak: Linux's own default on every machine, rather than what a machine was tuned to. BBR, for
 * one, paces by itself and resends a multiple of what a shallow queue costs, which would be read as the dataplane's loss.
 */
final class CongestionControl {
    /** Whether this kernel has it. A namespace may not choose its default, but root may choose for each connection. */
    static final boolean CUBIC = available().contains("cubic");

    private CongestionControl() {}

    private static String available() {
        Path list = Path.of("/proc/sys/net/ipv4/tcp_available_congestion_control");
        try {
            return Files.exists(list) ? Files.readString(list) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
