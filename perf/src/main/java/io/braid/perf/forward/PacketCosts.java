package io.braid.perf.forward;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** What a packet costs each side in events that the CPU counts, where it does: means over all turns. One thread. */
final class PacketCosts {
    private final boolean counting;
    private final Map<String, Sum> sides = new TreeMap<>();

    private static final class Sum {
        private final Map<String, Double> events = new TreeMap<>();
        private double packets;
    }

    /**
     * Begins with nothing.
     *
     * @param counting whether the CPU counts; if not, this only waits
     */
    PacketCosts(boolean counting) {
        this.counting = counting;
    }

    /**
     * Waits, and counts meanwhile.
     *
     * @param process whose threads
     * @param names what its threads' names match, as the kernel has them
     * @return how often a second each event happened in all of the threads together; empty where nothing is counted
     */
    Map<String, Double> during(long nanos, long process, String names) throws InterruptedException {
        if (!counting) {
            TimeUnit.NANOSECONDS.sleep(nanos);
            return Map.of();
        }
        List<Long> threads = threads(process, names);
        Map<String, Double> rates = HardwareCounters.perSecond(HardwareCounters.EVENTS, threads, nanos);
        rates.replaceAll((_, rate) -> rate * threads.size());
        return rates;
    }

    /** Adds a turn of a side: what {@link #during} gave and the packets a second of that time. */
    void add(String side, Map<String, Double> perSecond, double packetsPerSecond) {
        if (!perSecond.isEmpty()) {
            Sum sum = sides.computeIfAbsent(side, _ -> new Sum());
            perSecond.forEach((event, rate) -> sum.events.merge(event, rate, Double::sum));
            sum.packets += packetsPerSecond;
        }
    }

    /** Forgets what was while all was warming up. */
    void forget() {
        sides.clear();
    }

    /** Adds {@code counters} with each side's events for a packet, if there are any. */
    void write(ObjectNode json) {
        if (sides.isEmpty()) {
            return;
        }
        ObjectNode counters = json.putObject("counters");
        sides.forEach((side, sum) -> {
            ObjectNode node = counters.putObject(side);
            sum.events.forEach((event, rate) -> node.put(event.replace('-', '_') + "_per_packet", rate / sum.packets));
        });
    }

    /** The kernel's numbers of a process's threads of certain names. */
    static List<Long> threads(long process, String names) {
        var found = new ArrayList<Long>();
        try (DirectoryStream<Path> tasks =
                Files.newDirectoryStream(Path.of("/proc", String.valueOf(process), "task"))) {
            for (Path task : tasks) {
                try {
                    if (Files.readString(task.resolve("comm")).strip().matches(names)) {
                        found.add(Long.parseLong(String.valueOf(task.getFileName())));
                    }
                } catch (NoSuchFileException e) {
                    // It ended meanwhile.
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("cannot read the threads of process " + process, e);
        }
        return found;
    }
}
