package io.braid.perf.tasks;

import java.util.Locale;

/** A part of the run, by the name that it has on the command line. */
enum Part {
    /** A hundred attempts to have what was not granted. */
    HOSTILE,
    /** Grants that end, ports and owners that go: their routes. */
    WITHDRAWAL,
    /** From the request to attach to the first packet. */
    ATTACH,
    /** Traffic and connections over a restart of Braid. */
    RESTART,
    /** Two hosts that claim one address. */
    CONFLICT,
    /** Packets a second, beside testpmd. */
    THROUGHPUT,
    /** What tasks cost that do nothing. */
    IDLE;

    /** As on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
