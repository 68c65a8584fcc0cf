package io.braid.dataplane.look;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One packet's way through the graph, as it was.
 *
 * @param time when it was received, UTC
 * @param worker that received it
 * @param port it came in by
 * @param queue receive queue of that port
 * @param length bytes it had
 * @param packet what it is, for people
 * @param bytes its first bytes as they came, in hex
 * @param steps the nodes it went through, in order, and what each decided
 */
public record TracedPacket(
        String time,
        String worker,
        String port,
        int queue,
        int length,
        String packet,
        String bytes,
        List<TracedPacket.Step> steps) {
    public TracedPacket {
        steps = List.copyOf(steps);
    }

    /**
     * A node.
     *
     * @param node its name
     * @param verdict what is to become of the packet after it
     * @param detail what it found and did, in an order for people
     */
    public record Step(String node, String verdict, Map<String, String> detail) {
        public Step {
            detail = Collections.unmodifiableMap(new LinkedHashMap<>(detail));
        }
    }
}
