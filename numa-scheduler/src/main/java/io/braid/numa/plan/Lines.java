package io.braid.numa.plan;

import java.util.ArrayList;
import java.util.List;

/** What a planner has to say while it works. */
final class Lines {
    private final List<String> explanation = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    void explain(String line) {
        explanation.add(line);
    }

    /** Something works, but not as well as it could. */
    void warn(String line) {
        warnings.add(line);
    }

    List<String> explanation() {
        return explanation;
    }

    List<String> warnings() {
        return warnings;
    }
}
