package io.braid.dataplane.control;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is logged: answer of {@code GET /v1/log}.
 *
 * @param levels the least weight of messages that are logged, {@code debug}, {@code info}, {@code warning} or {@code error}: of {@code all}, and of each part that has one of
 *     its own
 */
public record LogReport(Map<String, String> levels) {
    public LogReport {
        levels = Collections.unmodifiableMap(new TreeMap<>(levels));
    }
}
