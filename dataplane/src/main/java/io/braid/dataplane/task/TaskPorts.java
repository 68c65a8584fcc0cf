package io.braid.dataplane.task;

import io.braid.dataplane.config.FileOwner;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.config.OffloadPolicy;
import io.braid.dataplane.config.UplinkConfig;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.port.NodePools;
import io.braid.dataplane.port.TaskPort;
import io.braid.dataplane.port.TaskPortKind;
import io.braid.dataplane.port.TaskPortSpec;
import io.braid.dataplane.port.VethNamespace;
import io.braid.dpdk.DpdkException;
import io.braid.dpdk.Eal;
import io.braid.dpdk.Port;
import io.braid.linux.IpCommandException;
import io.braid.linux.LinuxException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes tasks' ports: which slot and MTU they have, and the port itself. What cannot be is a {@link ControlException}. One thread at a time. */
final class TaskPorts implements AutoCloseable {
    private HostConfig config;
    private final Eal eal;
    private final NodePools pools;
    private final VethNamespace veths = new VethNamespace();

    TaskPorts(HostConfig config, Eal eal, NodePools pools) {
        this.config = config;
        this.eal = eal;
        this.pools = pools;
    }

    /** Goes by other uplinks from now on. */
    void adopt(HostConfig now) {
        config = now;
    }

    /**
     * A slot that no task has: the wanted one, else the lowest. DPDK's port limit bounds it.
     *
     * @param tasks those that are attached
     * @param wanted any number
     */
    int freeSlot(Collection<Task> tasks, int wanted) {
        int limit = Port.MAX_PORTS - 2 * config.uplinks().size();
        if (tasks.size() >= limit) {
            throw new ControlException(
                    Kind.FAILED,
                    "this host has its most tasks, " + limit + ": DPDK allows " + Port.MAX_PORTS
                            + " ports in a process");
        }
        Set<Integer> taken = tasks.stream().map(Task::slot).collect(Collectors.toSet());
        if (wanted >= 0 && wanted < limit && !taken.contains(wanted)) {
            return wanted;
        }
        return IntStream.range(0, limit)
                .filter(slot -> !taken.contains(slot))
                .findFirst()
                .orElseThrow();
    }

    /**
     * A port's MTU in bytes: the one that is asked for, else the largest that every uplink and the kind of port carry.
     *
     * @param wanted null for none
     */
    int mtu(TaskPortKind kind, @Nullable Integer wanted) {
        if (wanted == null) {
            return Math.min(
                    kind.maxMtu(),
                    config.uplinks().stream().mapToInt(UplinkConfig::mtu).min().orElse(kind.maxMtu()));
        }
        if (wanted > kind.maxMtu()) {
            throw new ControlException(
                    Kind.BAD_REQUEST,
                    "a port of kind " + kind.label() + " carries at most " + kind.maxMtu()
                            + " bytes; asked for an MTU of " + wanted);
        }
        return wanted;
    }

    /** Whether tasks may leave work on their packets. */
    boolean offloads() {
        return config.tasks().offloads() == OffloadPolicy.AUTO;
    }

    /**
     * Makes a port.
     *
     * @param home the task's NUMA node, where its packets' buffers come from; negative when unknown
     */
    TaskPort open(TaskPortSpec spec, int home) {
        try {
            return TaskPort.open(
                    eal,
                    pools.on(home),
                    spec,
                    config.tasks().sockets(),
                    config.tasks().socketOwner().orElse(FileOwner.ROOT),
                    veths);
        } catch (DpdkException | IpCommandException | LinuxException | UncheckedIOException e) {
            throw new ControlException(Kind.FAILED, "task " + spec.task() + " was not attached: " + e.getMessage(), e);
        }
    }

    /** When all ports are closed. */
    @Override
    public void close() {
        veths.close();
    }
}
