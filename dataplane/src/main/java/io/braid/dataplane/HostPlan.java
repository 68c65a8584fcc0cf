package io.braid.dataplane;

import io.braid.dataplane.config.DeviceSpec;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.config.UplinkConfig;
import io.braid.dataplane.engine.QueueCounters;
import io.braid.dataplane.placement.NicLimits;
import io.braid.dataplane.placement.PlanRequests;
import io.braid.dataplane.port.UplinkDevice;
import io.braid.linux.CpuAffinity;
import io.braid.linux.CpuSet;
import io.braid.numa.plan.Planner;
import io.braid.numa.topology.Topology;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Plans for this host: once to know the workers' CPUs, which DPDK is started with, and again when DPDK has told what the devices can do. */
final class HostPlan {
    private final HostConfig config;
    private final Topology topology;
    private final CpuSet allowed;

    private HostPlan(HostConfig config, Topology topology, CpuSet allowed) {
        this.config = config;
        this.topology = topology;
        this.allowed = allowed;
    }

    /**
     * Reads the host; before anything pins this process's threads.
     *
     * @param sysfs where the host is described, null for the one this runs on
     */
    static HostPlan read(HostConfig config, @Nullable Path sysfs) {
        CpuSet allowed = CpuAffinity.get();
        Topology topology = sysfs == null
                ? Topology.read(Topology.SYSFS, Topology.PROCFS, allowed)
                : Topology.read(sysfs, null, allowed);
        return new HostPlan(config, topology, allowed);
    }

    NumaSetup beforeDevices() {
        return plan(NicLimits::assumed);
    }

    /** With the same workers, whatever the devices can do. */
    NumaSetup withDevices(List<UplinkDevice> devices) {
        Map<String, NicLimits> limits = devices.stream()
                .collect(Collectors.toMap(device -> device.config().name(), HostPlan::limits));
        return plan(uplink -> limits.getOrDefault(uplink.name(), NicLimits.of(1)));
    }

    private static NicLimits limits(UplinkDevice device) {
        return new NicLimits(
                Math.min(device.maxRxQueues(), QueueCounters.MAX_QUEUES),
                Math.min(device.maxTxQueues(), QueueCounters.MAX_QUEUES),
                // Whether it does can only be tried on a running port, which already has its queues.
                device.config().device() instanceof DeviceSpec.Pci);
    }

    private NumaSetup plan(Function<UplinkConfig, NicLimits> limits) {
        return new NumaSetup(topology, Planner.plan(PlanRequests.of(config, topology, allowed, limits, List.of())));
    }
}
