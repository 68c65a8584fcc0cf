package io.braid.dataplane.look;

import io.braid.dataplane.graph.Reason;
import io.braid.dataplane.graph.Verdict;

/** Says in words what became of a packet. */
final class Verdicts {
    private Verdicts() {}

    /** Such as {@code dropped: source_not_owned}; for a packet that goes on, nothing. */
    static String end(int verdict) {
        if (!Verdict.isEnd(verdict)) {
            return "";
        }
        Reason reason = Reason.of(Verdict.reason(verdict));
        return (reason.consumed() ? "done with: " : "dropped: ") + reason.metricName();
    }

    /** The reason for which a packet was turned into an ICMP error, by 1 + its ordinal. */
    static String answer(int answered) {
        return "dropped: " + Reason.of(answered - 1).metricName() + ", and its sender told by ICMP";
    }
}
