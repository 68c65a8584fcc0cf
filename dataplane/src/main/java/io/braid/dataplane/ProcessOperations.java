package io.braid.dataplane;

import io.braid.dataplane.audit.Asker;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.Operating;
import io.braid.dataplane.control.ReloadReport;
import io.braid.dataplane.reload.Reloader;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Does what is asked of the process itself. Any thread. */
final class ProcessOperations implements Operating {
    private final Reloader reloader;

    ProcessOperations(Reloader reloader) {
        this.reloader = reloader;
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
