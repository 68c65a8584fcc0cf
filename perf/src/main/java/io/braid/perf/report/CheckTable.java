package io.braid.perf.report;

import java.util.List;
import java.util.Locale;

/** Checks for a person: two lines each, what was expected and what was found. */
public final class CheckTable {
    private CheckTable() {}

    /** The lines. */
    public static String of(List<Check> checks) {
        var text = new StringBuilder();
        for (Check check : checks) {
            text.append(String.format(
                    Locale.ROOT, "%-5s%-24s%s%n", check.ok() ? "ok" : "FAIL", check.name(), check.expected()));
            text.append(String.format(Locale.ROOT, "%-29sfound: %s%n", "", check.found()));
        }
        return text.toString();
    }

    /** How many are ok, in words. */
    public static String count(List<Check> checks) {
        return checks.stream().filter(Check::ok).count() + " of " + checks.size() + " checks ok";
    }
}
