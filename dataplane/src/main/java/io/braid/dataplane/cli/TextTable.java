package io.braid.dataplane.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * Lays out rows of text in aligned columns, with lines between rows for what is too long or too rare for a column.
 *
 * <p>A column whose title begins with {@code >} is aligned to the right, as numbers are. Cells longer than {@value #MAX_CELL} characters, or as {@link #upTo} says,
 * are cut, the end marked by {@code ~}. Not thread-safe.
 */
final class TextTable {
    static final int MAX_CELL = 24;
    private static final String GAP = "  ";

    private sealed interface Line {
        record Cells(List<String> cells) implements Line {}

        record Detail(String text) implements Line {}
    }

    private final List<String> titles;
    private final List<Line> lines = new ArrayList<>();
    private int maxCell = MAX_CELL;

    TextTable(String... titles) {
        this.titles = List.of(titles);
    }

    /** Cuts cells of rows to come at another length. */
    TextTable upTo(int characters) {
        maxCell = characters;
        return this;
    }

    /** Adds a row; one cell per column. */
    TextTable row(Object... cells) {
        if (cells.length != titles.size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + titles.size() + " columns");
        }
        var texts = new ArrayList<String>(cells.length);
        for (Object cell : cells) {
            String text = cell.toString();
            texts.add(text.length() > maxCell ? text.substring(0, maxCell - 1) + "~" : text);
        }
        lines.add(new Line.Cells(texts));
        return this;
    }

    /** Adds a line of free text under the row before. */
    TextTable detail(String text) {
        lines.add(new Line.Detail(text));
        return this;
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    @Override
    public String toString() {
        int[] widths = new int[titles.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = title(i).length();
            for (Line line : lines) {
                if (line instanceof Line.Cells(List<String> cells)) {
                    widths[i] = Math.max(widths[i], cells.get(i).length());
                }
            }
        }
        var text = new StringBuilder();
        append(text, widths, titles.stream().map(TextTable::withoutMark).toList());
        for (Line line : lines) {
            switch (line) {
                case Line.Cells(List<String> cells) -> append(text, widths, cells);
                case Line.Detail(String detail) ->
                    text.append("    ").append(detail).append('\n');
            }
        }
        return text.toString();
    }

    private void append(StringBuilder text, int[] widths, List<String> cells) {
        var line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String padding = " ".repeat(widths[i] - cells.get(i).length());
            line.append(i == 0 ? "" : GAP);
            line.append(titles.get(i).startsWith(">") ? padding + cells.get(i) : cells.get(i) + padding);
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }

    private String title(int column) {
        return withoutMark(titles.get(column));
    }

    private static String withoutMark(String title) {
        return title.startsWith(">") ? title.substring(1) : title;
    }
}
