package io.braid.perf.forward;

import io.braid.perf.lab.Command;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the CPU's own counters say of threads, by {@code perf stat}. Few virtual machines have such. */
final class HardwareCounters {
    /** What is counted. */
    static final List<String> EVENTS = List.of("cycles", "instructions", "branch-misses", "cache-misses");

    private static final String PROGRAM = "perf";
    private static final String NOT_SUPPORTED = "<not supported>";
    private static final int FIELD_COUNT = 0;
    private static final int FIELD_EVENT = 2;
    private static final int FIELD_NANOS = 3;
    private static final int FIELDS = 4;
    private static final Duration MARGIN = Duration.ofSeconds(20);

    private HardwareCounters() {}

    /** Why there are none, in one line; null when there are. */
    static @Nullable String missing() throws InterruptedException {
        if (!Command.isInstalled(PROGRAM)) {
            return "no hardware counters, as perf is not installed (Debian package linux-perf)";
        }
        Command.Output found = Command.execute(stat(EVENTS, List.of("true")), "", MARGIN);
        Map<String, Double> rates = rates(found.err());
        if (found.exitCode() == 0 && rates.keySet().containsAll(EVENTS)) {
            return null;
        }
        if (found.err().contains(NOT_SUPPORTED)) {
            return "this machine has no hardware counters (perf stat: " + NOT_SUPPORTED + ")";
        }
        String said =
                found.err().lines().filter(line -> !line.isBlank()).findFirst().orElse("nothing");
        return "no hardware counters, as perf stat fails: " + said.strip();
    }

    /**
     * Counts for a while.
     *
     * @param threads as the kernel numbers them
     * @return of each event that was counted, how often a second it happened in a thread, on average over the threads
     */
    static Map<String, Double> perSecond(List<String> events, List<Long> threads, long nanos)
            throws InterruptedException {
        var program = List.of("sleep", String.format(Locale.ROOT, "%.3f", nanos / 1e9));
        var command = new ArrayList<>(stat(events, List.of()));
        command.addAll(List.of("-t", threads.stream().map(String::valueOf).collect(Collectors.joining(","))));
        command.addAll(program);
        return rates(Command.execute(command, "", MARGIN.plusNanos(nanos)).err());
    }

    private static List<String> stat(List<String> events, List<String> program) {
        var command = new ArrayList<>(List.of(PROGRAM, "stat", "-x", ";", "-e", String.join(",", events)));
        command.addAll(program);
        return command;
    }

    /**
     * Reads lines such as {@code 1234567;;cycles;400000000;100.00;;}: count, unit, event, nanoseconds for which it was counted, all threads together. What could not be
     * counted ({@code <not supported>}) is left out.
     */
    static Map<String, Double> rates(String output) {
        var rates = new LinkedHashMap<String, Double>();
        for (String line : output.lines().toList()) {
            String[] fields = line.strip().split(";", -1);
            if (fields.length >= FIELDS && isNumber(fields[FIELD_COUNT]) && isNumber(fields[FIELD_NANOS])) {
                double nanos = Double.parseDouble(fields[FIELD_NANOS]);
                if (nanos > 0) {
                    // Such as cycles:u, where the kernel is not to be looked at.
                    String event = fields[FIELD_EVENT].replaceFirst(":.*", "");
                    rates.put(event, Double.parseDouble(fields[FIELD_COUNT]) * 1e9 / nanos);
                }
            }
        }
        return rates;
    }

    private static boolean isNumber(String text) {
        return text.matches("[0-9]{1,18}(\\.[0-9]{1,9})?");
    }
}
