package io.braid.dataplane.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** TROUBLESHOOTING.md explains each reason there is, and none that there is not. */
class TroubleshootingTest {
    private static final Pattern NAME = Pattern.compile("`([a-z0-9_]+)`");
    private static final String TABLE = "## What a drop reason means";

    @Test
    void eachReasonIsExplainedOnce() throws IOException {
        String page = Files.readString(Path.of("TROUBLESHOOTING.md"));
        List<String> names = page.substring(page.indexOf(TABLE))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(2, line.indexOf(" | ", 2)))
                .flatMap(cell -> NAME.matcher(cell).results().map(found -> found.group(1)))
                .toList();
        Set<String> reasons = Arrays.stream(Reason.values())
                .filter(reason -> !reason.consumed())
                .map(Reason::metricName)
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(reasons, new TreeSet<>(names));
        assertEquals(reasons.size(), names.size(), "explained twice");
    }
}
