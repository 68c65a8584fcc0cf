package io.braid.perf.emulated;

import io.braid.perf.report.Check;
import java.time.Duration;

/** Whether a port of kind {@code virtio-user} carries TCP between a container and the network, over the kernel's vhost-net. */
final class VhostNetChecks {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private VhostNetChecks() {}

    /** By the kernel: the process has the device open, and threads of vhost work for it. */
    static Check kernel(Guest guest, GuestBraid braid) throws InterruptedException {
        String found = guest.run("pid=" + braid.pid() + """

                        echo "$(ls -l /proc/$pid/fd 2>/dev/null | grep -c '/dev/vhost-net$') open /dev/vhost-net"
                        echo "$(cat /proc/$pid/task/*/comm 2>/dev/null | grep -c '^vhost-') vhost threads"
                        """, LIMIT).strip().replace("\n", ", ");
        return new Check(
                "virtio-user.vhost-net",
                found.matches("[1-9]\\d* open /dev/vhost-net, [1-9]\\d* vhost threads"),
                "braid has /dev/vhost-net open and the kernel's vhost threads serve it",
                found);
    }

    static Check tcp(Rates rates) {
        return new Check("virtio-user.tcp", true, "TCP both ways, IPv4 and IPv6, no stream stalls", rates.toString());
    }
}
