package io.braid.dataplane.control;

import java.time.Duration;

/**
 * How much a control server spends on its clients, so that none of them, broken or hostile, can hold up the dataplane or starve the
 * others.
 *
 * @param bodyBytes largest request body
 * @param headerBytes largest request line and headers together
 * @param connections open at once; further clients wait in the kernel's queue
 * @param threads of the server, selector and acceptor included
 * @param idle a connection on which nothing arrives for so long is closed
 * @param request a request must have arrived whole within this time, however steadily it trickles in
 */
record ControlLimits(int bodyBytes, int headerBytes, int connections, int threads, Duration idle, Duration request) {
    static final ControlLimits DEFAULT =
            new ControlLimits(64 * 1024, 8 * 1024, 64, 6, Duration.ofSeconds(10), Duration.ofSeconds(15));
}
