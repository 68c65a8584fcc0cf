package io.braid.dataplane;

import io.braid.dataplane.control.CaptureQuery;
import io.braid.dataplane.control.CaptureQuery.Direction;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.JsonLines;
import io.braid.dataplane.control.Looking;
import io.braid.dataplane.control.TraceQuery;
import io.braid.dataplane.engine.ForwardingWorker;
import io.braid.dataplane.look.BpfProgram;
import io.braid.dataplane.look.BpfProgram.BadProgramException;
import io.braid.dataplane.look.Capture;
import io.braid.dataplane.look.CaptureSettings;
import io.braid.dataplane.look.Lookers;
import io.braid.dataplane.look.PacketFilter;
import io.braid.dataplane.look.PortNames;
import io.braid.dataplane.look.Trace;
import io.braid.dataplane.look.TraceEnd;
import io.braid.dataplane.look.TraceSettings;
import io.braid.dataplane.look.TracedPacket;
import io.braid.dataplane.port.Uplink;
import io.braid.dataplane.task.Task;
import io.braid.dataplane.task.TaskRegistry;
import io.braid.dpdk.Port;
import io.braid.flow.PlacementPolicy;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lets clients look at packets as they go by. Any thread. */
final class PacketLooks implements Looking, PortNames {
    private final Supplier<List<Uplink>> uplinks;
    private final TaskRegistry tasks;
    private final Lookers lookers;
    private final Supplier<PlacementPolicy> policy;

    PacketLooks(
            Supplier<List<Uplink>> uplinks,
            TaskRegistry tasks,
            List<ForwardingWorker> workers,
            Supplier<PlacementPolicy> policy) {
        this.uplinks = uplinks;
        this.tasks = tasks;
        this.lookers = new Lookers(workers);
        this.policy = policy;
    }

    @Override
    public Map<Integer, Named> ports() {
        var ports = new HashMap<Integer, Named>();
        for (Uplink uplink : uplinks.get()) {
            ports.put(uplink.port().id(), new Named(uplink.name(), "uplink"));
            ports.put(
                    uplink.punt().port().id(),
                    new Named(
                            "host:" + uplink.name(), "tap to the host's kernel for the addresses of " + uplink.name()));
        }
        for (Task task : tasks.tasks()) {
            ports.put(task.port().port().id(), new Named(task.name(), "task"));
        }
        return ports;
    }

    @Override
    public Look capture(CaptureQuery query) {
        Direction direction = query.direction();
        var settings = new CaptureSettings(
                filter(query.filter()),
                direction != Direction.OUT,
                direction != Direction.IN,
                direction == Direction.DROPPED,
                (int) query.snaplen(),
                query.count(),
                query.bytes(),
                TimeUnit.SECONDS.toNanos(query.seconds()));
        Capture capture = Capture.begin(
                settings, lookers, this, wanted(query.ports()), Port.MAX_PORTS, "braid " + Version.text());
        if (capture == null) {
            throw tooMany();
        }
        return new Look() {
            @Override
            public void writeTo(OutputStream out) throws IOException {
                capture.writeTo(out);
            }

            @Override
            public void close() {
                capture.close();
            }
        };
    }

    @Override
    public Look trace(TraceQuery query) {
        PacketFilter addressed = query.addressed() == null ? PacketFilter.NONE : filter(query.addressed());
        var settings = new TraceSettings(
                filter(query.filter()),
                addressed,
                query.sample(),
                query.count(),
                TimeUnit.SECONDS.toNanos(query.seconds()));
        Trace trace = Trace.begin(settings, lookers, this, wanted(query.ports()), Port.MAX_PORTS, policyName());
        if (trace == null) {
            throw tooMany();
        }
        return new Look() {
            @Override
            public void writeTo(OutputStream out) throws IOException {
                var lines = new JsonLines(out);
                lines.idle(); // the trace is under way
                lines.write(new TraceEnd(trace.tell(new Trace.Listener() {
                    @Override
                    public void packet(TracedPacket packet) throws IOException {
                        lines.write(packet);
                    }

                    @Override
                    public void idle() throws IOException {
                        lines.idle();
                    }
                })));
            }

            @Override
            public void close() {
                trace.close();
            }
        };
    }

    private static ControlException tooMany() {
        return new ControlException(
                Kind.CONFLICT,
                Lookers.MOST + " captures and traces are under way already; wait until one ends, or end one");
    }

    private static PacketFilter filter(@Nullable String program) {
        if (program == null) {
            return PacketFilter.ALL;
        }
        try {
            return BpfProgram.parse(program).toFilter();
        } catch (BadProgramException e) {
            throw new ControlException(Kind.BAD_REQUEST, "filter: " + e.getMessage(), e);
        }
    }

    /** Which ports are meant; those that are not here yet may come, but one that nobody knows now is a slip of the pen. */
    private Predicate<String> wanted(List<String> names) {
        if (names.isEmpty()) {
            return _ -> true;
        }
        List<String> known = ports().values().stream().map(Named::name).sorted().toList();
        for (String name : names) {
            if (!known.contains(name)) {
                throw new ControlException(
                        Kind.NOT_FOUND, "there is no port " + name + "; ports are " + String.join(", ", known));
            }
        }
        return names::contains;
    }

    /** As it is written in the configuration, of which a reload may have changed it. */
    private String policyName() {
        return policy.get().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
