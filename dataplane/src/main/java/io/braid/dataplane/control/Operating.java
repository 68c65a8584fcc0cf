package io.braid.dataplane.control;

import io.braid.dataplane.audit.Asker;
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
}
