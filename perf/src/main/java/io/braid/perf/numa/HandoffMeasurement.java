package io.braid.perf.numa;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** The hand-off ring beside rte_ring, JCTools and the JDK. */
final class HandoffMeasurement implements NumaMeasurement {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public String key() {
        return "handoff";
    }

    @Override
    public boolean startsDpdk() {
        return true;
    }

    @Override
    public Result run(boolean fast, Consumer<String> progress) throws InterruptedException {
        return report(HandoffFigures.measure(fast ? 0.2 : 1, progress));
    }

    static Result report(HandoffFigures figures) {
        ObjectNode json = JSON.createObjectNode();
        json.put("burst", HandoffQueue.BURST);
        json.put("ratio_to_rte_ring", figures.ratioToRteRing());
        json.put("ratio_to_rte_ring_quiet", figures.ratioQuiet());
        json.put("ratio_to_rte_ring_by_packet", figures.ratioByPacket());
        json.put("limit", HandoffFigures.LIMIT);
        json.putPOJO("one_thread_ns", figures.turns());
        json.putPOJO("one_thread_quiet_ns", figures.quiet());
        json.putPOJO("one_producer_ns", figures.oneProducer());
        json.putPOJO("two_producers_ns", figures.twoProducers());
        List<String> text = new ArrayList<>();
        text.add("Hand-off of bursts of 32: nanoseconds for each packet, medians, all in turn");
        text.add("                              one thread      1 producer     2 producers");
        for (String name : figures.turns().keySet()) {
            text.add(String.format(
                    Locale.ROOT,
                    "  %-24s%s%s%s",
                    name.replace('_', ' '),
                    cell(figures.turns(), name),
                    cell(figures.oneProducer(), name),
                    cell(figures.twoProducers(), name)));
        }
        text.add(String.format(
                Locale.ROOT,
                "  braid costs %.2f times rte_ring on one thread, %.2f in the quietest tenth of the time (not to exceed %.1f)",
                figures.ratioToRteRing(),
                figures.ratioQuiet(),
                HandoffFigures.LIMIT));
        return new Result(json, text);
    }

    private static String cell(Map<String, Double> nanos, String name) {
        return String.format(
                Locale.ROOT, "%9.2f %5.2fx", HandoffFigures.nanos(nanos, name), HandoffFigures.ratio(nanos, name));
    }
}
