package io.braid.dataplane;

import io.braid.dataplane.config.ConfigDump;
import io.braid.dataplane.control.SupportReport;
import io.braid.dataplane.flight.FlightDump;
import io.braid.dataplane.log.ProcessLog;
import io.braid.dataplane.reload.Reloader;
import io.braid.dataplane.web.WebServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Puts together what only the process knows, for {@code braid support-bundle}. Any thread. */
final class SupportFiles {
    private static final int MOST_LINE = 16 * 1024;

    private final Reloader reloader;
    private final ProcessLog log;
    private final @Nullable WebServer web;

    /** @param web null if nothing is served */
    SupportFiles(Reloader reloader, ProcessLog log, @Nullable WebServer web) {
        this.reloader = reloader;
        this.log = log;
        this.web = web;
    }

    SupportReport report() {
        Map<String, List<String>> files = new TreeMap<>();
        files.put("config.txt", ConfigDump.lines(reloader.running().config()));
        files.put("log.txt", log.tail());
        files.put("threads.txt", threads());
        files.put("jvm.txt", jvm());
        if (web != null) {
            files.put("metrics.txt", web.metrics().lines().toList());
            files.put("events.txt", web.events());
        }
        try {
            List<String> flight = FlightDump.lines();
            if (!flight.isEmpty()) {
                files.put("flight.jfr" + SupportReport.BASE64, flight);
            }
        } catch (IOException e) {
            files.put("flight.txt", List.of(String.valueOf(e.getMessage())));
        }
        files.replaceAll((_, lines) -> lines.stream().map(SupportFiles::bounded).toList());
        return new SupportReport(files);
    }

    private static String bounded(String line) {
        String stripped = line.stripTrailing();
        return stripped.length() > MOST_LINE ? stripped.substring(0, MOST_LINE) + "..." : stripped;
    }

    private static List<String> threads() {
        var lines = new ArrayList<String>();
        for (ThreadInfo thread : ManagementFactory.getThreadMXBean().dumpAllThreads(false, false, 32)) {
            lines.add("\"" + thread.getThreadName() + "\" " + thread.getThreadState()
                    + (thread.getLockName() == null ? "" : " on " + thread.getLockName())
                    + (thread.getLockOwnerName() == null ? "" : " held by " + thread.getLockOwnerName()));
            Arrays.stream(thread.getStackTrace())
                    .map(frame -> "    at " + frame)
                    .forEach(lines::add);
        }
        return lines;
    }

    private static List<String> jvm() {
        var runtime = ManagementFactory.getRuntimeMXBean();
        var memory = ManagementFactory.getMemoryMXBean();
        return List.of(
                "braid " + Version.text(),
                runtime.getVmName() + " " + runtime.getVmVersion(),
                "arguments " + runtime.getInputArguments(),
                "heap " + memory.getHeapMemoryUsage(),
                "other " + memory.getNonHeapMemoryUsage());
    }
}
