package io.braid.perf.numa;

import io.braid.perf.lab.LabException;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Netns;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the kernel dropped on the way through a lab, so that it is not put down to the dataplane under test. */
final class KernelDrops {
    private static final Path BACKLOG = Path.of("/proc/net/softnet_stat");
    private static final Pattern FIELD = Pattern.compile(" ");
    private static final Pattern DROPPED = Pattern.compile("\"dropped\":(\\d+)");
    private static final Pattern UDP_ERRORS = Pattern.compile("(?m)^Udp6?InErrors\\s+(\\d+)");

    private KernelDrops() {}

    /**
     * Packets dropped so far by the interfaces of all namespaces of a lab, by sockets for want of room there, and by the receive backlogs
     * of the machine's CPUs.
     *
     * @throws LabException if a program that counts them fails
     */
    static long count(LabPlan plan) throws InterruptedException {
        long sum = backlog();
        for (Netns netns : namespaces(plan)) {
            sum += sum(DROPPED, netns.run("ip", "-j", "-s", "link", "show"));
            sum += sum(UDP_ERRORS, netns.run("nstat", "-asz"));
        }
        return sum;
    }

    private static List<Netns> namespaces(LabPlan plan) {
        List<Netns> all = new ArrayList<>(List.of(plan.host(), plan.tor(), plan.storage()));
        for (int task = 1; task <= plan.tasks(); task++) {
            all.add(plan.task(task));
        }
        return all;
    }

    private static long sum(Pattern pattern, String text) {
        long sum = 0;
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            sum += Long.parseLong(matcher.group(1));
        }
        return sum;
    }

    /** The second field of each CPU's line, hexadecimal. */
    private static long backlog() {
        try {
            long sum = 0;
            for (String line : Files.readAllLines(BACKLOG)) {
                sum += Long.parseLong(FIELD.split(line, -1)[1], 16);
            }
            return sum;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + BACKLOG, e);
        }
    }
}
