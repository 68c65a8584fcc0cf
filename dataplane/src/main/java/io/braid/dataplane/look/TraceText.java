package io.braid.dataplane.look;

import io.braid.dataplane.graph.Burst;
import io.braid.dataplane.graph.PacketWatch.Node;
import io.braid.dataplane.graph.Reason;
import io.braid.dataplane.graph.Verdict;
import io.braid.dpdk.Memory;
import io.braid.flow.PinOutcome;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** Puts into words what a {@link TraceTap} wrote down. */
final class TraceText {
    private static final Node[] NODES = Node.values();
    private static final PinOutcome[] OUTCOMES = PinOutcome.values();
    private static final String[] FLAGS = {
        "fragment",
        "later-fragment",
        "group-frame",
        "dont-fragment",
        "icmp-error",
        "fragment-header",
        "partial-checksum",
        "segments"
    };

    private final String policy;
    private final long epoch;

    /**
     * Makes it.
     *
     * @param policy how new flows are placed
     * @param epoch what to add to {@link System#nanoTime} for the time since 1970
     */
    TraceText(String policy, long epoch) {
        this.policy = policy;
        this.epoch = epoch;
    }

    TracedPacket read(long record, String worker, Map<Integer, PortNames.Named> ports) {
        byte[] bytes = new byte[Memory.getInt(record + TraceTap.KEPT)];
        Memory.copyOut(record + TraceTap.DATA, bytes, 0, bytes.length);
        var steps = new ArrayList<TracedPacket.Step>();
        for (int i = 0; i < Memory.getInt(record + TraceTap.STEPS_AT); i++) {
            steps.add(step(record, i, worker, ports));
        }
        return new TracedPacket(
                Instant.EPOCH
                        .plus(Memory.getLong(record + TraceTap.TIME) + epoch, ChronoUnit.NANOS)
                        .toString(),
                worker,
                name(ports, Memory.getInt(record + TraceTap.PORT)),
                Memory.getInt(record + TraceTap.QUEUE),
                Memory.getInt(record + TraceTap.LENGTH),
                PacketText.of(bytes),
                HexFormat.of().formatHex(bytes),
                steps);
    }

    private static String name(Map<Integer, PortNames.Named> ports, long port) {
        PortNames.Named named = ports.get((int) port);
        return named == null ? "port-" + port : named.name();
    }

    private TracedPacket.Step step(long record, int i, String worker, Map<Integer, PortNames.Named> ports) {
        long at = record + TraceTap.FIRST_STEP + (long) i * TraceTap.STEP_BYTES;
        int node = Memory.getInt(at);
        int verdict = Memory.getInt(at + 4);
        long values = at + 8;
        if (node == TraceTap.EMIT) {
            return emit(record, verdict, worker, ports);
        }
        var detail = new LinkedHashMap<String, String>();
        switch (NODES[node]) {
            case PARSE, UNFINISHED, CAP -> parsed(values, NODES[node], verdict, detail);
            case TASK_INPUT, UPLINK_INPUT -> input(values, verdict, ports, detail);
            case PATH -> path(values, verdict, ports, detail);
            case FORWARD -> forward(values, ports, detail);
        }
        return new TracedPacket.Step(
                NODES[node].name().toLowerCase(Locale.ROOT).replace('_', '-'), word(verdict, ports), detail);
    }

    private static String word(int verdict, Map<Integer, PortNames.Named> ports) {
        if (Verdict.isSend(verdict)) {
            return "send by " + name(ports, Verdict.port(verdict));
        }
        return switch (verdict) {
            case Verdict.OPEN -> "go on";
            case Verdict.ROUTE -> "find a path";
            case Verdict.FORWARD -> "forward";
            case Verdict.FRAGMENT -> "send in fragments";
            case Verdict.SEGMENT -> "cut into segments";
            default -> Verdicts.end(verdict);
        };
    }

