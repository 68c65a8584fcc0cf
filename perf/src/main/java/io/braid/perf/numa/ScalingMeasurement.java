package io.braid.perf.numa;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Two workers beside one, and one among others beside one alone. */
final class ScalingMeasurement implements NumaMeasurement {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int ROUNDS = 15;
    private static final int FAST_ROUNDS = 3;
    private static final long TURN_NANOS = 400_000_000;

    @Override
    public String key() {
        return "scaling";
    }

    @Override
    public boolean startsDpdk() {
        return true;
    }

    @Override
    public Result run(boolean fast, Consumer<String> progress) throws IOException, InterruptedException {
        WorkerScaling scaling = WorkerScaling.measure(fast ? FAST_ROUNDS : ROUNDS, TURN_NANOS, progress);
        ObjectNode json = JSON.createObjectNode();
        json.put("one_worker_pps", Math.round(scaling.one()));
        json.put("two_workers_pps", Math.round(scaling.two()));
        json.put("two_over_one", scaling.scaling());
        json.put("machine_two_over_one", scaling.machine());
        json.put("alone_pps", Math.round(scaling.alone()));
        json.put("among_others_pps", Math.round(scaling.among()));
        json.put("among_over_alone", scaling.untouched());
        json.put("lost", scaling.lost());
        return new Result(
                json,
                List.of(
                        String.format(
                                Locale.ROOT,
                                "Whole egress path, 64-byte packets, net_pcap to net_null: one worker %.2f Mpps, two %.2f Mpps: %.2fx (at least 1.8; of two threads that only compute this machine gives %.2fx)",
                                scaling.one() / 1e6,
                                scaling.two() / 1e6,
                                scaling.scaling(),
                                scaling.machine()),
                        String.format(
                                Locale.ROOT,
                                "  a worker that hands over nothing: alone %.2f Mpps, with another one known %.2f Mpps: %+.1f %% (at most 1 either way); %d lost",
                                scaling.alone() / 1e6,
                                scaling.among() / 1e6,
                                (scaling.untouched() - 1) * 100,
                                scaling.lost())));
    }
}
