package io.braid.dataplane.look;

/**
 * What a trace says last.
 *
 * @param end how it was
 */
public record TraceEnd(TraceEnd.Counts end) {
    /**
     * How it was.
     *
     * @param packets that were told
     * @param lost that matched and were too many
     */
    public record Counts(long packets, long lost) {}
}
