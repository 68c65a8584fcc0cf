package io.braid.dataplane.task;

import io.braid.dataplane.config.TasksConfig;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.Handover;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.IpPrefix;
import io.braid.dataplane.net.Ipv4Address;
import io.braid.dataplane.net.Ipv6Address;
import io.braid.dataplane.net.MalformedValueException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses task IPs from this host's slice of the rack's prefixes, one of each family there.
 *
 * <p>It goes round: the next address is the one behind the last that was given. An address that a task had is not given to another one for the cool-down time, so that
 * whoever still talks to the old task does not reach the new one. The cool-down outlives the process: {@link #cooling} says what is to be kept, {@link #resume} takes it
 * up again. One thread at a time.
 */
final class IpAllocator {
    /** To the next whole second: an address must not be given too soon. */
    private static final long ROUND_UP = 999_999_999L;

    private List<IpPrefix> slices;
    private Duration coolDown;
    private final Map<IpPrefix, IpAddress> last = new HashMap<>();
    /** When each address may be given again, {@link System#nanoTime}. */
    private final Map<IpAddress, Long> cooling = new HashMap<>();

    IpAllocator(TasksConfig config) {
        this(config.allocate(), config.coolDown());
    }

    IpAllocator(List<IpPrefix> slices, Duration coolDown) {
        this.slices = List.copyOf(slices);
        this.coolDown = coolDown;
    }

    /** Chooses from others from now on; an address that rests goes on to. */
    void adopt(TasksConfig config) {
        slices = config.allocate();
        coolDown = config.coolDown();
        last.keySet().retainAll(slices);
    }

    /**
     * Addresses for a task: one IPv4 and one IPv6 address, as far as there are slices of the family. The first slice with a free one gives it.
     *
     * @param taken those of the tasks that are attached
     * @throws ControlException when there is no slice, or a family has no address left
     */
    List<IpAddress> choose(Set<IpAddress> taken, long now) {
        if (slices.isEmpty()) {
            throw new ControlException(
                    Kind.FAILED,
                    "this host has no addresses to choose from: tasks.allocate names none; give the task an IP");
        }
        cooling.values().removeIf(until -> now - until >= 0);
        var chosen = new ArrayList<IpAddress>();
        for (boolean ipv4 : new boolean[] {true, false}) {
            List<IpPrefix> family = slices.stream()
                    .filter(slice -> slice.address() instanceof Ipv4Address == ipv4)
                    .toList();
            if (!family.isEmpty()) {
                chosen.add(choose(family, taken));
            }
        }
        return chosen;
    }

    private IpAddress choose(List<IpPrefix> family, Set<IpAddress> taken) {
        for (IpPrefix slice : family) {
            IpAddress free = free(slice, taken);
            if (free != null) {
                last.put(slice, free);
                return free;
            }
        }
        throw new ControlException(
                Kind.FAILED,
                "all addresses in " + family + " (tasks.allocate) are taken, or were until less than "
                        + coolDown.toSeconds() + " s ago");
    }

    private @Nullable IpAddress free(IpPrefix slice, Set<IpAddress> taken) {
        IpAddress before = last.getOrDefault(slice, slice.last());
        IpAddress candidate = before;
        // Each address that cannot be given is some task's, or cooling down: so many steps at most, and one round.
        for (int steps = taken.size() + cooling.size() + 3; steps > 0; steps--) {
            candidate = candidate.equals(slice.last()) ? slice.address() : next(candidate);
            if (!isReserved(slice, candidate) && !taken.contains(candidate) && !cooling.containsKey(candidate)) {
                return candidate;
            }
            if (candidate.equals(before)) {
                return null;
            }
        }
        return null;
    }

    /** An IPv6 prefix's first address is the routers' (RFC 4291, section 2.6.1), where there is room for more than two. */
    private static boolean isReserved(IpPrefix slice, IpAddress address) {
        return address instanceof Ipv6Address && slice.length() < 127 && address.equals(slice.address());
    }

    private static IpAddress next(IpAddress address) {
        return switch (address) {
            case Ipv4Address ipv4 -> new Ipv4Address(ipv4.bits() + 1);
            case Ipv6Address ipv6 -> new Ipv6Address(ipv6.low() == -1 ? ipv6.high() + 1 : ipv6.high(), ipv6.low() + 1);
        };
    }

    /** The addresses that rest, by when they may be given again; for a process to come. */
    List<Handover.Cooling> cooling(long nanos, Instant now) {
        return cooling.entrySet().stream()
                .filter(entry -> entry.getValue() - nanos > 0)
                .map(entry -> new Handover.Cooling(
                        entry.getKey().toString(),
                        now.plusNanos(entry.getValue() - nanos)
                                .plusNanos(ROUND_UP)
                                .getEpochSecond()))
                .sorted(Comparator.comparing(Handover.Cooling::ip))
                .toList();
    }

    /**
     * Addresses rest that did in a process before. Not longer than the cool-down is now, whatever that one or a clock that was set says.
     *
     * @throws MalformedValueException if one is no address
     */
    void resume(List<Handover.Cooling> before, long nanos, Instant now) {
        for (Handover.Cooling one : before) {
            IpAddress address = IpAddress.parse(one.ip());
            Duration left = Duration.ofSeconds(Math.max(0, one.until() - now.getEpochSecond()));
            if (!left.isZero() && isOurs(address)) {
                cooling.put(address, nanos + (left.compareTo(coolDown) < 0 ? left : coolDown).toNanos());
            }
        }
    }

    private boolean isOurs(IpAddress address) {
        return slices.stream().anyMatch(slice -> slice.contains(address));
    }

    /** A task that had these is gone. */
    void released(List<IpAddress> addresses, long now) {
        for (IpAddress address : addresses) {
            if (isOurs(address)) {
                cooling.put(address, now + coolDown.toNanos());
            }
        }
    }
}
