package io.braid.perf.emulated;

import java.util.Locale;

/** The result for a person. */
final class EmulatedTable {
    private EmulatedTable() {}

    static String of(EmulatedResult result) {
        var text = new StringBuilder();
        for (Check check : result.checks()) {
            text.append(String.format(
                    Locale.ROOT, "%-5s%-24s%s%n", check.ok() ? "ok" : "FAIL", check.name(), check.expected()));
            text.append(String.format(Locale.ROOT, "%-29sfound: %s%n", "", check.found()));
        }
        if (result.braid() != null && result.netkit() != null) {
            text.append(String.format(
                    Locale.ROOT,
                    "%nTCP of the same task on the emulated CPUs (no statement about real ones: a JVM suffers most from emulation):%n"
                            + "  Braid, virtio-user over vhost-net    %s%n  kernel, netkit and multipath routes  %s%n",
                    result.braid().toString(),
                    result.netkit().toString()));
        }
        long good = result.checks().stream().filter(Check::ok).count();
        text.append(String.format(
                Locale.ROOT,
                "%n%d of %d checks ok, in %d s (%s)%n",
                good,
                result.checks().size(),
                result.took().toSeconds(),
                result.software()));
        return text.toString();
    }
}
