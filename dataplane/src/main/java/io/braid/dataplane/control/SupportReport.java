package io.braid.dataplane.control;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What only the process itself knows and the other answers do not tell: answer of {@code GET /v1/support}.
 *
 * @param files names of files and their lines
 */
public record SupportReport(Map<String, List<String>> files) {
    /** The ending of names of files that are not text: their lines are base64. */
    public static final String BASE64 = ".b64";

    public SupportReport {
        files = Collections.unmodifiableMap(new TreeMap<>(files));
    }
}
