package io.braid.bgp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of the documentation is that of the code. */
class HandlingTableTest {
    private static final Pattern ROW = Pattern.compile(
            "\\| ([A-Z0-9_]+) \\((\\d+)\\) \\|[^|]*\\| (session-reset|treat-as-withdraw|attribute-discard).*");

    @Test
    void documentedAsItIs() throws IOException {
        List<String> documented = Files.readAllLines(Path.of("README.md")).stream()
                .map(ROW::matcher)
                .filter(java.util.regex.Matcher::matches)
                .map(m -> m.group(1) + " " + m.group(2) + " " + m.group(3))
                .toList();
        List<String> coded = Arrays.stream(AttributeType.values())
                .map(t -> t + " " + t.code() + " "
                        + t.handling().name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
        assertEquals(coded, documented);
    }
}
