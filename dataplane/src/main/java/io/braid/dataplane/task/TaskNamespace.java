package io.braid.dataplane.task;

import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.port.NicDevices;
import io.braid.linux.Interfaces;
import io.braid.linux.LinuxException;
import io.braid.linux.NetworkNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Looks at a container's network namespace before a port is made for it, so that nothing has to be undone and the refusal says what is in the way. */
final class TaskNamespace {
    private static final String ROUTE_METRIC = " metric ";
    private static final String IPV6_ROUTE_METRIC = " metric 1024 "; // the kernel's own choice when none is given

    private static final long GONE_NANOS = 5_000_000_000L;

    private TaskNamespace() {}

    /**
     * Refuses a namespace that cannot take a task's port.
     *
     * @param netns name or path
     * @param device the interface that the task will have
     * @param ipv4 whether the task will have an IPv4 default route
     * @param ipv6 the same for IPv6
     * @param nics how many devices for single uplinks it will have
     * @throws ControlException when it is none, is the dataplane's own, or has what the port would bring
     */
    static void check(String netns, String device, boolean ipv4, boolean ipv6, int nics) {
        requireAnother(netns);
        Interfaces inside = Interfaces.in(netns);
        var names = new ArrayList<String>(List.of(device));
        IntStream.range(0, nics).mapToObj(NicDevices::name).forEach(names::add);
        for (String name : names) {
            if (inside.exists(name)) {
                throw new ControlException(
                        Kind.CONFLICT,
                        netns + " has an interface " + name
                                + " already; is the container attached under another name?");
            }
        }
        if (ipv4
                && inside.run("-4", "route", "show", "default")
                        .lines()
                        .anyMatch(line -> !line.contains(ROUTE_METRIC))) {
            throw routeExists(netns, "IPv4", "-4");
        }
        if (ipv6
                && inside.run("-6", "route", "show", "default")
                        .lines()
                        .anyMatch(line -> line.contains(IPV6_ROUTE_METRIC))) {
            throw routeExists(netns, "IPv6", "-6");
        }
    }

    /**
     * Waits for an interface to go that belonged to a process which was killed: the kernel takes a veth away when it gets round to it, which is a moment later as a rule.
     *
     * @param netns name or path
     */
    static void awaitGone(String netns, String device) {
        long end = System.nanoTime() + GONE_NANOS;
        while (Interfaces.in(netns).exists(device) && System.nanoTime() < end) {
            LockSupport.parkNanos(GONE_NANOS / 100);
        }
    }

    /** What tells a namespace from any other that is or was at its path; null when there is none. */
    static @Nullable String identity(String netns) {
        try {
            Path path = netns.startsWith("/") ? Path.of(netns) : Path.of("/run/netns", netns);
            return String.valueOf(
                    Files.readAttributes(path, BasicFileAttributes.class).fileKey());
        } catch (IOException gone) {
            return null;
        }
    }

    /**
     * Refuses what is no namespace, and the dataplane's own.
     *
     * @param netns name or path
     */
    static void requireAnother(String netns) {
        try (NetworkNamespace wanted = NetworkNamespace.open(netns);
                NetworkNamespace own = NetworkNamespace.current()) {
            // The task's default routes would become the host's.
            if (wanted.isSameAs(own)) {
                throw new ControlException(
                        Kind.REFUSED,
                        netns + " is the network namespace that braid itself runs in; name the container's, or leave it"
                                + " out to have the device here, without routes");
            }
        } catch (LinuxException e) {
            throw new ControlException(
                    Kind.NOT_FOUND, "there is no network namespace " + netns + ": " + e.getMessage(), e);
        }
    }

    private static ControlException routeExists(String netns, String family, String option) {
        return new ControlException(
                Kind.CONFLICT,
                netns + " has an " + family
                        + " default route already, and the task's would go by its own device; remove it" + " (ip "
                        + option + " route del default, inside) or give it another metric");
    }
}
