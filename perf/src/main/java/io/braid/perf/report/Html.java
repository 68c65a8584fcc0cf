package io.braid.perf.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What the pages of the commands that measure are put together with; a page needs nothing but itself. */
public final class Html {
    private static final String STYLE = "style.css";

    private Html() {}

    /** A number as it stands in a page, whatever the reader's system writes numbers like. */
    @SuppressWarnings("AnnotateFormatMethod") // see Narrator
    public static String number(String format, Object value) {
        return String.format(Locale.ROOT, format, value);
    }

    /** Text that is no markup. */
    public static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** A large figure with what it is; {@code bad} has it stand out. */
    public static String tile(String value, String caption, boolean bad) {
        return "<div class=\"card tile" + (bad ? " bad" : "") + "\"><b>" + escape(value) + "</b><span>"
                + escape(caption) + "</span></div>";
    }

    /** Names with the colours that the charts have for them, from the first on. */
    public static String legend(List<String> names) {
        var html = new StringBuilder();
        for (int i = 0; i < names.size(); i++) {
            html.append("<span><i style=\"background:var(--s")
                    .append(i)
                    .append(")\"></i>")
                    .append(escape(names.get(i)))
                    .append("</span>");
        }
        return html.toString();
    }

    /** What must not be overlooked; nothing if there is none. */
    public static String problems(List<String> problems) {
        return problems.isEmpty()
                ? ""
                : problems.stream()
                        .map(problem -> "<li>" + escape(problem) + "</li>")
                        .collect(Collectors.joining("", "<ul class=\"problems\">", "</ul>"));
    }

    /**
     * A template with its places filled: each <code>{{name}}</code> by the value of that name, and <code>{{style}}</code> by the style that all
     * pages have, light or dark as the reader's system is.
     *
     * @param owner the class that the template lies beside
     */
    public static String fill(Class<?> owner, String template, Map<String, String> values) {
        String page = read(owner, template).replace("{{style}}", read(Html.class, STYLE));
        for (var value : values.entrySet()) {
            page = page.replace("{{" + value.getKey() + "}}", value.getValue());
        }
        return page;
    }

    private static String read(Class<?> owner, String name) {
        try (InputStream stream = owner.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("no " + name + " on the class path");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
