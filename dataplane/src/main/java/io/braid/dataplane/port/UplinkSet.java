package io.braid.dataplane.port;

import io.braid.dataplane.config.UplinkConfig;
import io.braid.dataplane.engine.PortTotals;
import io.braid.dpdk.Eal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * All uplinks of the host: first their devices, whose abilities decide the queues, then the running ports. One thread at a time, but {@link #all} and {@link #places}, which
 * are for any.
 */
public final class UplinkSet implements AutoCloseable {
    private final Eal eal;
    private final boolean offloads;
    /** Opened and not started. */
    private final List<UplinkDevice> devices = new ArrayList<>();

    private volatile UplinkPlaces places;
    private volatile List<Uplink> uplinks = List.of();

    private UplinkSet(Eal eal, UplinkPlaces places, boolean offloads) {
        this.eal = eal;
        this.places = places;
        this.offloads = offloads;
    }

    /**
     * Opens all devices.
     *
     * @param offloads whether devices may finish packets that tasks left unfinished
     * @param early ports that are open already
     * @throws RuntimeException as {@link UplinkDevice#open}; nothing stays open then
     */
    public static UplinkSet open(Eal eal, List<UplinkConfig> configs, boolean offloads, EarlyPorts early) {
        var set = new UplinkSet(eal, UplinkPlaces.of(configs), offloads);
        try {
            for (UplinkConfig config : configs) {
                set.devices.add(UplinkDevice.open(eal, set.devices.size(), config, early.take(config)));
            }
            return set;
        } catch (RuntimeException e) {
            set.closeAfter(e);
            throw e;
        }
    }

    /** The devices that were opened and are not started, in the order of the configuration. */
    public List<UplinkDevice> devices() {
        return List.copyOf(devices);
    }

    /**
     * Starts all ports.
     *
     * @param queues what each device gets
     */
    public void start(Function<UplinkDevice, Uplink.Queues> queues) {
        while (!devices.isEmpty()) {
            UplinkDevice device = devices.getFirst();
            started(Uplink.start(eal, device, queues.apply(device), offloads, _ -> PortTotals.ZERO));
            devices.removeFirst();
        }
    }

    private void started(Uplink uplink) {
        var next = new ArrayList<>(uplinks);
        next.add(uplink);
        next.sort(Comparator.comparingInt(Uplink::index));
        uplinks = List.copyOf(next);
    }

    /**
     * Opens another uplink's device and starts its port, which no worker knows yet.
     *
     * @param place a free one
     * @param queues what the device gets
     * @param totals what the counters of a port's number stand at
     * @throws RuntimeException as {@link UplinkDevice#open}, when the device refuses the settings, or what {@code queues} throws; nothing stays open then
     */
    public Uplink add(
            int place,
            UplinkConfig config,
            Function<UplinkDevice, Uplink.Queues> queues,
            IntFunction<PortTotals> totals) {
        UplinkDevice device = UplinkDevice.open(eal, place, config);
        try {
            Uplink uplink = Uplink.start(eal, device, queues.apply(device), offloads, totals);
            started(uplink);
            places = places.with(place, config);
            return uplink;
        } catch (RuntimeException e) {
            try {
                device.detach();
            } catch (RuntimeException left) {
                e.addSuppressed(left);
            }
            throw e;
        }
    }

    /**
     * Takes an uplink's port away, which no thread uses any more.
     *
     * @throws io.braid.dpdk.DpdkException when a driver refuses; the uplink is none any more even so
     */
    public void remove(Uplink uplink) {
        places = places.without(uplink.index());
        uplinks = uplinks.stream().filter(other -> other != uplink).toList();
        uplink.detach();
    }

    /** Those whose ports run, in the order of their places. Any thread. */
    public List<Uplink> all() {
        return uplinks;
    }

    /** Where they are. Any thread. */
    public UplinkPlaces places() {
        return places;
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
        var closing = new ArrayList<Runnable>();
        uplinks.forEach(uplink -> closing.add(uplink::close));
        devices.forEach(device -> closing.add(device::close));
        uplinks = List.of();
        devices.clear();
        Together.run(closing);
    }
}
