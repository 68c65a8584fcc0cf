package io.braid.dataplane.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import io.braid.dataplane.audit.AuditLog;
import io.braid.dataplane.config.LogLevel;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** From which weight on messages are logged, of all of Braid and of its parts. Any thread. */
public final class LogLevels {
    /** The parts that can have a level of their own, by the names that operators know. */
    private static final Map<String, String> PARTS = Map.ofEntries(
            Map.entry("announce", "io.braid.dataplane.announce"),
            Map.entry("bfd", "io.braid.bfd"),
            Map.entry("bgp", "io.braid.bgp"),
            Map.entry("conductor", "io.braid.dataplane.conductor"),
            Map.entry("control", "io.braid.dataplane.control"),
            Map.entry("dpdk", "io.braid.dpdk"),
            Map.entry("engine", "io.braid.dataplane.engine"),
            Map.entry("grant", "io.braid.dataplane.grant"),
            Map.entry("http", "org.eclipse.jetty"),
            Map.entry("linux", "io.braid.linux"),
            Map.entry("numa", "io.braid.numa"),
            Map.entry("port", "io.braid.dataplane.port"),
            Map.entry("reload", "io.braid.dataplane.reload"),
            Map.entry("task", "io.braid.dataplane.task"),
            Map.entry("web", "io.braid.dataplane.web"));

    /** How all of them are called together. */
    public static final String ALL = "all";

    private final LoggerContext context;

    /** Those of this process. */
    public LogLevels() {
        this((LoggerContext) LoggerFactory.getILoggerFactory());
    }

    LogLevels(LoggerContext context) {
        this.context = context;
        context.getLogger(AuditLog.NAME).setLevel(Level.INFO); // whatever the others' are
    }

    /** The names of parts. */
    public static Set<String> parts() {
        return new TreeSet<>(PARTS.keySet());
    }

    /** Sets that of all parts that have none of their own. */
    public void all(LogLevel level) {
        context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).setLevel(of(level));
    }

    /**
     * Sets that of a part.
     *
     * @param level null for that of all
     * @return whether there is such a part
     */
    public boolean part(String name, @Nullable LogLevel level) {
        String logger = PARTS.get(name);
        if (logger == null) {
            return false;
        }
        Level usual = name.equals("http") ? Level.WARN : null; // it has much to say that is nobody's concern
        context.getLogger(logger).setLevel(level == null ? usual : of(level));
        return true;
    }

    /** The level of all, and of each part that has another one of its own; by name. */
    public Map<String, String> now() {
        var now = new TreeMap<String, String>();
        now.put(ALL, word(context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).getEffectiveLevel()));
        PARTS.forEach(
                (name, logger) -> Optional.ofNullable(context.getLogger(logger).getLevel())
                        .ifPresent(level -> now.put(name, word(level))));
        return now;
    }

    private static Level of(LogLevel level) {
        return switch (level) {
            case DEBUG -> Level.DEBUG;
            case INFO -> Level.INFO;
            case WARNING -> Level.WARN;
            case ERROR -> Level.ERROR;
        };
    }

    static String word(Level level) {
        return level == Level.WARN ? "warning" : level.toString().toLowerCase(Locale.ROOT);
    }
}
