package io.braid.perf.lab;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks whether one address answers another, with the system's {@code ping}. */
public final class Ping {
    private static final Pattern SUMMARY = Pattern.compile("(\\d+) packets transmitted, (\\d+) received");
    private static final Pattern TIMES = Pattern.compile("= [\\d.]+/([\\d.]+)/");

    /**
     * What came back.
     *
     * @param averageMillis mean round trip of the answers, NaN when there were none
     */
    public record Result(int sent, int received, double averageMillis) {
        public boolean allAnswered() {
            return sent > 0 && sent == received;
        }
    }

    private Ping() {}

    /** Sends {@code count} echo requests 50 ms apart and waits up to a second for the last answer. */
    public static Result run(Netns from, String address, int count) throws InterruptedException {
        Command.Output output = Command.execute(
                from.wrap(List.of("ping", "-n", "-c", Integer.toString(count), "-i", "0.05", "-W", "1", address)),
                "",
                Duration.ofSeconds(5L + count));
        Matcher summary = SUMMARY.matcher(output.out());
        if (!summary.find()) {
            throw new LabException(
                    "ping " + address + " from " + from.name() + " failed: " + (output.err() + output.out()).strip());
        }
        Matcher times = TIMES.matcher(output.out());
        return new Result(
                Integer.parseInt(summary.group(1)),
                Integer.parseInt(summary.group(2)),
                times.find() ? Double.parseDouble(times.group(1)) : Double.NaN);
    }

    /** Tries until {@code address} has answered once; returns whether it did within {@code limit}. */
    public static boolean until(Netns from, String address, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        do {
            if (run(from, address, 1).received() == 1) {
                return true;
            }
        } while (System.nanoTime() < end);
        return false;
    }
}
