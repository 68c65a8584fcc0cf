package io.braid.dataplane.cli;

import io.braid.dataplane.config.BitRate;
import io.braid.dataplane.control.TaskLimits;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes limits for people. */
final class LimitText {
    private LimitText() {}

    /** {@code 10Gbit out, 100000 packets/s in}; empty without a cap. */
    static String describe(TaskLimits limits) {
        var parts = new ArrayList<String>();
        add(parts, limits.rateOut(), true, "out");
        add(parts, limits.packetsOut(), false, "out");
        add(parts, limits.rateIn(), true, "in");
        add(parts, limits.packetsIn(), false, "in");
        return String.join(", ", parts);
    }

    private static void add(List<String> parts, @Nullable Long limit, boolean bits, String way) {
        if (limit != null && limit != 0) {
            parts.add((bits ? new BitRate(limit).toString() : limit + " packets/s") + " " + way);
        }
    }
}
