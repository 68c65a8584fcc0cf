package io.braid.dataplane.control;

/** What a running dataplane offers to look at beyond its state. Any thread, several at once; every failure is a {@link ControlException}. */
public interface Inspecting {
    /** The flows that match, the first ones in the query's order. Reads all flow tables, which takes some ten milliseconds for a million flows. */
    FlowReport flows(FlowQuery query);
}
