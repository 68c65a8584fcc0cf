package io.braid.dataplane.control;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of a dataplane when a container starts: body of {@code POST /v1/tasks}, arguments of {@code braid attach}.
 *
 * <p>A value of this type may hold anything; {@link #checked} says whether it can be asked for at all and puts it in canonical
 * form. A {@link ControlService} only ever sees checked ones.
 *
 * @param task the task's name, see {@link #TASK_PATTERN}
 * @param ips task IPs, IPv4 dotted quads or IPv6 host addresses without prefix length, at least one; or {@link #AUTO_IPS}
 * @param kind the port's kind; {@link #KIND_TAP}, {@link #KIND_VETH}, {@link #KIND_VIRTIO_USER}, {@link #KIND_AUTO} or {@link #KIND_VHOST_USER}
 * @param netns the container's network namespace: an absolute path such as {@code /proc/PID/ns/net} or
 *     {@code /run/netns/NAME}, or a bare name that stands for the latter; null leaves the device in the dataplane's own namespace
 * @param nics whether the container also gets a device of its own for each uplink; needs {@code netns} and a kind with an interface
 * @param mtu bytes of IP packet, 1280 to 65535; null lets the dataplane choose the largest that every uplink carries
 * @param grant the scheduler's signed statement, a compact token (RFC 7515); null without one
 * @param device the interface's name in the container; null for the usual one. Needs {@code netns} and a kind with an interface
 * @param label what whoever attaches calls the attachment, to find it again in the status; null without one. Braid makes nothing of it
 * @param job the job it belongs to, for {@code tasks.local-traffic}; null without one, or to take the grant's
 * @param limits the most it may send and be sent; null for the host's defaults
 * @param queues pairs of queues that a port of kind {@link #KIND_VHOST_USER} offers, 1 to 16; null for one
 */
public record AttachRequest(
        String task,
        List<String> ips,
        String kind,
        @Nullable String netns,
        boolean nics,
        @Nullable Integer mtu,
        @Nullable String grant,
        @Nullable String device,
        @Nullable String label,
        @Nullable String job,
        @Nullable TaskLimits limits,
        @Nullable Integer queues) {

    /** Instead of addresses: those that the grant names, or without one an address of each family that this host may give away. */
    public static final List<String> AUTO_IPS = List.of("auto");

    /** A tap device, moved into the container. */
    public static final String KIND_TAP = "tap";

    /** A veth, one end in the container; the only one for packets of more than 1500 bytes to a kernel. */
    public static final String KIND_VETH = "veth";
    /** {@link #KIND_VIRTIO_USER} where the kernel has vhost-net, else {@link #KIND_TAP}; {@link #KIND_VETH} if the MTU asked for is too large for these. */
    public static final String KIND_AUTO = "auto";

    /** A vhost-user socket for a DPDK application in the container. */
    public static final String KIND_VHOST_USER = "vhost-user";

    /** A tap device that the kernel's vhost-net serves, moved into the container; needs {@code /dev/vhost-net}. */
    public static final String KIND_VIRTIO_USER = "virtio-user";

    /** What a task may be called: 1 to 63 of these, the first a letter or a digit; safe as file name, URL segment and label. */
    public static final Pattern TASK_PATTERN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,62}");

    public AttachRequest {
        ips = List.copyOf(ips);
    }

    /** One with the usual device and without a label. */
    public AttachRequest(
            String task,
            List<String> ips,
            String kind,
            @Nullable String netns,
            boolean nics,
            @Nullable Integer mtu,
            @Nullable String grant) {
        this(task, ips, kind, netns, nics, mtu, grant, null, null);
    }

    /** One without a job, with the host's limits and a single pair of queues. */
    public AttachRequest(
            String task,
            List<String> ips,
            String kind,
            @Nullable String netns,
            boolean nics,
            @Nullable Integer mtu,
            @Nullable String grant,
            @Nullable String device,
            @Nullable String label) {
        this(task, ips, kind, netns, nics, mtu, grant, device, label, null, null, null);
    }

    /** Without the grant, which is a secret. */
    @Override
    public String toString() {
        return "AttachRequest[task=" + task + ", ips=" + ips + ", kind=" + kind + ", netns=" + netns + ", nics=" + nics
                + ", mtu=" + mtu + ", grant=" + (grant == null ? "none" : "given") + ", device=" + device
                + ", label=" + label + ", job=" + job + ", limits=" + limits + ", queues=" + queues + "]";
    }

    /**
     * This request in canonical form: addresses as RFC 5952 writes them, a bare namespace name as its path.
     *
     * @throws ControlException {@link ControlException.Kind#BAD_REQUEST} naming the first field that is wrong and why
     */
    public AttachRequest checked() {
        return AttachRules.check(this);
    }
}
