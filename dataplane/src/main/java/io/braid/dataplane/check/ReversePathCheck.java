package io.braid.dataplane.check;

import io.braid.dataplane.config.HostConfig;
import java.nio.file.Path;
import java.util.List;

/**
 * Whether the kernel would drop what comes to an uplink's own addresses by another uplink than its routing would answer by: with several uplinks to one rack that is what a switch
 * does (RFC 3704, strict mode). It concerns the host's own traffic (BGP, ping), which comes by the uplinks' taps; tasks' packets never see the kernel.
 */
final class ReversePathCheck {
    private static final String SUBJECT = "reverse-path filter";
    /** As {@code Documentation/networking/ip-sysctl} numbers it; 2 is loose, 0 off. */
    private static final long STRICT = 1;

    private ReversePathCheck() {}

    static List<Finding> run(HostConfig config, HostFiles files) {
        if (config.uplinks().size() < 2) {
            return List.of(); // there is no other way
        }
        Path settings = files.procfs().resolve("sys/net/ipv4/conf");
        long all = HostFiles.number(settings.resolve("all/rp_filter")).orElse(0L);
        // Of a tap that is not there yet, the default will be what counts; the larger one of both is in force.
        long taps = HostFiles.number(settings.resolve("default/rp_filter")).orElse(0L);
        if (Math.max(all, taps) != STRICT) {
            return List.of(Finding.ok(SUBJECT, "not strict"));
        }
        return List.of(
                Finding.warn(
                        SUBJECT,
                        "strict: the kernel drops what comes to an uplink's own address by another uplink than it would answer by, as BGP and ping may",
                        "sysctl -w net.ipv4.conf.all.rp_filter=2 net.ipv4.conf.default.rp_filter=2, and in /etc/sysctl.d to keep it"));
    }
}
