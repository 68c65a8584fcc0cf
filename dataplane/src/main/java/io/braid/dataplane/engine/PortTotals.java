package io.braid.dataplane.engine;

import io.braid.dataplane.graph.Counters;
import io.braid.dataplane.graph.Reason;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;

/**
 * A port's packet counters summed over all threads that count, at one moment.
 *
 * @param rxPackets packets received
 * @param rxBytes bytes received
 * @param txPackets packets sent
 * @param txBytes bytes sent
 * @param generated packets made here
 * @param ended packets that ended, by reason; only reasons that occurred
 */
public record PortTotals(
        long rxPackets, long rxBytes, long txPackets, long txBytes, long generated, Map<Reason, Long> ended) {
    public static final PortTotals ZERO = new PortTotals(0, 0, 0, 0, 0, Map.of());

    public PortTotals {
        ended = Map.copyOf(ended);
    }

    /** Sums one port's cells. */
    public static PortTotals read(Collection<Counters> counters, int port) {
        var ended = new EnumMap<Reason, Long>(Reason.class);
        for (Reason reason : Reason.values()) {
            long count = counters.stream().mapToLong(c -> c.get(port, reason)).sum();
            if (count != 0) {
                ended.put(reason, count);
            }
        }
        return new PortTotals(
                sum(counters, port, Counters.RX_PACKETS),
                sum(counters, port, Counters.RX_BYTES),
                sum(counters, port, Counters.TX_PACKETS),
                sum(counters, port, Counters.TX_BYTES),
                sum(counters, port, Counters.GENERATED),
                ended);
    }

    private static long sum(Collection<Counters> counters, int port, int cell) {
        return counters.stream().mapToLong(c -> c.get(port, cell)).sum();
    }

    /** The sum of both. */
    public PortTotals plus(PortTotals other) {
        return combine(other, 1);
    }

    /** What came since {@code earlier} of the same port. */
    public PortTotals minus(PortTotals earlier) {
        return combine(earlier, -1);
    }

    private PortTotals combine(PortTotals other, int sign) {
        var sum = new EnumMap<Reason, Long>(Reason.class);
        sum.putAll(ended);
        other.ended.forEach((reason, count) -> sum.merge(reason, sign * count, Long::sum));
        sum.values().removeIf(count -> count == 0);
        return new PortTotals(
                rxPackets + sign * other.rxPackets,
                rxBytes + sign * other.rxBytes,
                txPackets + sign * other.txPackets,
                txBytes + sign * other.txBytes,
                generated + sign * other.generated,
                sum);
    }

    /** Packets dropped, all reasons. */
    public long dropped() {
        return count(false);
    }

    /** Packets that did what they were for, all reasons. */
    public long consumed() {
        return count(true);
    }

    private long count(boolean consumed) {
        return ended.entrySet().stream()
                .filter(entry -> entry.getKey().consumed() == consumed)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
