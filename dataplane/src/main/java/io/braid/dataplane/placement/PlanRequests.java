package io.braid.dataplane.placement;

import io.braid.dataplane.config.DeviceSpec;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.config.HugepageUse;
import io.braid.dataplane.config.NumaPolicy;
import io.braid.dataplane.config.UplinkConfig;
import io.braid.flow.FlowTable;
import io.braid.linux.CpuSet;
import io.braid.numa.HandoffRing;
import io.braid.numa.plan.MemoryNeeds;
import io.braid.numa.plan.NicRequest;
import io.braid.numa.plan.PlanRequest;
import io.braid.numa.plan.TaskRequest;
import io.braid.numa.topology.PciDevice;
import io.braid.numa.topology.Topology;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Makes requests for placement plans. Pure; any thread. */
public final class PlanRequests {
    /** Packets that a worker's hand-off ring holds. */
    public static final int RING_CAPACITY = 4096;

    private PlanRequests() {}

    /**
     * The request for a host as it is configured.
     *
     * @param host what the host is made of
     * @param allowed the process's affinity mask, read before anything pinned its threads
     * @param limits how many queues each uplink can have: {@link NicLimits#assumed} until DPDK can be asked. The workers
     *     are the same whatever it says
     * @param tasks those that are there already
     */
    public static PlanRequest of(
            HostConfig config,
            Topology host,
            CpuSet allowed,
            Function<UplinkConfig, NicLimits> limits,
            List<TaskRequest> tasks) {
        return of(config, config.workers().cpus().cpus(), config.uplinks(), host, allowed, limits, tasks);
    }

    /**
     * The request for a host whose workers run already, or that has other uplinks than its configuration names.
     *
     * @param cpus the workers', in their order; empty to leave the choice to the planner
     */
    public static PlanRequest of(
            HostConfig config,
            List<Integer> cpus,
            List<UplinkConfig> uplinks,
            Topology host,
            CpuSet allowed,
            Function<UplinkConfig, NicLimits> limits,
            List<TaskRequest> tasks) {
        var request = new PlanRequest(
                host,
                allowed,
                cpus,
                uplinks.stream()
                        .map(uplink -> nic(uplink, host, limits.apply(uplink)))
                        .toList(),
                tasks,
                taskCpus(config),
                memory(config));
        return config.numa().policy() == NumaPolicy.OFF ? request.asOneNode() : request;
    }

    /** The request for a host without a configuration: each of its NICs as an uplink, by its PCI address; no tasks, no memory. */
    public static PlanRequest ofNics(Topology host, CpuSet allowed, NicLimits limits) {
        return new PlanRequest(
                host,
                allowed,
                List.of(),
                host.nics().stream()
                        .map(nic -> new NicRequest(
                                nic.address(),
                                Optional.of(nic.address()),
                                -1,
                                limits.rxQueues(),
                                limits.txQueues(),
                                limits.steersByRule()))
                        .toList(),
                List.of(),
                CpuSet.empty(),
                MemoryNeeds.NONE);
    }

    private static CpuSet taskCpus(HostConfig config) {
        return config.tasks()
                .cpus()
                .map(cpus -> CpuSet.of(
                        cpus.cpus().stream().mapToInt(Integer::intValue).toArray()))
                .orElse(CpuSet.empty());
    }

    private static NicRequest nic(UplinkConfig uplink, Topology host, NicLimits limits) {
        Optional<String> address = Optional.empty();
        int node = -1;
        switch (uplink.device()) {
            case DeviceSpec.Pci pci -> address = Optional.of(pci.name());
            // A driver that uses a kernel interface is where that interface's NIC is.
            case DeviceSpec.Vdev vdev ->
                node = uplink.node()
                        .map(Long::intValue)
                        .or(() -> vdev.argument("iface").flatMap(host::deviceOf).map(PciDevice::node))
                        .orElse(-1);
        }
        return new NicRequest(
                uplink.name(), address, node, limits.rxQueues(), limits.txQueues(), limits.steersByRule());
    }

    private static MemoryNeeds memory(HostConfig config) {
        return new MemoryNeeds(
                config.dpdk().memory().bytes(),
                FlowTable.bytesFor(config.egress().flows()),
                HandoffRing.bytes(RING_CAPACITY),
                config.dpdk().hugepages() != HugepageUse.OFF);
    }
}
