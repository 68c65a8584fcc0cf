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
import io.braid.numa.plan.PlacementPlan;
import io.braid.numa.plan.PlanRequest;
import io.braid.numa.plan.Planner;
import io.braid.numa.topology.RecordedHost;
import io.braid.numa.topology.Topology;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        if (sysfs == null) {
            return new HostPlan(config, here(allowed), allowed);
        }
        try (RecordedHost host = RecordedHost.open(sysfs)) {
            return new HostPlan(config, host.topology(allowed), allowed);
        } catch (IOException e) {
            throw new UncheckedIOException("--sysfs: " + e.getMessage(), e);
        }
    }

    private static Topology here(CpuSet allowed) {
        return Topology.read(Topology.SYSFS, Topology.PROCFS, allowed);
    }

    /**
     * Looks again, right before the workers start: opening devices takes seconds.
     *
     * @throws io.braid.numa.plan.PlanException when a worker's CPU is gone by now
     */
    static void requireCpus(PlacementPlan plan) {
        CpuSet allowed = CpuAffinity.get();
        plan.requireValid(here(allowed), allowed);
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

    /**
     * Where the queues of uplinks go that come while workers run: the same workers are planned for other uplinks.
     *
     * @param running the plan that the workers run by
     * @param uplinks all that there will be
     * @param devices of those that are open; for others the most is assumed
     */
    PlacementPlan withUplinks(PlacementPlan running, List<UplinkConfig> uplinks, List<UplinkDevice> devices) {
        PlanRequest request =
                PlanRequests.of(config, running.cpus(), uplinks, topology, allowed, assumed(devices), List.of());
        return Planner.plan(request);
    }

    private static Function<UplinkConfig, NicLimits> assumed(List<UplinkDevice> devices) {
        Map<String, NicLimits> limits = devices.stream()
                .collect(Collectors.toMap(device -> device.config().name(), HostPlan::limits));
        return uplink -> Optional.ofNullable(limits.get(uplink.name())).orElseGet(() -> NicLimits.assumed(uplink));
    }

    private static NicLimits limits(UplinkDevice device) {
        return new NicLimits(
                Math.min(device.maxRxQueues(), QueueCounters.MAX_QUEUES),
                Math.min(device.maxTxQueues(), QueueCounters.MAX_QUEUES),
                // Whether it does can only be tried on a running port, which already has its queues.
                device.config().device() instanceof DeviceSpec.Pci);
    }

    private NumaSetup plan(Function<UplinkConfig, NicLimits> limits) {
        PlanRequest request = PlanRequests.of(config, topology, allowed, limits, List.of());
        return new NumaSetup(request.topology(), Planner.plan(request)); // one node only, if numa is off
    }
}
