package io.braid.dataplane.audit;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** How often decisions were made since start, by what they were about and how they ended; they only grow. Any thread. */
public final class DecisionCounts {
    /** There are some fifty; what more there would be after a mistake in a reason's origin is counted as one. */
    private static final int MOST = 256;

    private static final String OTHER = "other";

    /**
     * A kind of decision.
     *
     * @param action what it was about, as in the audit
     * @param outcome {@code granted}, {@code refused}, {@code failed} or {@code withdrawn}
     * @param reason a word of Braid's own; empty for what was granted
     */
    public record Decision(String action, String outcome, String reason) implements Comparable<Decision> {
        @Override
        public int compareTo(Decision other) {
            return toString().compareTo(other.toString());
        }
    }

    private final Map<Decision, LongAdder> counts = new ConcurrentHashMap<>();

    void add(AuditAction action, String outcome, String reason) {
        var decision = new Decision(action.word(), outcome, reason);
        if (counts.size() >= MOST && !counts.containsKey(decision)) {
            decision = new Decision(action.word(), outcome, OTHER);
        }
        counts.computeIfAbsent(decision, _ -> new LongAdder()).increment();
    }

    /** All that happened, in a fixed order. */
    public Map<Decision, Long> all() {
        var map = new TreeMap<Decision, Long>();
        counts.forEach((decision, count) -> map.put(decision, count.sum()));
        return map;
    }

    /** How many grants were refused, for whatever reason. */
    public long refusedGrants() {
        return counts.entrySet().stream()
                .filter(entry -> entry.getKey().outcome().equals("refused")
                        && entry.getKey().reason().startsWith("grant-"))
                .mapToLong(entry -> entry.getValue().sum())
                .sum();
    }
}
