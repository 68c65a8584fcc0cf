package io.braid.dataplane.announce;

import io.braid.linux.LinkState;
import io.braid.linux.LinkWatcher;
import io.braid.linux.LinuxException;
import io.braid.linux.NetlinkListener;
import io.braid.linux.NetworkNamespace;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Looks at a device inside another network namespace, and leaves nothing open there. */
final class TaskDevice {
    private static final Logger LOG = System.getLogger(TaskDevice.class.getName());
    private static final int POLLS = 200;
    private static final long POLL_NANOS = 100_000;

    private static final NetlinkListener<LinkState> TABLE_ONLY = new NetlinkListener<>() {
        @Override
        public void changed(LinkState now, @Nullable LinkState previous) {}

        @Override
        public void removed(LinkState last) {}
    };

    private TaskDevice() {}

    /** Whether the device is there, set up, and has carrier; null when that cannot be told at the moment. */
    static @Nullable Boolean isUp(String namespace, String device) {
        try (NetworkNamespace open = NetworkNamespace.open(namespace);
                LinkWatcher links = LinkWatcher.open(open)) {
            for (int i = 0; i < POLLS && !links.isSynced(); i++) {
                links.poll(TABLE_ONLY);
                LockSupport.parkNanos(links.isSynced() ? 0 : POLL_NANOS);
            }
            if (!links.isSynced()) {
                return null;
            }
            LinkState state = links.get(device);
            return state != null && state.usable();
        } catch (LinuxException e) {
            LOG.log(Level.DEBUG, "cannot look into " + namespace, e);
            return null;
        }
    }
}
