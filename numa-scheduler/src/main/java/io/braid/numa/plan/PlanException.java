package io.braid.numa.plan;

import java.util.List;

/** Says that a request cannot be met on this host, with every reason. */
public final class PlanException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> faults;

    PlanException(String subject, List<String> faults) {
        super(subject + ": " + String.join("; ", faults));
        this.faults = List.copyOf(faults);
    }

    /** Each reason by itself. */
    public List<String> faults() {
        return faults;
    }
}
