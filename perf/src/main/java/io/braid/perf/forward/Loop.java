package io.braid.perf.forward;

import io.braid.numa.Agent;

/** What takes packets from the port and gives them back to it. */
interface Loop extends Agent, AutoCloseable {
    /** Packets sent so far. Any thread. */
    long sent();

    /** Gives its memory back, once no thread runs it. */
    @Override
    void close();
}
