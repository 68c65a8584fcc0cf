package io.braid.dataplane;

import io.braid.dataplane.conductor.Conductor;
import io.braid.dataplane.conductor.UplinkView;
import io.braid.dataplane.control.FlowQuery;
import io.braid.dataplane.control.FlowReport;
import io.braid.dataplane.control.Inspecting;
import io.braid.dataplane.engine.ForwardingWorker;
import io.braid.dataplane.engine.PinSet;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.IpPrefix;
import io.braid.dataplane.net.Ipv4Address;
import io.braid.dataplane.net.Ipv6Address;
import io.braid.dataplane.port.UplinkPlaces;
import io.braid.dataplane.task.Task;
import io.braid.dataplane.task.TaskRegistry;
import io.braid.flow.FlowScan;
import io.braid.flow.FlowState;
import io.braid.flow.PlacementPolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Supplier;

/** Looks into the workers' flow tables while they go on. Any thread. */
final class FlowFinder implements Inspecting {
    private final Supplier<UplinkPlaces> uplinks;
    private final TaskRegistry tasks;
    private final Conductor conductor;
    private final PinSet pins;

    FlowFinder(Supplier<UplinkPlaces> uplinks, TaskRegistry tasks, Conductor conductor, PinSet pins) {
        this.uplinks = uplinks;
        this.tasks = tasks;
        this.conductor = conductor;
        this.pins = pins;
    }

    @Override
    public FlowReport flows(FlowQuery query) {
        var search = new Search(query);
        for (int worker = 0; worker < pins.all().size(); worker++) {
            search.look(worker);
        }
        return search.report();
    }

    /** One search: what it has found so far. */
    private final class Search {
        private final FlowQuery query;
        private final Map<IpAddress, String> owners = new HashMap<>();
        private final List<UplinkView> views = conductor.views();
        private final Comparator<FlowReport.Flow> order;
        /** The last one in the query's order first, which leaves when a better one comes. */
        private final PriorityQueue<FlowReport.Flow> best;

        private long all;
        private long matching;
        private double bytesPerSecond;

        Search(FlowQuery query) {
            this.query = query;
            this.order = switch (query.order()) {
                case RATE ->
                    Comparator.comparingLong(FlowReport.Flow::bitsPerSecond).reversed();
                case BYTES -> Comparator.comparingLong(FlowReport.Flow::bytes).reversed();
                case IDLE ->
                    Comparator.comparingLong(FlowReport.Flow::idleMillis).reversed();
            };
            this.best = new PriorityQueue<>(order.reversed());
            for (Task task : tasks.tasks()) {
                task.ips().forEach(ip -> owners.put(ip, task.name()));
                task.nicAddresses().forEach(nic -> owners.put(nic.address(), task.name()));
            }
        }

        void look(int worker) {
            int now = ForwardingWorker.tick(System.nanoTime());
            var scan = new FlowScan(pins.of(worker).table(), pins.hash(), now);
            while (scan.next()) {
                all++;
                if (matches(scan)) {
                    matching++;
                    bytesPerSecond += scan.bytesPerSecond();
                    if (best.size() < query.limit() || isBetter(scan)) {
                        best.add(flow(worker, scan));
                        if (best.size() > query.limit()) {
                            best.remove();
                        }
                    }
                }
            }
        }

        /** Cheap things first: there may be millions. */
        private boolean matches(FlowScan scan) {
            if (query.uplink() != null && !query.uplink().equals(uplink(scan.path()))) {
                return false;
            }
            if (query.port() != null && scan.sourcePort() != query.port() && scan.destinationPort() != query.port()) {
                return false;
            }
            IpPrefix prefix = query.address();
            if (prefix != null && !prefix.contains(source(scan)) && !prefix.contains(destination(scan))) {
                return false;
            }
            return query.task() == null || query.task().equals(owners.get(source(scan)));
        }

        private boolean isBetter(FlowScan scan) {
            FlowReport.Flow last = best.element();
            return switch (query.order()) {
                case RATE -> bits(scan.bytesPerSecond()) > last.bitsPerSecond();
                case BYTES -> scan.bytes() > last.bytes();
                case IDLE -> scan.idleMillis() > last.idleMillis();
            };
        }

        private FlowReport.Flow flow(int worker, FlowScan scan) {
            return new FlowReport.Flow(
                    owners.get(source(scan)),
                    scan.isAddressesOnly() ? "fragments" : protocol(scan.protocol()),
                    source(scan).toString(),
                    scan.sourcePort(),
                    destination(scan).toString(),
                    scan.destinationPort(),
                    uplink(scan.path()),
                    waits(scan),
                    why(scan),
                    state(scan.state()),
                    bits(scan.bytesPerSecond()),
                    scan.bytes(),
                    scan.idleMillis(),
                    "worker-" + worker);
        }

        /** A flow moves on as soon as it has a packet, if it can. */
        private boolean waits(FlowScan scan) {
            return scan.path() >= views.size()
                    || views.stream().noneMatch(view -> scan.isIpv6() ? view.usable6() : view.usable4());
        }

        FlowReport report() {
            var flows = new ArrayList<>(best);
            flows.sort(order);
            return new FlowReport(flows, matching, all, bits(bytesPerSecond));
        }
    }

    private String uplink(int path) {
        return uplinks.get().name(path);
    }

    private String why(FlowScan scan) {
        if (scan.isMoved()) {
            return "moved here in a pause, because uplinks were unevenly loaded";
        }
        return pins.policy() == PlacementPolicy.HASH
                ? "its hash says so"
                : "chosen by " + pins.policy().name().toLowerCase(Locale.ROOT).replace('_', '-')
                        + " when it began, or when its uplink was lost";
    }

    private static IpAddress source(FlowScan scan) {
        return scan.isIpv6() ? new Ipv6Address(scan.sourceHigh(), scan.sourceLow()) : new Ipv4Address(scan.source4());
    }

    private static IpAddress destination(FlowScan scan) {
        return scan.isIpv6()
                ? new Ipv6Address(scan.destinationHigh(), scan.destinationLow())
                : new Ipv4Address(scan.destination4());
    }

    private static long bits(double bytesPerSecond) {
        return Math.round(bytesPerSecond * Byte.SIZE);
    }

    private static String protocol(int number) {
        return switch (number) {
            case 1 -> "icmp";
            case 6 -> "tcp";
            case 17 -> "udp";
            case 58 -> "icmpv6";
            case 132 -> "sctp";
            default -> "protocol " + number;
        };
    }

    private static String state(int state) {
        return switch (state) {
            case FlowState.OPENING -> "opening";
            case FlowState.NEW -> "new";
            case FlowState.ESTABLISHED -> "established";
            case FlowState.CLOSING -> "closing";
            default -> "state " + state;
        };
    }
}
