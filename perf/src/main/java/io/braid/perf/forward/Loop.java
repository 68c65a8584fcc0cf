package io.braid.perf.forward;

import io.braid.numa.Agent;
import java.util.List;

/** What takes packets from the port and gives them back to it. */
interface Loop extends AutoCloseable {
    /** What its threads run, one for each worker. */
    List<Agent> agents();

    /** Packets sent so far. Any thread. */
    long sent();

    /** Gives its memory back, once no thread runs it. */
    @Override
    void close();
}
