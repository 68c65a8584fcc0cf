package io.braid.perf.emulated;

import io.braid.perf.report.CheckTable;
import java.util.Locale;

/** The result for a person. */
final class EmulatedTable {
    private EmulatedTable() {}

    static String of(EmulatedResult result) {
        var text = new StringBuilder(CheckTable.of(result.checks()));
        if (result.braid() != null && result.netkit() != null) {
            text.append(String.format(
                    Locale.ROOT,
                    "%nTCP of the same task on the emulated CPUs (no statement about real ones: a JVM suffers most from emulation):%n"
                            + "  Braid, virtio-user over vhost-net    %s%n  kernel, netkit and multipath routes  %s%n",
                    result.braid().toString(),
                    result.netkit().toString()));
        }
        text.append(String.format(
                Locale.ROOT,
                "%n%s, in %d s (%s)%n",
                CheckTable.count(result.checks()),
                result.took().toSeconds(),
                result.software()));
        return text.toString();
    }
}