    private static void parsed(long values, Node node, int verdict, Map<String, String> detail) {
        if (node == Node.CAP || Verdict.isEnd(verdict)) {
            return;
        }
        int type = (int) Memory.getLong(values);
        detail.put("ethertype", String.format(Locale.ROOT, "0x%04x", type));
        if (type == Burst.ETHERTYPE_IPV4 || type == Burst.ETHERTYPE_IPV6) {
            detail.put("protocol", PacketText.protocol((int) Memory.getLong(values + 8)));
        }
        detail.put("bytes", Long.toString(Memory.getLong(values + 24)));
        long flags = Memory.getLong(values + 16);
        if (flags != 0) {
            var words = new StringJoiner(",");
            for (int bit = 0; bit < FLAGS.length; bit++) {
                if ((flags & (1L << bit)) != 0) {
                    words.add(FLAGS[bit]);
                }
            }
            detail.put("flags", words.toString());
        }
        if ((flags & Burst.SEGMENTS) != 0 && node == Node.UNFINISHED) {
            detail.put("segment", Long.toString(Memory.getLong(values + 32)));
        }
    }

    private static void input(
            long values, int verdict, Map<Integer, PortNames.Named> ports, Map<String, String> detail) {
        long port = Memory.getLong(values);
        if (port >= 0) {
            detail.put(verdict == Verdict.ROUTE ? "bound-to" : "to", name(ports, port));
        }
    }

    private void path(long values, int verdict, Map<Integer, PortNames.Named> ports, Map<String, String> detail) {
        long port = Memory.getLong(values);
        if (port >= 0) {
            detail.put("uplink", name(ports, port));
        }
        int outcome = (int) Memory.getLong(values + 8);
        if (outcome < 0) {
            detail.put("why", "its source address is bound to that uplink");
            return;
        }
        detail.put("why", why(OUTCOMES[outcome]));
        detail.put("flow-hash", String.format(Locale.ROOT, "%016x", Memory.getLong(values + 16)));
        detail.put(
                "flow-key",
                String.format(Locale.ROOT, "%016x-%016x", Memory.getLong(values + 24), Memory.getLong(values + 32)));
        if (verdict == Verdict.FORWARD) {
            detail.put("pin", OUTCOMES[outcome] == PinOutcome.UNPINNED ? "none" : "held");
        }
    }

    private String why(PinOutcome outcome) {
        return switch (outcome) {
            case KEPT -> "the flow is pinned to it";
            case PLACED -> "a new flow, placed by " + policy;
            case INHERITED -> "the flow had it on another worker or before a restart";
            case UNPINNED -> "there is no room for a pin: by its hash";
            case LOST -> "its uplink was lost: placed anew by " + policy;
            case RESTARTED -> "a new connection with the addresses of one that ended: placed by " + policy;
            case FLOWLET -> "it had paused: placed anew by flowlet";
            case REBALANCED -> "it had paused, and was moved since uplinks are unevenly loaded";
            case CAUGHT_UP -> "it was on another worker in between, and goes on where it was there";
            case NO_PATH -> "no uplink can be used";
        };
    }

    private static void forward(long values, Map<Integer, PortNames.Named> ports, Map<String, String> detail) {
        long port = Memory.getLong(values);
        if (port >= 0) {
            detail.put("hop", name(ports, port));
            detail.put("mtu", Long.toString(Memory.getLong(values + 8)));
            detail.put("to-mac", mac(Memory.getLong(values + 16)));
            detail.put("from-mac", mac(Memory.getLong(values + 24)));
        }
    }

    private static String mac(long bits) {
        byte[] bytes = new byte[6];
        for (int i = 0; i < 6; i++) {
            bytes[i] = (byte) (bits >>> (40 - 8 * i));
        }
        return HexFormat.ofDelimiter(":").formatHex(bytes);
    }

    private static TracedPacket.Step emit(
            long record, int verdict, String worker, Map<Integer, PortNames.Named> ports) {
        var detail = new LinkedHashMap<String, String>();
        int answered = Memory.getInt(record + TraceTap.ANSWERED);
        if (answered != 0) {
            detail.put("packet", Verdicts.answer(answered));
            return new TracedPacket.Step(
                    "emit", "send the ICMP error by " + name(ports, Verdict.port(verdict)), detail);
        }
        if (Verdict.isSend(verdict)) {
            int sender = Memory.getInt(record + TraceTap.SENDER);
            String sends = "worker-" + sender;
            int result = Memory.getInt(record + TraceTap.RESULT);
            if (sender >= 0 && !sends.equals(worker)) {
                detail.put("handed-to", sends);
            }
            if (result == TraceTap.SENT) {
                detail.put("result", "sent");
            } else if (result >= TraceTap.REFUSED) {
                detail.put(
                        "result",
                        "dropped: " + Reason.of(result - TraceTap.REFUSED).metricName());
            }
        }
        return new TracedPacket.Step("emit", word(verdict, ports), detail);
    }
}
