package io.braid.dataplane;

import io.braid.dataplane.audit.Asker;
import io.braid.dataplane.config.LogLevel;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.Operating;
import io.braid.dataplane.control.ReloadReport;
import io.braid.dataplane.control.SupportReport;
import io.braid.dataplane.log.LogLevels;
import io.braid.dataplane.log.ProcessLog;
import io.braid.dataplane.reload.Reloader;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Does what is asked of the process itself. Any thread. */
final class ProcessOperations implements Operating {
    private final Reloader reloader;
    private final ProcessLog log;
    private final SupportFiles support;
    private final Supplier<LogLevel> usual;

    /**
     * @param usual what is logged unless an operator says otherwise
     * @param support what only the process knows
     */
    ProcessOperations(Reloader reloader, ProcessLog log, Supplier<LogLevel> usual, SupportFiles support) {
        this.support = support;
        this.reloader = reloader;
        this.log = log;
        this.usual = usual;
    }

    @Override
    public SupportReport support() {
        return support.report();
    }

    @Override
    public Map<String, String> logLevels() {
        return log.levels().now();
    }

    @Override
    public void logLevel(String part, String word) {
        LogLevel level = level(word);
        if (part.equals(LogLevels.ALL)) {
            log.levels().all(level == null ? usual.get() : level);
        } else if (!log.levels().part(part, level)) {
            throw new ControlException(
                    Kind.NOT_FOUND,
                    "there is no part " + part + "; parts are: " + String.join(", ", LogLevels.parts()));
        }
    }

    private static @Nullable LogLevel level(String word) {
        if (word.equals("default")) {
            return null;
        }
        for (LogLevel level : LogLevel.values()) {
            if (level.name().toLowerCase(Locale.ROOT).equals(word)) {
                return level;
            }
        }
        throw new ControlException(
                Kind.BAD_REQUEST, "there is no level " + word + "; levels are: debug, info, warning, error, default");
    }

    @Override
    public ReloadReport reload(@Nullable String file, boolean dryRun, Asker asker) {
        Path path = null;
        if (file != null) {
            try {
                path = Path.of(file);
            } catch (InvalidPathException e) {
                throw new ControlException(Kind.BAD_REQUEST, "file: this is no path", e);
            }
        }
        return reloader.reload(path, dryRun, asker);
    }
}
