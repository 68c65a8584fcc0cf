package io.braid.dataplane.port;

import io.braid.dataplane.config.UplinkConfig;
import io.braid.dpdk.Eal;
import io.braid.dpdk.PacketPool;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/** All uplinks of the host: first their devices, whose abilities decide the queues, then the running ports. For the thread that starts and ends the process. */
public final class UplinkSet implements AutoCloseable {
    private final List<UplinkDevice> devices = new ArrayList<>();
    private final List<Uplink> uplinks = new ArrayList<>();

    private UplinkSet() {}

    /**
     * Opens all devices.
     *
     * @throws RuntimeException as {@link UplinkDevice#open}; nothing stays open then
     */
    public static UplinkSet open(Eal eal, List<UplinkConfig> configs) {
        var set = new UplinkSet();
        try {
            for (UplinkConfig config : configs) {
                set.devices.add(UplinkDevice.open(eal, set.devices.size(), config));
            }
            return set;
        } catch (RuntimeException e) {
            set.closeAfter(e);
            throw e;
        }
    }

    /** The devices, in the order of the configuration. */
    public List<UplinkDevice> devices() {
        return List.copyOf(devices);
    }

    /** The pool of each receive queue of a device. */
    @FunctionalInterface
    public interface QueuePools {
        List<PacketPool> of(int uplink);
    }

    /**
     * Starts all ports.
     *
     * @param pools the pool of each receive queue, by queue
     * @param txQueues how many transmit queues an uplink gets
     * @param offloads whether devices may finish packets that tasks left unfinished
     * @return the uplinks, in the order of the configuration
     */
    public List<Uplink> start(Eal eal, QueuePools pools, ToIntFunction<Integer> txQueues, boolean offloads) {
        for (UplinkDevice device : devices) {
            int index = device.index();
            List<PacketPool> byQueue = pools.of(index);
            uplinks.add(Uplink.start(eal, device, byQueue, txQueues.applyAsInt(index), offloads, byQueue.getFirst()));
        }
        return List.copyOf(uplinks);
    }

    /** Closes what {@code failure} left open. */
    public void closeAfter(RuntimeException failure) {
        try {
            close();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /** Closes all ports and devices, all of them even if some refuse. */
    @Override
    public void close() {
        RuntimeException failure = null;
        for (int i = devices.size() - 1; i >= 0; i--) {
            try {
                if (i < uplinks.size()) {
                    uplinks.get(i).close();
                } else {
                    devices.get(i).close();
                }
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        devices.clear();
        uplinks.clear();
        if (failure != null) {
            throw failure;
        }
    }
}
