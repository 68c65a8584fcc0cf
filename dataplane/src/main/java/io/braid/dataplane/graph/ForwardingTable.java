package io.braid.dataplane.graph;

import io.braid.flow.AddressTable;
import io.braid.flow.PathView;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All that workers know about the world, at one moment: addresses, ports, uplinks, tasks, paths. Immutable; the conductor publishes a new one with one
 * volatile write whenever something changes, and workers take it up between bursts.
 *
 * <p>Hops are numbered: uplink {@code u} is hop {@code u}, its punt port hop {@code 8 + u}, task {@code t} hop {@code 16 + 9 t}, and the task's device for uplink {@code
 * u}, where it has one, the hop {@code 1 + u} behind that.
 */
public final class ForwardingTable {
    /** Most uplinks of a host. */
    public static final int MAX_UPLINKS = 8;

    /** {@link #role}: no port of that number. */
    public static final int ROLE_NONE = 0;
    /** {@link #role}: an uplink. */
    public static final int ROLE_UPLINK = 1;
    /** {@link #role}: a punt port. */
    public static final int ROLE_PUNT = 2;
    /** {@link #role}: a task port. */
    public static final int ROLE_TASK = 3;

    private static final @Nullable Hop[][] NO_NIC_HOPS = {};
    private static final int FIRST_PUNT_HOP = MAX_UPLINKS;
    private static final int FIRST_TASK_HOP = 2 * MAX_UPLINKS;
    private static final int HOPS_PER_TASK = 1 + MAX_UPLINKS;

    private final long generation;
    private final AddressTable addresses;
    private final PathView[] paths;
    private final @Nullable UplinkEntry[] uplinks;
    private final @Nullable TaskEntry[] tasks;
    private final @Nullable Hop[] hops;
    private final int[] roles;
    private final int[] roleIndexes;
    private final int leastUplinkMtu;

    /** The same for tasks without a device for each uplink. */
    public ForwardingTable(
            long generation,
            AddressTable addresses,
            PathView[] paths,
            @Nullable UplinkEntry[] uplinks,
            @Nullable TaskEntry[] tasks,
            @Nullable Hop[] uplinkHops,
            @Nullable Hop[] puntHops,
            @Nullable Hop[] taskHops,
            int ports) {
        this(generation, addresses, paths, uplinks, tasks, uplinkHops, puntHops, taskHops, NO_NIC_HOPS, ports);
    }

    /**
     * Makes a table; arrays are copied.
     *
     * @param generation number of this table, growing
     * @param addresses values as {@link Endpoint} packs them
     * @param paths usable uplinks, as seen from each NUMA node that has workers
     * @param uplinks by uplink index, with holes
     * @param tasks by task index, with holes
     * @param uplinkHops by uplink index, with the holes of {@code uplinks}
     * @param puntHops by uplink index, null where an uplink has no punt port
     * @param taskHops by task index, with the holes of {@code tasks}
     * @param nicHops by task index and uplink index; null, or the task's hop, where the task has no device for an uplink
     * @param ports most ports there can be
     */
    public ForwardingTable(
            long generation,
            AddressTable addresses,
            PathView[] paths,
            @Nullable UplinkEntry[] uplinks,
            @Nullable TaskEntry[] tasks,
            @Nullable Hop[] uplinkHops,
            @Nullable Hop[] puntHops,
            @Nullable Hop[] taskHops,
            @Nullable Hop[][] nicHops,
            int ports) {
        this.generation = generation;
        this.addresses = addresses;
        this.paths = paths.clone();
        this.uplinks = uplinks.clone();
        this.tasks = tasks.clone();
        this.hops = new @Nullable Hop[FIRST_TASK_HOP + taskHops.length * HOPS_PER_TASK];
        System.arraycopy(uplinkHops, 0, hops, 0, uplinkHops.length);
        this.leastUplinkMtu = Arrays.stream(uplinkHops)
                .filter(Objects::nonNull)
                .mapToInt(Hop::mtu)
                .min()
                .orElse(0);
        System.arraycopy(puntHops, 0, hops, FIRST_PUNT_HOP, puntHops.length);
        for (int task = 0; task < taskHops.length; task++) {
            int first = FIRST_TASK_HOP + task * HOPS_PER_TASK;
            Arrays.fill(hops, first, first + HOPS_PER_TASK, taskHops[task]);
            if (task < nicHops.length) {
                for (int uplink = 0; uplink < nicHops[task].length; uplink++) {
                    hops[first + 1 + uplink] = nicHops[task][uplink] == null ? taskHops[task] : nicHops[task][uplink];
                }
            }
        }
        this.roles = new int[ports];
        this.roleIndexes = new int[ports];
        Arrays.fill(roleIndexes, -1);
        for (UplinkEntry uplink : uplinks) {
            if (uplink == null) {
                continue;
            }
            setRole(uplink.port(), ROLE_UPLINK, uplink.index());
            if (uplink.puntPort() >= 0) {
                setRole(uplink.puntPort(), ROLE_PUNT, uplink.index());
            }
        }
        for (TaskEntry task : tasks) {
            if (task != null) {
                setRole(task.port(), ROLE_TASK, task.index());
            }
        }
    }

    private void setRole(int port, int role, int index) {
        if (roles[port] != ROLE_NONE) {
            throw new IllegalArgumentException("port " + port + " has two roles");
        }
        roles[port] = role;
        roleIndexes[port] = index;
    }

    public long generation() {
        return generation;
    }

    /** What the host's addresses stand for, as {@link Endpoint}. */
    public AddressTable addresses() {
        return addresses;
    }

    /**
     * Uplinks to spread flows over; path {@code u} is uplink {@code u}.
     *
     * @param node where the packet is: the node's index among those that have workers
     */
    public PathView paths(int node) {
        return paths[node];
    }

    /** The uplink of an index that a port's role or an address of this table gave. */
    public UplinkEntry uplink(int index) {
        return Objects.requireNonNull(uplinks[index]);
    }

    /** What every uplink takes, in bytes of layer 3; 0 without any. */
    public int leastUplinkMtu() {
        return leastUplinkMtu;
    }

    /** The task in a slot, or null. */
    public @Nullable TaskEntry task(int index) {
        return tasks[index];
    }

    /** The hop of a number, or null when nothing has it. */
    public @Nullable Hop hop(int number) {
        return hops[number];
    }

    public static int uplinkHop(int uplink) {
        return uplink;
    }

    public static int puntHop(int uplink) {
        return FIRST_PUNT_HOP + uplink;
    }

    /**
     * The hop to one of a task's addresses: a NIC address lies on its uplink's device, if there is one.
     *
     * @param endpoint the address's, see {@link Endpoint#isTask}
     */
    public static int taskHop(int endpoint) {
        return FIRST_TASK_HOP + Endpoint.index(endpoint) * HOPS_PER_TASK + 1 + Endpoint.boundUplink(endpoint);
    }

    /** What a port is: one of the {@code ROLE_} constants. */
    public int role(int port) {
        return roles[port];
    }

    /** The uplink or task index that goes with {@link #role}. */
    public int roleIndex(int port) {
        return roleIndexes[port];
    }
}
