package io.braid.dataplane.web;

import java.time.Duration;

/**
 * How much is spent on clients, so that none of them can starve the others or the dataplane.
 *
 * @param headerBytes largest request line and headers together
 * @param connections open at once; further clients wait in the kernel's queue
 * @param waiting clients that wait there
 * @param threads of the server, selector and acceptor included
 * @param idle a connection on which nothing moves for so long is closed
 * @param exchange a connection is closed after this time, whatever moves on it: neither trickling a request nor sipping an answer keeps it
 */
record WebLimits(int headerBytes, int connections, int waiting, int threads, Duration idle, Duration exchange) {
    static final WebLimits DEFAULT = new WebLimits(8 * 1024, 64, 128, 6, Duration.ofSeconds(3), Duration.ofSeconds(5));
}
