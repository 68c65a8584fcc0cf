package io.braid.dataplane;

import io.braid.dataplane.conductor.Conductor;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.config.UplinkConfig;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.port.BufferPlan;
import io.braid.dataplane.port.NodePools;
import io.braid.dataplane.port.Uplink;
import io.braid.dataplane.port.UplinkDevice;
import io.braid.dataplane.port.UplinkPlaces;
import io.braid.dataplane.port.UplinkSet;
import io.braid.dpdk.DpdkException;
import io.braid.dpdk.Eal;
import io.braid.linux.IpCommandException;
import io.braid.linux.LinuxException;
import io.braid.numa.plan.NicPlan;
import io.braid.numa.plan.PlacementPlan;
import io.braid.numa.plan.PlanException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds uplinks to workers that forward, and takes them away. One thread at a time.
 *
 * <p>Workers, rings, flow tables and packet buffers stay what they were made as: an uplink for which they are not enough is refused.
 */
final class LiveUplinks {
    private static final Logger LOG = System.getLogger(LiveUplinks.class.getName());

    private final HostPlan host;
    private final NumaSetup numa;
    private final NodePools pools;
    private final UplinkSet uplinks;
    private final Conductor conductor;
    private final boolean withoutPci;

    LiveUplinks(HostPlan host, NumaSetup numa, NodePools pools, UplinkSet uplinks, Conductor conductor, Eal eal) {
        this.host = host;
        this.numa = numa;
        this.pools = pools;
        this.uplinks = uplinks;
        this.conductor = conductor;
        this.withoutPci = eal.arguments().contains("--no-pci");
    }

    UplinkPlaces places() {
        return uplinks.places();
    }

    /** Whether DPDK was started without the PCI bus, because no uplink was on it. */
    boolean isWithoutPci() {
        return withoutPci;
    }

    /**
     * Why there are not enough packet buffers if uplinks come; null if there are.
     *
     * @param added whose devices are not open: they count with as many queues as they may have
     */
    @Nullable
    String bufferShortage(HostConfig config, List<UplinkConfig> added) {
        List<UplinkConfig> all = new ArrayList<>(uplinks.places().present());
        all.addAll(added);
        return shortage(config, all, host.withUplinks(numa.plan(), all, devices()));
    }

    private @Nullable String shortage(HostConfig config, List<UplinkConfig> all, PlacementPlan plan) {
        String few = "the packet buffers that were made at the start ("
                + pools.plan().count() + " of " + pools.plan().dataRoom() + " bytes) are not enough";
        try {
            BufferPlan wanted = BufferPlan.of(config, all, 0, plan);
            return pools.plan().covers(wanted)
                    ? null
                    : few + ", it takes " + wanted.count() + " of " + wanted.dataRoom()
                            + ": it needs a restart (braid run --takeover keeps tasks and flows); dpdk.spare-uplinks makes"
                            + " room for those that come later";
        } catch (DpdkException e) {
            return few + ": " + e.getMessage();
        }
    }

    private List<UplinkDevice> devices() {
        return uplinks.all().stream().map(Uplink::device).toList();
    }

    /**
     * Opens an uplink's device and has the workers poll it; flows come as its link and gateways are found.
     *
     * @param place a free one
     * @throws ControlException when it cannot be had; nothing of it is left then
     */
    void add(HostConfig config, UplinkConfig added, int place) {
        var plan = new Planned(config, added);
        try {
            Uplink uplink = uplinks.add(place, added, plan::queues, conductor::totals);
            NicPlan nic = plan.nic();
            conductor.add(uplink, NumaSetup.queues(nic), nic.spread());
            LOG.log(
                    Level.INFO,
                    "uplink {0} was added: path {1}, port {2}",
                    added.name(),
                    Integer.toString(place),
                    uplink.port());
        } catch (DpdkException | LinuxException | IpCommandException | PlanException e) {
            throw new ControlException(Kind.FAILED, "uplink " + added.name() + ": " + e.getMessage(), e);
        }
    }

    /** The queues of an uplink that comes, which depend on what its device turns out to be. */
    private final class Planned {
        private final HostConfig config;
        private final List<UplinkConfig> all;
        private @Nullable NicPlan nic;

        Planned(HostConfig config, UplinkConfig added) {
            this.config = config;
            this.all = new ArrayList<>(uplinks.places().present());
            all.add(added);
        }

        Uplink.Queues queues(UplinkDevice device) {
            List<UplinkDevice> devices = new ArrayList<>(devices());
            devices.add(device);
            PlacementPlan plan = host.withUplinks(numa.plan(), all, devices);
            String shortage = shortage(config, all, plan);
            if (shortage != null) {
                throw new DpdkException(shortage);
            }
            nic = plan.nics().getLast();
            return numa.deviceQueues(nic, pools);
        }

        NicPlan nic() {
            if (nic == null) {
                throw new IllegalStateException("the device was not asked");
            }
            return nic;
        }
    }

    /** Takes an uplink away, whose flows take others; what its driver refuses then is logged. */
    void remove(String name) {
        for (Uplink uplink : uplinks.all()) {
            if (uplink.name().equals(name)) {
                conductor.remove(uplink, NumaSetup.drainNanos(List.of(uplink)));
                try {
                    uplinks.remove(uplink);
                    LOG.log(Level.INFO, "uplink {0} was removed", name);
                } catch (RuntimeException e) {
                    LOG.log(Level.ERROR, "uplink " + name + " was removed, but its device was not given back", e);
                }
            }
        }
    }
}
