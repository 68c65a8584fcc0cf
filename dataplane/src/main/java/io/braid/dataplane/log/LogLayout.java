package io.braid.dataplane.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.braid.dataplane.config.LogFormat;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Writes a message as a line, or some: a message's own line breaks cannot begin what looks like another message. Any thread. */
final class LogLayout extends LayoutBase<ILoggingEvent> {
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");
    private static final String PREFIX = "io.braid.";

    private final LogFormat format;
    private final boolean journal;
    private final ZoneId zone = ZoneId.systemDefault();

    /** @param journal whether the journal reads it, which knows the time itself and takes a priority (sd-daemon(3)) */
    LogLayout(LogFormat format, boolean journal) {
        this.format = format;
        this.journal = journal;
    }

    @Override
    public String doLayout(ILoggingEvent event) {
        return switch (format) {
            case TEXT -> text(event);
            case LOGFMT -> logfmt(event);
            case JSON -> json(event);
        };
    }

    private String text(ILoggingEvent event) {
        String name = event.getLoggerName().substring(event.getLoggerName().lastIndexOf('.') + 1);
        String message = name + ": " + event.getFormattedMessage().replace("\n", "\n  ") + "\n" + trace(event);
        if (!journal) {
            String time =
                    CLOCK.format(Instant.ofEpochMilli(event.getTimeStamp()).atZone(zone));
            return "%s %-5s %s".formatted(time, event.getLevel(), message);
        }
        String priority = "<" + priority(event.getLevel()) + ">";
        var lines = new StringBuilder();
        message.lines().forEach(line -> lines.append(priority).append(line).append('\n'));
        return lines.toString();
    }

    /** As syslog(3) counts. */
    private static int priority(Level level) {
        return switch (level.toInt()) {
            case Level.ERROR_INT -> 3;
            case Level.WARN_INT -> 4;
            case Level.INFO_INT -> 6;
            default -> 7;
        };
    }

    private String logfmt(ILoggingEvent event) {
        String trace = trace(event);
        return "time=" + Instant.ofEpochMilli(event.getTimeStamp())
                + " level=" + LogLevels.word(event.getLevel())
                + " logger=" + shortName(event)
                + " thread=" + quoted(event.getThreadName())
                + " msg=" + quoted(event.getFormattedMessage())
                + (trace.isEmpty() ? "" : " error=" + quoted(trace.strip()))
                + "\n";
    }

    private String json(ILoggingEvent event) {
        String trace = trace(event);
        return "{\"time\":\"" + Instant.ofEpochMilli(event.getTimeStamp())
                + "\",\"level\":\"" + LogLevels.word(event.getLevel())
                + "\",\"logger\":" + quoted(shortName(event))
                + ",\"thread\":" + quoted(event.getThreadName())
                + ",\"msg\":" + quoted(event.getFormattedMessage())
                + (trace.isEmpty() ? "" : ",\"error\":" + quoted(trace.strip()))
                + "}\n";
    }

    private static String shortName(ILoggingEvent event) {
        String name = event.getLoggerName();
        return name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
    }

    /** As JSON has strings, which logfmt has, too. */
    private static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    private static String trace(ILoggingEvent event) {
        IThrowableProxy thrown = event.getThrowableProxy();
        return thrown == null ? "" : ThrowableProxyUtil.asString(thrown).replace("\r\n", "\n");
    }
}
