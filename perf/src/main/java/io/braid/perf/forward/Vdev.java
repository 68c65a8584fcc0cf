package io.braid.perf.forward;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The virtual device that both sides have a port of, each in its own process. */
enum Vdev {
    /** Replays a capture from memory without end, which copies every frame, and drops what is sent. */
    PCAP,
    /**
     * Gives out buffers as they lie in the pool and takes them back: they are filled once, and what was sent comes in again. The pool gives out what was
     * freed last, so that as many buffers are in use as a burst has.
     */
    NULL,
    /** A ring from each of its transmit queues to its receive queue of that number: what was sent comes in again, in order. */
    RING;

    /** Of a worker, on {@link #NULL}: a burst of Braid's. */
    static final int NULL_FRAMES = 64;
    /** Of a worker, on {@link #RING}, whose rings hold 1023. */
    static final int RING_FRAMES = 512;

    /** As options and names of cases have it. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether what is sent comes in again, and so has to be good for that. */
    boolean returns() {
        return this != PCAP;
    }

    /** Whether frames may differ in length: testpmd makes those that return itself, all of one. */
    boolean mixes() {
        return this == PCAP;
    }

    /**
     * Frames that one worker has before it at a time.
     *
     * @param flows of a case, for {@link #PCAP}
     */
    int frames(int flows, int workers) {
        return switch (this) {
            case PCAP -> flows / workers;
            case NULL -> NULL_FRAMES;
            case RING -> RING_FRAMES;
        };
    }

    /**
     * What DPDK opens.
     *
     * @param number the device's, which this process has not used before: {@code net_ring} leaves rings behind
     * @param captures one for each worker, for {@link #PCAP}
     */
    String devargs(ForwardCase which, int number, List<Path> captures) {
        return switch (this) {
            case PCAP ->
                "net_pcap" + number + ","
                        + captures.stream().map(file -> "rx_pcap=" + file).collect(Collectors.joining(","))
                        + ",infinite_rx=1";
            case NULL -> "net_null" + number + ",size=" + which.length(0);
            case RING -> "net_ring" + number;
        };
    }
}
