package io.braid.dataplane.conductor;

import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides which uplinks the packets of a family may leave by: those with a gateway, alive and in service.
 *
 * <p>Where that leaves none, an uplink that is drained still carries packets, and so may one that only a liveness check speaks against: a
 * packet that is lost anyway is worth the try, and no check can then cut a host off.
 */
final class UsablePaths {
    private UsablePaths() {}

    /** @param monitors by place, null where there is no uplink */
    static boolean[] of(List<? extends @Nullable UplinkMonitor> monitors, PathHealth health, boolean ipv4) {
        boolean[] best = select(monitors, ipv4, uplink -> {
            PathHealth.Condition condition = health.of(uplink);
            return condition.alive() && !condition.drained();
        });
        if (any(best)) {
            return best;
        }
        boolean[] drained = select(monitors, ipv4, uplink -> health.of(uplink).alive());
        return any(drained) ? drained : select(monitors, ipv4, _ -> true);
    }

    private static boolean[] select(
            List<? extends @Nullable UplinkMonitor> monitors, boolean ipv4, IntPredicate condition) {
        var usable = new boolean[monitors.size()];
        for (int i = 0; i < usable.length; i++) {
            UplinkMonitor monitor = monitors.get(i);
            usable[i] = monitor != null && monitor.gatewayMac(ipv4) != 0 && condition.test(i);
        }
        return usable;
    }

    private static boolean any(boolean[] usable) {
        for (boolean one : usable) {
            if (one) {
                return true;
            }
        }
        return false;
    }
}
