package io.braid.dataplane.log;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.braid.dataplane.audit.AuditLog;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Writes messages, not the same again and again, and remembers the last lines for who comes when they are gone from the terminal. The audit has bounds of its own, and is never left out.
 * Any thread, one at a time ({@link AppenderBase}).
 */
final class LogAppender extends AppenderBase<ILoggingEvent> {
    /** Characters of lines that are remembered. */
    static final int TAIL_CHARACTERS = 256 * 1024;

    private final LogLayout layout;
    private final PrintStream out;
    private final LongSupplier nanos;
    private final Repeats repeats = new Repeats();
    private final Deque<String> tail = new ArrayDeque<>();
    private int tailCharacters;

    /** @param nanos the time, as {@link System#nanoTime} */
    LogAppender(LogLayout layout, PrintStream out, LongSupplier nanos) {
        this.layout = layout;
        this.out = out;
        this.nanos = nanos;
    }

    @Override
    protected void append(ILoggingEvent event) {
        tellOfRepeats();
        if (event.getLoggerName().equals(AuditLog.NAME) || repeats.admits(event, nanos.getAsLong())) {
            write(event);
        }
    }

    /** Tells of what was left out by now; to be called now and then, also when nothing is logged. */
    synchronized void tellOfRepeats() {
        for (Repeats.LeftOut left : repeats.takeOver(nanos.getAsLong())) {
            ILoggingEvent like = left.like();
            Logger logger = ((LoggerContext) getContext()).getLogger(like.getLoggerName());
            write(new LoggingEvent(
                    LogAppender.class.getName(),
                    logger,
                    like.getLevel(),
                    left.count() + " more of these in " + Repeats.WINDOW_NANOS / 1_000_000_000L + " s: "
                            + like.getFormattedMessage(),
                    null,
                    null));
        }
    }

    private void write(ILoggingEvent event) {
        String lines = layout.doLayout(event);
        out.print(lines);
        out.flush();
        tail.add(lines);
        tailCharacters += lines.length();
        while (tailCharacters > TAIL_CHARACTERS) {
            tailCharacters -= tail.remove().length();
        }
    }

    /** The last lines. */
    synchronized List<String> tail() {
        return List.copyOf(tail);
    }
}
