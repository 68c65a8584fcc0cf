package io.braid.dataplane.config;

import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * A place in a file.
 *
 * @param line from 1; 0 for the file as a whole
 * @param column from 1, in characters; 0 for the file as a whole
 */
record Position(int line, int column) implements Comparable<Position> {
    /** The file as a whole. */
    static final Position FILE = new Position(0, 0);

    static Position of(Mark mark) {
        return new Position(mark.getLine() + 1, mark.getColumn() + 1);
    }

    static Position of(Node node) {
        return node.getStartMark().map(Position::of).orElse(FILE);
    }

    static Position of(Event event) {
        return event.getStartMark().map(Position::of).orElse(FILE);
    }

    /** The place behind a text that starts the file; line breaks are those of YAML (LF, CR, CR LF). */
    static Position after(CharSequence text) {
        int line = 1;
        int column = 1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean crOfCrLf = c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
            if ((c == '\n' || c == '\r') && !crOfCrLf) {
                line++;
                column = 1;
            } else if (!Character.isLowSurrogate(c)) {
                column++;
            }
        }
        return new Position(line, column);
    }

    @Override
    public int compareTo(Position other) {
        int byLine = Integer.compare(line, other.line);
        return byLine != 0 ? byLine : Integer.compare(column, other.column);
    }
}
