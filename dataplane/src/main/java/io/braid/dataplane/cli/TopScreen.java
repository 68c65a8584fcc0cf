package io.braid.dataplane.cli;

import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;

/** Shows changing lines on the whole terminal, however small, until a key ends it. One thread; {@link #close} leaves the terminal as it was. */
final class TopScreen implements AutoCloseable {
    private static final int ESCAPE = 27;
    private static final int CONTROL_C = 3;

    private final Terminal terminal;
    private final Attributes before;
    private final Display display;
    private volatile boolean interrupted;

    /**
     * Takes over the terminal.
     *
     * @throws ControlException when there is none
     */
    TopScreen() {
        try {
            // Without one JLine makes up a dumb terminal, on which nothing can be shown in place.
            terminal = TerminalBuilder.builder().system(true).dumb(true).build();
        } catch (IOException e) {
            throw noTerminal();
        }
        if (terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
            close(terminal);
            throw noTerminal();
        }
        before = terminal.enterRawMode();
        terminal.handle(Signal.INT, _ -> interrupted = true);
        display = new Display(terminal, true);
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.cursor_invisible);
        terminal.flush();
    }

    private static ControlException noTerminal() {
        return new ControlException(
                Kind.BAD_REQUEST, "this is no terminal that can show it; braid top --once prints it once");
    }

    /** Shows lines, cut to what fits. */
    void show(List<String> lines) {
        Size size = terminal.getSize();
        // A terminal that does not know its size says 0.
        int columns = size.getColumns() > 0 ? size.getColumns() : 80;
        int rows = size.getRows() > 0 ? size.getRows() : 24;
        display.resize(rows, columns);
        display.update(fit(lines, rows, columns), -1);
    }

    /** What of the lines fits; the last row stays free, since writing at its end would scroll. */
    static List<AttributedString> fit(List<String> lines, int rows, int columns) {
        return lines.stream()
                .limit(Math.max(1, rows - 1))
                .map(line -> styled(line).columnSubSequence(0, columns))
                .toList();
    }

    /** Titles stand out, as does what is wrong. */
    private static AttributedString styled(String line) {
        var text = new AttributedStringBuilder();
        boolean title = !line.isEmpty() && line.equals(line.toUpperCase(Locale.ROOT)) && line.matches(".*[A-Z]{4}.*");
        boolean wrong = line.startsWith("warning")
                || line.contains(" DOWN ")
                || line.contains(" NONE ")
                || line.contains("(!)");
        AttributedStyle style = wrong
                ? AttributedStyle.DEFAULT.bold().foreground(AttributedStyle.RED)
                : title ? AttributedStyle.DEFAULT.bold() : AttributedStyle.DEFAULT;
        return text.append(line, style).toAttributedString();
    }

    /**
     * Waits for a key or for the time to pass.
     *
     * @return whether to go on: q, Escape, Ctrl-C and the end of input end it
     */
    boolean pause(long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        try {
            for (long left = millis; left > 0 && !interrupted; left = (end - System.nanoTime()) / 1_000_000) {
                int key = terminal.reader().read(left);
                if (key == 'q' || key == 'Q' || key == ESCAPE || key == CONTROL_C || key == NonBlockingReader.EOF) {
                    return false;
                }
                if (key == ' ') {
                    return true; // at once
                }
            }
        } catch (IOException e) {
            return false; // the terminal is gone
        }
        return !interrupted;
    }

    @Override
    public void close() {
        terminal.puts(Capability.cursor_visible);
        terminal.puts(Capability.exit_ca_mode);
        terminal.flush();
        terminal.setAttributes(before);
        close(terminal);
    }

    private static void close(Terminal terminal) {
        try {
            terminal.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the terminal cannot be given back", e);
        }
    }
}
