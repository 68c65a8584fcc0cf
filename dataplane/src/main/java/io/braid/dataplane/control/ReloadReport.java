package io.braid.dataplane.control;

import java.util.List;

/**
 * What came of reading the configuration again.
 *
 * @param outcome {@link #APPLIED}, {@link #UNCHANGED}, {@link #READY}, {@link #REFUSED} or {@link #INVALID}
 * @param file what was read
 * @param changes what differs from how braid runs
 * @param reasons why it is refused, or the file's errors; each a sentence
 * @param warnings what the operator should know of the file
 * @param micros how long all of it took, in microseconds
 */
public record ReloadReport(
        String outcome, String file, List<Change> changes, List<String> reasons, List<String> warnings, long micros) {
    /** Braid runs by the file now. */
    public static final String APPLIED = "applied";

    /** The file says what braid runs by already. */
    public static final String UNCHANGED = "unchanged";

    /** It could be applied, and that was not asked for. */
    public static final String READY = "ready";

    /** It cannot be applied; nothing has changed. */
    public static final String REFUSED = "refused";

    /** The file has errors; nothing has changed. */
    public static final String INVALID = "invalid";

    /**
     * An option that differs.
     *
     * @param option its path, such as {@code uplinks[0].mtu}
     * @param before how it is
     * @param after how the file has it
     * @param live whether it can be changed without a restart
     */
    public record Change(String option, String before, String after, boolean live) {}

    public ReloadReport {
        changes = List.copyOf(changes);
        reasons = List.copyOf(reasons);
        warnings = List.copyOf(warnings);
    }
}
