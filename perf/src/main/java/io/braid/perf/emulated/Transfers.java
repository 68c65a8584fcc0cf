package io.braid.perf.emulated;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.braid.perf.lab.Family;
import java.time.Duration;

/** TCP between a namespace in the guest and storage, by iperf3. */
final class Transfers {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SECONDS = 4;
    private static final int STREAMS = 4;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private Transfers() {}

    /** Measures both directions, one after the other: out over IPv4, in over IPv6. */
    static Rates measure(Guest guest, String netns) throws InterruptedException {
        return new Rates(run(guest, netns, Family.V4, ""), run(guest, netns, Family.V6, " --reverse"));
    }

    private static double run(Guest guest, String netns, Family family, String direction) throws InterruptedException {
        String report = guest.run(
                "ip netns exec " + netns + " iperf3 --json --client "
                        + guest.plan().storageAddress(family) + " --time " + SECONDS + " --parallel " + STREAMS
                        + direction,
                LIMIT);
        return received(report);
    }

    /**
     * The receiver's rate in a client's report.
     *
     * @throws GuestException when it reports an error, or that a stream moved nothing
     */
    static double received(String report) {
        JsonNode tree;
        try {
            tree = JSON.readTree(report);
        } catch (JsonProcessingException e) {
            throw new GuestException("iperf3 left no report: " + report.strip(), e);
        }
        if (tree.hasNonNull("error")) {
            throw new GuestException("iperf3: " + tree.get("error").asText());
        }
        for (JsonNode stream : tree.at("/end/streams")) {
            if (stream.at("/receiver/bytes").asLong() == 0) {
                throw new GuestException("a TCP stream moved nothing");
            }
        }
        double rate = tree.at("/end/sum_received/bits_per_second").asDouble();
        if (rate <= 0) {
            throw new GuestException("iperf3 reports that nothing was received");
        }
        return rate;
    }
}
