package io.braid.perf.emulated;

import io.braid.perf.report.Check;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one run found.
 *
 * @param checks in order
 * @param braid TCP of a task behind Braid with kind {@code virtio-user}, null if it did not get that far
 * @param netkit TCP of the same task behind a netkit device and the kernel's multipath routes, likewise
 * @param software kernel and DPDK of the guest
 * @param took from the guest's start to its end
 */
record EmulatedResult(
        List<Check> checks, @Nullable Rates braid, @Nullable Rates netkit, String software, Duration took) {
    EmulatedResult {
        checks = List.copyOf(checks);
    }

    boolean ok() {
        return checks.stream().allMatch(Check::ok);
    }
}
