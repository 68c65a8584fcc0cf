package io.braid.perf.numa;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Consumer;

/** One part of {@code ./braid perf numa}: measures something beside its peer and adds it to the report. */
public interface NumaMeasurement {
    /**
     * What a measurement found.
     *
     * @param json its fields; keys are stable, durations end in {@code _ns}, ratios say over what
     * @param text lines for people
     */
    record Result(ObjectNode json, List<String> text) {}

    /** Its key in the JSON report and on the command line. */
    String key();

    /** Whether it starts DPDK, which a process can do once: beside other parts it gets a process of its own. */
    default boolean startsDpdk() {
        return false;
    }

    /**
     * Measures.
     *
     * @param fast whether rough figures are enough, in a quarter of the time or less
     * @param progress is told what is being done
     * @throws Exception what keeps it from measuring; ends the command with that as its message
     */
    Result run(boolean fast, Consumer<String> progress) throws Exception;
}
