package io.braid.dataplane.conductor;

import io.braid.dataplane.port.Uplink;
import io.braid.dpdk.LinkStatus;
import io.braid.linux.LinkState;
import io.braid.linux.LinkWatcher;
import io.braid.linux.NetlinkListener;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Knows whether uplinks' links are up: from netlink where a kernel interface stands behind the port, since af_packet and af_xdp never report a loss; from the
 * driver otherwise. The conductor's thread only.
 */
final class LinkSource implements AutoCloseable {
    private static final NetlinkListener<LinkState> TABLE_ONLY = new NetlinkListener<>() {
        @Override
        public void changed(LinkState now, @Nullable LinkState previous) {
            // the watcher's table has it
        }

        @Override
        public void removed(LinkState last) {
            // likewise
        }
    };

    private static final long DRIVER_INTERVAL_NANOS = 10_000_000;

    private record Answer(LinkStatus link, long nanos) {}

    private final Map<Integer, Answer> answers = new HashMap<>();
    private final LinkWatcher watcher = LinkWatcher.open();

    /** Takes in what the kernel reported since the last call. */
    void poll() {
        watcher.poll(TABLE_ONLY);
    }

    /** Whether the link is up, as far as is known now. */
    boolean isUp(Uplink uplink, long now) {
        if (uplink.kernelInterface().isEmpty()) {
            return driverSays(uplink, now).up();
        }
        LinkState state = watcher.get(uplink.kernelInterface().get());
        return state != null && state.usable();
    }

    /** The link's speed in Mbit/s as the driver reports it, 0 when it does not know. */
    long megabitsPerSecond(Uplink uplink, long now) {
        return driverSays(uplink, now).megabitsPerSecond();
    }

    /** Asked less often than netlink is read: a driver may take the answer from the device's registers. */
    private LinkStatus driverSays(Uplink uplink, long now) {
        Answer last = answers.get(uplink.index());
        if (last == null || now - last.nanos() >= DRIVER_INTERVAL_NANOS) {
            last = new Answer(uplink.port().link(), now);
            answers.put(uplink.index(), last);
        }
        return last.link();
    }

    /** Another uplink may have its place. */
    void forget(Uplink uplink) {
        answers.remove(uplink.index());
    }

    @Override
    public void close() {
        watcher.close();
    }
}
