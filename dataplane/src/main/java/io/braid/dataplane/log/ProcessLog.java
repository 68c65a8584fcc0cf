package io.braid.dataplane.log;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import io.braid.dataplane.config.LogConfig;
import io.braid.dataplane.config.LogFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** The log of a process that runs for long: what the configuration says of it, and its last lines. Any thread. */
public final class ProcessLog {
    private static final Path STDERR = Path.of("/proc/self/fd/2");
    private static final int LOOK_MILLIS = 1_000;

    private final LogAppender appender;
    private final LogLevels levels = new LogLevels();

    private ProcessLog(LogAppender appender) {
        this.appender = appender;
    }

    /** Logs from now on as the configuration says, to standard error, instead of what there was. */
    public static ProcessLog start(LogConfig config) {
        var context = (LoggerContext) LoggerFactory.getILoggerFactory();
        boolean journal = isJournal(System.getenv("JOURNAL_STREAM"), STDERR);
        var appender = new LogAppender(new LogLayout(config.format(), journal), System.err, System::nanoTime);
        appender.setContext(context);
        appender.setName("braid");
        appender.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.detachAndStopAllAppenders();
        root.addAppender(appender);
        var log = new ProcessLog(appender);
        log.levels.all(config.level());
        Thread.ofPlatform().name("log-repeats").daemon().start(log::look);
        return log;
    }

    /** The log as the process began it; of that no last lines are kept. */
    public static ProcessLog asItIs() {
        return new ProcessLog(new LogAppender(new LogLayout(LogFormat.TEXT, false), System.err, System::nanoTime));
    }

    private void look() {
        while (true) {
            try {
                Thread.sleep(LOOK_MILLIS);
            } catch (InterruptedException e) {
                return; // nobody does that
            }
            appender.tellOfRepeats();
        }
    }

    /**
     * Whether a file is the journal's stream, by what systemd says of it (systemd.exec(5)): device and inode.
     *
     * @param said {@code DEVICE:INODE}; null when nothing is said
     */
    static boolean isJournal(@Nullable String said, Path file) {
        if (said == null) {
            return false;
        }
        try {
            return said.equals(Files.getAttribute(file, "unix:dev") + ":" + Files.getAttribute(file, "unix:ino"));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException notToBeSeen) {
            return false;
        }
    }

    /** Which messages are logged. */
    public LogLevels levels() {
        return levels;
    }

    /** The last lines, oldest first; some hundred kilobytes at most. */
    public List<String> tail() {
        return appender.tail();
    }
}
