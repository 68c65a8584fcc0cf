package io.braid.dataplane;

import io.braid.dataplane.conductor.Conductor;
import io.braid.dataplane.conductor.ReceiveSteering;
import io.braid.dataplane.conductor.UplinkView;
import io.braid.dataplane.control.StatusReport;
import io.braid.dataplane.engine.PortBinding;
import io.braid.dataplane.engine.PortTotals;
import io.braid.dataplane.graph.Reason;
import io.braid.dataplane.net.Ipv4Address;
import io.braid.dataplane.net.MacAddress;
import io.braid.dataplane.port.Uplink;
import io.braid.dpdk.Offload;
import io.braid.dpdk.PortStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What {@code braid status} says of uplinks and of ports' queues. Any thread. */
final class UplinkReports {
    private final Supplier<List<Uplink>> uplinks;
    private final WorkerSet workers;
    private final Conductor conductor;

    UplinkReports(Supplier<List<Uplink>> uplinks, WorkerSet workers, Conductor conductor) {
        this.uplinks = uplinks;
        this.workers = workers;
        this.conductor = conductor;
    }

    /** @param totals each port's counters, by port number */
    List<StatusReport.Uplink> reports(List<PortTotals> totals) {
        List<Uplink> present = uplinks.get();
        long sent = present.stream()
                .mapToLong(uplink -> own(uplink, totals).txBytes())
                .sum();
        List<UplinkView> views = conductor.views();
        var reports = new ArrayList<StatusReport.Uplink>();
        for (Uplink uplink : present) {
            UplinkView view = views.isEmpty() ? UplinkView.UNKNOWN : views.get(uplink.index());
            PortTotals own = own(uplink, totals);
            int node = uplink.node();
            ReceiveSteering steering = conductor.moves().steering(uplink.index());
            if (steering == null) {
                continue; // it has just gone
            }
            reports.add(new StatusReport.Uplink(
                    uplink.name(),
                    uplink.config().device().toString(),
                    uplink.port().id(),
                    uplink.mac().toString(),
                    uplink.config().mtu(),
                    offloads(0, uplink.port().transmitOffloads()),
                    node < 0 ? null : node,
                    steering.mode().label(),
                    steering.rules(),
                    steering.hits(),
                    steering.trouble(),
                    queues(uplink.port().id()),
                    view.linkUp(),
                    new StatusReport.Usable(view.usable4(), view.usable6()),
                    whyNotUsable(view),
                    view.gateways().stream().map(UplinkReports::gateway).toList(),
                    new StatusReport.Traffic(own.rxPackets(), own.rxBytes()),
                    new StatusReport.Traffic(own.txPackets(), own.txBytes()),
                    sent == 0 ? 0 : (double) own.txBytes() / sent,
                    drops(own)));
        }
        return reports;
    }

    private static PortTotals own(Uplink uplink, List<PortTotals> totals) {
        return totals.get(uplink.port().id()).minus(uplink.before());
    }

    private List<PortBinding.Input> inputs(int port) {
        return workers.shared().snapshots().get().bindings().stream()
                .filter(binding -> binding.port() == port)
                .flatMap(binding -> binding.inputs().stream())
                .toList();
    }

    private List<StatusReport.Queue> queues(int port) {
        return inputs(port).stream()
                .map(input -> new StatusReport.Queue(
                        input.queue(),
                        workerName(input.worker()),
                        workers.shared().queues().packets(port, input.queue())))
                .toList();
    }

    private String workerName(int worker) {
        return workers.all().get(worker).name();
    }

    /** The workers that poll a port's queues, each once, with spaces between. */
    String pollers(int port) {
        return inputs(port).stream()
                .map(input -> workerName(input.worker()))
                .distinct()
                .collect(Collectors.joining(" "));
    }

    private static @Nullable String whyNotUsable(UplinkView view) {
        if (view.outOfUse() != null) {
            return view.outOfUse();
        }
        if (!view.linkUp()) {
            return "link down";
        }
        for (UplinkView.GatewayView gateway : view.gateways()) {
            boolean resolved = gateway.address() instanceof Ipv4Address ? view.resolved4() : view.resolved6();
            if (!resolved) {
                return "gateway " + gateway.address() + " does not answer";
            }
        }
        List<String> reasons = view.condition().reasons();
        return reasons.isEmpty() ? null : String.join("; ", reasons);
    }

    private static StatusReport.Gateway gateway(UplinkView.GatewayView gateway) {
        return new StatusReport.Gateway(
                gateway.address().toString(),
                gateway.state().name().toLowerCase(Locale.ROOT),
                gateway.mac() == 0 ? null : new MacAddress(gateway.mac()).toString());
    }

    /** Packets that were dropped, by reason. */
    static SortedMap<String, Long> drops(PortTotals totals) {
        var map = new TreeMap<String, Long>();
        for (Map.Entry<Reason, Long> entry : totals.ended().entrySet()) {
            if (!entry.getKey().consumed()) {
                map.put(entry.getKey().metricName(), entry.getValue());
            }
        }
        return map;
    }

    /** What operators should know of the uplinks. */
    List<String> warnings() {
        var list = new ArrayList<String>();
        List<UplinkView> views = conductor.views();
        for (Uplink uplink : uplinks.get()) {
            // A port that is being restarted has no counters to ask for, and would have the answer wait.
            if (views.isEmpty() || views.get(uplink.index()).outOfUse() == null) {
                addDriverLosses(uplink, list);
            }
        }
        return list;
    }

    /** What an uplink's driver lost by its own count: packets that Braid never saw, or gave away and that were not sent. */
    private static void addDriverLosses(Uplink uplink, List<String> warnings) {
        PortStatistics driver = uplink.port().statistics();
        if (driver.rxMissed() + driver.rxErrors() + driver.rxNoBuffer() + driver.txErrors() > 0) {
            warnings.add("uplink " + uplink.name() + ": its driver lost packets: " + driver.rxMissed()
                    + " for want of room in its queue, "
                    + driver.rxNoBuffer() + " for want of a buffer, " + driver.rxErrors() + " with receive errors, "
                    + driver.txErrors()
                    + " with transmit errors");
        }
    }

    /** Sets of {@link Offload} by their names. */
    static StatusReport.Offloads offloads(int receive, int transmit) {
        return new StatusReport.Offloads(Offload.names(receive), Offload.names(transmit));
    }
}
