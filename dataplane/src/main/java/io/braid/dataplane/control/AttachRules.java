package io.braid.dataplane.control;

import static io.braid.dataplane.control.ControlException.badRequest;

import io.braid.dataplane.control.ControlException.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The syntax of an attach request, and the one place that says what this version of Braid does not support yet.
 *
 * <p>The server applies it to everything that arrives; the command line applies it before it connects, so that a typing error is
 * reported even when no dataplane runs. Stateless; any thread.
 */
final class AttachRules {
    /** RFC 8200, section 5: every link that carries IPv6 carries 1280 bytes. A task's addresses may be of both families. */
    static final int MIN_MTU = 1280;

    /** The largest total length an IPv4 header can state. What the uplinks carry is the service's to judge. */
    static final int MAX_MTU = 65535;

    static final int MAX_IPS = 16;

    /** Of a token. One with sixteen addresses has less than a thousand. */
    static final int MAX_GRANT_CHARS = 8192;

    /** Pairs of queues of one port. */
    static final int MAX_QUEUES = 16;

    private static final int MAX_LABEL_CHARS = 255;
    /** As of a grant's job. */
    private static final int MAX_JOB_CHARS = 128;

    private static final int MAX_PATH_CHARS = 255;

    /** Stricter than the kernel: the name is a word of {@code ip} commands and a part of sysctl paths. */
    private static final Pattern DEVICE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,14}");

    /** {@code all} and {@code default} stand for every interface in sysctl paths; {@code lo} is there; {@code nic0} is an uplink's device. */
    private static final Pattern RESERVED_DEVICE = Pattern.compile("all|default|lo|nic[0-9]+");

    private static final Pattern NETNS_NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
    private static final Pattern PRINTABLE = Pattern.compile("[\\x21-\\x7e]+");
    private static final Pattern OWN_NAMESPACE = Pattern.compile("/proc/(self|thread-self)(/.*)?");

    /** RFC 7515, section 7.1. No part is empty: that would be a token without signature, or one whose payload is elsewhere. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]++\\.[A-Za-z0-9_-]++\\.[A-Za-z0-9_-]++");

    private AttachRules() {}

    static AttachRequest check(AttachRequest request) {
        checkTask(request.task());
        checkSupported(request);
        return new AttachRequest(
                request.task(),
                checkIps(request.ips()),
                request.kind(),
                checkNetns(request.netns()),
                request.nics(),
                checkMtu(request.mtu()),
                checkGrant(request.grant()),
                checkDevice(request),
                checkLabel(request.label()),
                checkJob(request.job()),
                checkLimits(request.limits()),
                checkQueues(request));
    }

    /** Returns the name if it is one. */
    static String checkTask(String task) {
        if (!AttachRequest.TASK_PATTERN.matcher(task).matches()) {
            throw badRequest(
                    "task: " + Quote.of(task) + " is not a task name; use 1 to 63 letters, digits, '.', '_' and '-',"
                            + " starting with a letter or a digit");
        }
        return task;
    }

    private static void checkSupported(AttachRequest request) {
        switch (request.kind()) {
            case AttachRequest.KIND_TAP,
                    AttachRequest.KIND_VETH,
                    AttachRequest.KIND_VIRTIO_USER,
                    AttachRequest.KIND_VHOST_USER,
                    AttachRequest.KIND_AUTO -> {}
            default ->
                throw badRequest("kind: " + Quote.of(request.kind())
                        + " is not a kind of task port; use kind tap, veth, virtio-user, auto or vhost-user");
        }
        if (request.nics() && request.kind().equals(AttachRequest.KIND_VHOST_USER)) {
            throw badRequest(
                    "nics: a DPDK application has no devices; what it sends from a NIC address leaves by that NIC");
        }
        if (request.nics() && request.netns() == null) {
            throw badRequest("nics: the devices are made in the container's namespace; name it (netns)");
        }
    }

    private static List<String> checkIps(List<String> ips) {
        if (ips.equals(AttachRequest.AUTO_IPS)) {
            return ips;
        }
        if (ips.isEmpty() || ips.size() > MAX_IPS) {
            throw badRequest("ips: a task has 1 to " + MAX_IPS + " addresses, found " + ips.size());
        }
        var canonical = new ArrayList<String>(ips.size());
        for (String ip : ips) {
            String address = HostAddress.canonical(ip);
            if (canonical.contains(address)) {
                throw badRequest("ips: " + address + " is given more than once");
            }
            canonical.add(address);
        }
        return canonical;
    }

    /** What a compact token is made of; whether it is good, the service says. Its text is in no message. */
    static @Nullable String checkGrant(@Nullable String grant) {
        if (grant == null) {
            return null;
        }
        String token = grant.strip();
        if (token.length() > MAX_GRANT_CHARS) {
            throw new ControlException(
                    Kind.BAD_REQUEST,
                    Refusal.of("grant-too-large"),
                    "grant: the token is longer than " + MAX_GRANT_CHARS + " characters");
        }
        if (!TOKEN.matcher(token).matches()) {
            throw new ControlException(
                    Kind.BAD_REQUEST,
                    Refusal.of("grant-malformed"),
                    "grant: expected a compact token: three parts in base64url with dots between them");
        }
        return token;
    }

    private static @Nullable String checkDevice(AttachRequest request) {
        String device = request.device();
        if (device == null) {
            return null;
        }
        if (request.kind().equals(AttachRequest.KIND_VHOST_USER)) {
            throw badRequest("device: a port of kind vhost-user has no interface that could have a name");
        }
        if (request.netns() == null) {
            throw badRequest("device: is its name in the container's namespace; name that too (netns)");
        }
        if (!DEVICE.matcher(device).matches()) {
            throw badRequest("device: " + Quote.of(device)
                    + " is not an interface name; use 1 to 15 letters, digits, '_', '.' and"
                    + " '-', starting with a letter, a digit or '_'");
        }
        if (RESERVED_DEVICE.matcher(device).matches()) {
            throw badRequest("device: " + device + " has another meaning; use another name");
        }
        return device;
    }

    private static @Nullable String checkLabel(@Nullable String label) {
        if (label != null
                && (label.length() > MAX_LABEL_CHARS
                        || !PRINTABLE.matcher(label).matches())) {
            throw badRequest("label: must be 1 to " + MAX_LABEL_CHARS + " printable ASCII characters without blanks");
        }
        return label;
    }

    private static @Nullable String checkJob(@Nullable String job) {
        if (job != null
                && (job.length() > MAX_JOB_CHARS || !PRINTABLE.matcher(job).matches())) {
            throw badRequest("job: must be 1 to " + MAX_JOB_CHARS + " printable ASCII characters without blanks");
        }
        return job;
    }

    private static @Nullable TaskLimits checkLimits(@Nullable TaskLimits limits) {
        if (limits == null || limits.equals(TaskLimits.DEFAULT)) {
            return null;
        }
        checkLimit("rateOut", limits.rateOut(), TaskLimits.MIN_RATE, TaskLimits.MAX_RATE, "bits");
        checkLimit("rateIn", limits.rateIn(), TaskLimits.MIN_RATE, TaskLimits.MAX_RATE, "bits");
        checkLimit("packetsOut", limits.packetsOut(), TaskLimits.MIN_PACKETS, TaskLimits.MAX_PACKETS, "packets");
        checkLimit("packetsIn", limits.packetsIn(), TaskLimits.MIN_PACKETS, TaskLimits.MAX_PACKETS, "packets");
        return limits;
    }

    private static void checkLimit(String name, @Nullable Long limit, long least, long most, String unit) {
        if (limit != null && limit != 0 && (limit < least || limit > most)) {
            throw badRequest("limits." + name + ": " + limit + " is out of range; use " + least + " to " + most + " "
                    + unit + " a second, 0 for no cap, or leave it out for the host's default");
        }
    }

    private static @Nullable Integer checkQueues(AttachRequest request) {
        Integer queues = request.queues();
        if (queues == null) {
            return null;
        }
        if (queues < 1 || queues > MAX_QUEUES) {
            throw badRequest("queues: " + queues + " is out of range; use 1 to " + MAX_QUEUES + ", or leave it out");
        }
        if (!request.kind().equals(AttachRequest.KIND_VHOST_USER)) {
            throw badRequest("queues: only a port of kind vhost-user has several, for a DPDK application;"
                    + " the kernel would reorder what it takes from one queue after the other. Leave it out");
        }
        return queues;
    }

    private static @Nullable Integer checkMtu(@Nullable Integer mtu) {
        if (mtu != null && (mtu < MIN_MTU || mtu > MAX_MTU)) {
            throw badRequest(
                    "mtu: " + mtu + " is out of range; use " + MIN_MTU + " to " + MAX_MTU + " bytes, or leave it out");
        }
        return mtu;
    }

    private static @Nullable String checkNetns(@Nullable String netns) {
        if (netns == null) {
            return null;
        }
        if (netns.indexOf('/') < 0) {
            if (!NETNS_NAME.matcher(netns).matches() || isDots(netns)) {
                throw badRequest("netns: " + Quote.of(netns)
                        + " is neither a namespace's name nor a path; use a name from 'ip netns'"
                        + " or a path such as /proc/PID/ns/net");
            }
            return "/run/netns/" + netns;
        }
        if (netns.length() > MAX_PATH_CHARS || !PRINTABLE.matcher(netns).matches()) {
            throw badRequest(
                    "netns: the path must be at most " + MAX_PATH_CHARS + " printable ASCII characters without blanks");
        }
        if (!netns.startsWith("/")) {
            throw badRequest("netns: " + Quote.of(netns)
                    + " is relative, and the dataplane has another working directory; use an" + " absolute path");
        }
        for (String segment : netns.substring(1).split("/", -1)) {
            if (segment.isEmpty() || isDots(segment)) {
                throw badRequest(
                        "netns: " + Quote.of(netns) + " has an empty, '.' or '..' part; write the path without them");
            }
        }
        if (OWN_NAMESPACE.matcher(netns).matches()) {
            throw badRequest("netns: " + netns
                    + " would be the dataplane's own namespace; name the container's process," + " /proc/PID/ns/net");
        }
        return netns;
    }

    private static boolean isDots(String segment) {
        return segment.equals(".") || segment.equals("..");
    }
}
