package io.braid.perf.evaluate;

/** One row: the same traffic over one NIC and over four. */
@FunctionalInterface
interface Row {
    /**
     * Measures; what was found by the time that something fails stays found.
     *
     * @param bench makes the two sides
     * @throws io.braid.perf.lab.LabException if it could not be measured
     */
    void run(Bench bench, Findings findings) throws InterruptedException;
}
