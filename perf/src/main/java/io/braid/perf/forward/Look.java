package io.braid.perf.forward;

import io.braid.dataplane.engine.ForwardingWorker;
import io.braid.dataplane.look.BpfProgram;
import io.braid.dataplane.look.Capture;
import io.braid.dataplane.look.CaptureSettings;
import io.braid.dataplane.look.Lookers;
import io.braid.dataplane.look.PacketFilter;
import io.braid.dataplane.look.PortNames;
import io.braid.dataplane.look.Trace;
import io.braid.dataplane.look.TraceSettings;
import io.braid.dpdk.Port;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who looks on while packets are forwarded. */
enum Look {
    /** Nobody. */
    NONE,
    /** A capture of both directions whose filter takes none of the packets. */
    CAPTURE,
    /** A trace with that filter. */
    TRACE;

    private static final int SNAPLEN = 256;

    /** One for all turns, which the JIT compiler has seen then. */
    private static @Nullable PacketFilter filter;

    /** {@code host 192.0.2.99 or host 2001:db8::99}, as {@code tcpdump -ddd -y EN10MB} compiles it: it looks at all addresses of both families. */
    private static final String PROGRAM =
            "31,40 0 0 12,21 0 4 2048,32 0 0 26,21 25 0 3221226083,32 0 0 30,21 23 24 3221226083,21 1 0 2054,21 0 4 32821,"
                    + "32 0 0 28,21 19 0 3221226083,32 0 0 38,21 17 18 3221226083,21 0 17 34525,32 0 0 22,21 0 6 536939960,"
                    + "32 0 0 26,21 0 4 0,32 0 0 30,21 0 2 0,32 0 0 34,21 8 0 153,32 0 0 38,21 0 7 536939960,32 0 0 42,"
                    + "21 0 5 0,32 0 0 46,21 0 3 0,32 0 0 50,21 0 1 153,6 0 0 262144,6 0 0 0";

    /**
     * Has somebody look on at workers, before they run.
     *
     * @param port the only one
     * @return what ends it; null when there is nothing to end
     */
    @Nullable
    AutoCloseable begin(List<ForwardingWorker> workers, int port) {
        PacketFilter all = filter();
        var lookers = new Lookers(workers);
        PortNames names = () -> Map.of(port, new PortNames.Named("port", "the only one"));
        long ever = Long.MAX_VALUE;
        return switch (this) {
            case NONE -> null;
            case CAPTURE ->
                Capture.begin(
                        new CaptureSettings(all, true, true, false, SNAPLEN, ever, ever, ever),
                        lookers,
                        names,
                        _ -> true,
                        Port.MAX_PORTS,
                        "perf");
            case TRACE ->
                Trace.begin(
                        new TraceSettings(all, PacketFilter.NONE, 1, ever, ever),
                        lookers,
                        names,
                        _ -> true,
                        Port.MAX_PORTS,
                        "least-loaded");
        };
    }

    /** The filter that takes none of the packets. */
    private static synchronized PacketFilter filter() {
        if (filter == null) {
            try {
                filter = BpfProgram.parse(PROGRAM).toFilter();
            } catch (BpfProgram.BadProgramException e) {
                throw new IllegalStateException("a filter of ours is bad", e);
            }
        }
        return filter;
    }
}
