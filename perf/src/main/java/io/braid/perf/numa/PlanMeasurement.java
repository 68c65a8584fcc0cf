package io.braid.perf.numa;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Placement plans beside dealing queues in turn, over made-up hosts. */
final class PlanMeasurement implements NumaMeasurement {
    static final int HOSTS = 500;
    private static final long SEED = 1;
    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public String key() {
        return "plan";
    }

    @Override
    public Result run(boolean fast, Consumer<String> progress) {
        progress.accept("planning for " + HOSTS + " made-up hosts");
        PlanQuality quality = PlanQuality.measure(SEED, HOSTS);
        ObjectNode json = JSON.createObjectNode();
        json.put("hosts", quality.hosts());
        json.put("worse_than_round_robin", quality.worseThanRoundRobin().size());
        json.put("whole_hosts", quality.wholeHosts());
        json.put("whole_hosts_without_crossing", quality.wholeWithoutCrossing());
        json.put("crossings_per_packet", quality.planned());
        json.put("crossings_per_packet_round_robin", quality.roundRobin());
        json.put("worst_plan_ms", quality.worstMillis());
        json.put("first_plan_ms", quality.firstMillis());
        return new Result(
                json,
                List.of(
                        String.format(
                                Locale.ROOT,
                                "Plans for %d hosts: %.3f crossings between nodes in vain per packet, round-robin %.3f; worse than round-robin on %d (not to be on any)",
                                quality.hosts(),
                                quality.planned(),
                                quality.roundRobin(),
                                quality.worseThanRoundRobin().size()),
                        String.format(
                                Locale.ROOT,
                                "  no crossing on %d of the %d hosts whose nodes all have a NIC, a task and a CPU; longest plan %.1f ms, first of the process %.1f ms (not to exceed 50)",
                                quality.wholeWithoutCrossing(),
                                quality.wholeHosts(),
                                quality.worstMillis(),
                                quality.firstMillis())));
    }
}
