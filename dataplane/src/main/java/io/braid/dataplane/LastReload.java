package io.braid.dataplane;

import io.braid.dataplane.control.ReloadReport;
import io.braid.dataplane.web.Moment;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Remembers the last attempt to change the configuration, for the dashboard. Any thread. */
final class LastReload {
    private static final int MOST_NAMED = 8;
    private static final int MOST_CHARACTERS = 300;

    private int number;
    private volatile Moment.@Nullable Reload reload;

    synchronized void add(ReloadReport report) {
        number++;
        boolean done = report.outcome().equals(ReloadReport.APPLIED)
                || report.outcome().equals(ReloadReport.UNCHANGED);
        String text;
        if (!done) {
            text = "refused, nothing has changed: " + list(report.reasons(), reason -> reason);
        } else if (report.changes().isEmpty()) {
            text = "nothing is different";
        } else {
            text = list(report.changes(), change -> change.option() + ": " + change.before() + " -> " + change.after());
        }
        reload = new Moment.Reload(number, text, done);
    }

    private static <T> String list(List<T> all, Function<T, String> word) {
        String text = all.stream().limit(MOST_NAMED).map(word).collect(Collectors.joining("; "));
        String shown = text.length() > MOST_CHARACTERS ? text.substring(0, MOST_CHARACTERS) + "..." : text;
        return all.size() > MOST_NAMED ? shown + "; and " + (all.size() - MOST_NAMED) + " more" : shown;
    }

    /** Null if there was none. */
    Moment.@Nullable Reload get() {
        return reload;
    }
}
