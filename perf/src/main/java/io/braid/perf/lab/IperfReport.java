package io.braid.perf.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the JSON report of an iperf3 client (3.9 to 3.18; the format is not specified beyond iperf3's source). */
final class IperfReport {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** A stream that delivered nothing for the last so many seconds of a run is lost, not slow. */
    private static final int STALLED_INTERVALS = 3;

    private IperfReport() {}

    static TransferResult parse(Transfer transfer, String json) {
        JsonNode report;
        try {
            report = JSON.readTree(json);
        } catch (JsonProcessingException e) {
            return TransferResult.failed(transfer, "iperf3 left no report: " + firstLine(json));
        }
        String error = report.hasNonNull("error") ? report.get("error").asText() : null;
        JsonNode receiver = transfer.inbound() ? report : report.path("server_output_json");
        List<JsonNode> intervals = wholeIntervals(receiver);
        if (intervals.isEmpty()) {
            return TransferResult.failed(transfer, error == null ? "iperf3 moved nothing" : error);
        }
        JsonNode end = report.path("end");
        return new TransferResult(
                transfer,
                intervals.stream().map(i -> i.at("/sum/bytes").asLong()).toList(),
                steadyBitsPerSecond(intervals),
                end.at("/sum_sent/retransmits").asLong(),
                error == null ? lost(transfer, intervals) : transfer.streams(),
                transfer.isUdp() ? end.at("/sum/packets").asLong() : 0,
                transfer.isUdp() ? end.at("/sum/lost_packets").asLong() : 0,
                late(receiver),
                error);
    }

    /** Intervals of the length asked for; iperf3 may add a last one of some milliseconds. */
    private static List<JsonNode> wholeIntervals(JsonNode report) {
        List<JsonNode> whole = new ArrayList<>();
        for (JsonNode interval : report.path("intervals")) {
            if (interval.at("/sum/seconds").asDouble() >= 0.5) {
                whole.add(interval);
            }
        }
        return whole;
    }

    /** Mean over the run without its first second, in which connections are opened and find their speed. */
    private static double steadyBitsPerSecond(List<JsonNode> intervals) {
        List<JsonNode> steady = intervals.size() > 2 ? intervals.subList(1, intervals.size()) : intervals;
        double bytes = 0;
        double seconds = 0;
        for (JsonNode interval : steady) {
            bytes += interval.at("/sum/bytes").asDouble();
            seconds += interval.at("/sum/seconds").asDouble();
        }
        return seconds == 0 ? 0 : bytes * 8 / seconds;
    }

    private static long late(JsonNode receiver) {
        long late = 0;
        for (JsonNode stream : receiver.at("/end/streams")) {
            late += stream.at("/udp/out_of_order").asLong();
        }
        return late;
    }

    private static int lost(Transfer transfer, List<JsonNode> intervals) {
        List<JsonNode> last = intervals.subList(Math.max(0, intervals.size() - STALLED_INTERVALS), intervals.size());
        int lost = 0;
        for (int stream = 0; stream < transfer.streams(); stream++) {
            long bytes = 0;
            for (JsonNode interval : last) {
                bytes += interval.path("streams").path(stream).path("bytes").asLong();
            }
            if (bytes == 0) {
                lost++;
            }
        }
        return lost;
    }

    private static String firstLine(@Nullable String text) {
        return text == null || text.isBlank()
                ? "no output"
                : text.strip().lines().findFirst().orElse("no output");
    }
}
