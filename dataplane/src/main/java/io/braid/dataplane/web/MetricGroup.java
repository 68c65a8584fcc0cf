package io.braid.dataplane.web;

import java.util.List;

/** Metrics of one subject. Implementations keep nothing between scrapes. Any thread. */
interface MetricGroup {
    /** All families that {@link #collect} adds samples of. */
    List<Family> families();

    /** Adds the samples of a moment. */
    void collect(Moment moment, Samples to);
}
