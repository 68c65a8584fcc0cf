package io.braid.dataplane.config;

import java.util.ArrayList;
import java.util.List;

/** Says what a file asks for that this version does not do, so that nobody relies on it. */
final class Warnings {
    private Warnings() {}

    static List<String> of(HostConfig config, Bound bound) {
        var warnings = new ArrayList<String>();
        if (config.numa() == NumaPolicy.STRICT) {
            warnings.add("numa: this version does not enforce strict; it acts as prefer");
        }
        config.tasks()
                .grants()
                .ifPresent(grants -> warnings.add(
                        grants.required()
                                ? "tasks.grants: this version does not verify grants; as they are required, every"
                                        + " attach will be refused"
                                : "tasks.grants: this version does not verify grants; tasks are attached without one"));
        if (config.web().isPresent()) {
            warnings.add("web: this version has no metrics or dashboard server; the section has no effect");
        }
        return warnings;
    }
}
