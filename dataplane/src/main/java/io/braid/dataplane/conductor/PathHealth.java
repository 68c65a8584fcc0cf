package io.braid.dataplane.conductor;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * What is known of the uplinks' paths beyond link and neighbor: liveness checks that failed, and uplinks that an operator takes out of service.
 *
 * <p>Any thread. The conductor takes a change in at its next turn, which it is woken for.
 */
public final class PathHealth {
    /**
     * One uplink's condition.
     *
     * @param drained whether an operator takes it out of service
     * @param faults what failed, by who says so, each with its reason in words
     */
    public record Condition(boolean drained, Map<String, String> faults) {
        static final Condition GOOD = new Condition(false, Map.of());

        public Condition {
            faults = Map.copyOf(faults);
        }

        /** Whether no liveness check says that the path is broken. */
        public boolean alive() {
            return faults.isEmpty();
        }

        /** What is wrong with it, in words, in a fixed order; empty if nothing is. */
        public List<String> reasons() {
            var texts = new TreeMap<>(faults);
            if (drained) {
                texts.put("", "drained");
            }
            return List.copyOf(texts.values());
        }
    }

    private final AtomicReferenceArray<Condition> conditions;
    private volatile Runnable wake = () -> {};

    /** Nothing is wrong with any uplink, whose places are so many. */
    public PathHealth(int uplinks) {
        conditions = new AtomicReferenceArray<>(
                IntStream.range(0, uplinks).mapToObj(_ -> Condition.GOOD).toArray(Condition[]::new));
    }

    /** Has {@code action} run after each change, on the thread that made it. */
    void onChange(Runnable action) {
        wake = action;
    }

    /**
     * A liveness check says that the path by an uplink is broken; what it said before is replaced.
     *
     * @param source who says so
     * @param reason in words
     */
    public void fault(int uplink, String source, String reason) {
        update(uplink, condition -> {
            var faults = new TreeMap<>(condition.faults());
            faults.put(source, reason);
            return new Condition(condition.drained(), faults);
        });
    }

    /** A liveness check has nothing against the path any more. */
    public void clear(int uplink, String source) {
        update(uplink, condition -> {
            var faults = new TreeMap<>(condition.faults());
            faults.remove(source);
            return new Condition(condition.drained(), faults);
        });
    }

    /** An uplink is taken out of service, or back. */
    public void drained(int uplink, boolean drained) {
        update(uplink, condition -> new Condition(drained, condition.faults()));
    }

    private void update(int uplink, UnaryOperator<Condition> change) {
        Condition before = conditions.get(uplink);
        Condition after = conditions.updateAndGet(uplink, change);
        if (!before.equals(after)) {
            wake.run();
        }
    }

    /** The uplink is gone, and nothing is known of the next one at its place. */
    void reset(int uplink) {
        update(uplink, _ -> Condition.GOOD);
    }

    /** The uplink's condition now. */
    public Condition of(int uplink) {
        return conditions.get(uplink);
    }
}
