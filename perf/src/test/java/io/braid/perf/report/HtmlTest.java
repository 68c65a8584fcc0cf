package io.braid.perf.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class HtmlTest {
    @Test
    void textIsEscaped() {
        assertEquals("&lt;a href=&quot;x&quot;&gt; &amp;", Html.escape("<a href=\"x\"> &"));
    }
}
