package io.braid.perf.emulated;

import com.fasterxml.jackson.databind.JsonNode;
import io.braid.perf.report.Check;
import java.time.Duration;
import java.util.List;

/** Whether the task's kernel leaves checksums and segments to be done, as on a NIC, and the emulated NICs do them. That the bytes are right is TCP's to say: the switch's kernel checks every packet. */
final class OffloadChecks {
    private static final Duration LIMIT = Duration.ofSeconds(25);

    private OffloadChecks() {}

    /**
     * Looks at both sides of the task's port.
     *
     * @param before the status before the task sent
     * @param after and after that
     */
    static List<Check> of(Guest guest, String netns, String task, JsonNode before, JsonNode after)
            throws InterruptedException {
        String features = guest.run("ip netns exec " + netns + " ethtool -k task0", LIMIT);
        JsonNode rx = task(after, task).path("rx");
        JsonNode earlier = task(before, task).path("rx");
        long packets = rx.path("packets").asLong() - earlier.path("packets").asLong();
        long bytes = rx.path("bytes").asLong() - earlier.path("bytes").asLong();
        String left = task(after, task).at("/offloads/receive").toString();
        boolean kernel = features.contains("tx-checksumming: on") && features.contains("tcp-segmentation-offload: on");
        return List.of(
                new Check(
                        "offloads.task",
                        kernel && left.equals("[\"checksum\",\"tso4\",\"tso6\"]"),
                        "the task's kernel leaves checksums and segments",
                        left + ", its interface " + (kernel ? "does" : "does not") + ", " + bytes / Math.max(1, packets)
                                + " bytes a packet on average"),
                nics(after));
    }

    private static Check nics(JsonNode after) {
        StringBuilder found = new StringBuilder();
        boolean all = true;
        for (Nic nic : Machine.NICS) {
            JsonNode finished = after.at("/uplinks/" + nic.index() + "/offloads/transmit");
            all &= finished.size() > 0;
            found.append(nic.id()).append(' ').append(finished).append(' ');
        }
        return new Check(
                "offloads.nics",
                all,
                "every NIC finishes something",
                found.toString().strip());
    }

    private static JsonNode task(JsonNode status, String name) {
        for (JsonNode task : status.path("tasks")) {
            if (task.path("task").asText().equals(name)) {
                return task;
            }
        }
        throw new GuestException("task " + name + " is not in the status");
    }
}
