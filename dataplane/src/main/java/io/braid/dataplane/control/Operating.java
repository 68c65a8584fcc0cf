package io.braid.dataplane.control;

import io.braid.dataplane.audit.Asker;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a running dataplane can have changed of itself. Any thread; every failure is a {@link ControlException}. */
public interface Operating {
    /**
     * Reads the configuration again and goes by it, whole or not at all. A file that cannot be applied is no failure: the report says so.
     *
     * @param file an absolute path; null for the file that braid was started with
     * @param dryRun only to say what would be
     * @param asker who asked
     * @throws ControlException {@link ControlException.Kind#CONFLICT} while another one is under way
     */
    ReloadReport reload(@Nullable String file, boolean dryRun, Asker asker);

    /** What only the process knows, for whoever looks into a fault from afar; no secrets. */
    SupportReport support();

    /** The least weight of messages that are logged: of {@code all}, and of each part that has another one; by name. */
    Map<String, String> logLevels();

    /**
     * Changes what is logged, until the process ends or {@code log.level} is reloaded.
     *
     * @param part {@code all} or a part's name
     * @param level {@code debug}, {@code info}, {@code warning} or {@code error}; {@code default} for what it was at the start
     * @throws ControlException {@link ControlException.Kind#NOT_FOUND} if there is no such part, {@link ControlException.Kind#BAD_REQUEST} if there is no such level
     */
    void logLevel(String part, String level);
}
