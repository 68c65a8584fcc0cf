package io.braid.perf.tasks;

import io.braid.perf.lab.Children;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabException;
import io.braid.perf.lab.Netns;
import io.braid.perf.lab.Uninterrupted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whole captures of what arrives at the switch's ends of all uplinks and at tasks, to look for marked frames in. For one thread. */
final class Wire implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(5);
    private static final Pattern MARK = Pattern.compile("hostile-[0-9]{4}");

    private record Capture(Process process, Path file) {}

    private final Lab lab;
    private final List<Capture> uplinks = new ArrayList<>();
    private final List<Capture> tasks = new ArrayList<>();

    /** Begins to capture; returns when all captures run. */
    Wire(Lab lab, int taskCount) throws InterruptedException {
        this.lab = lab;
        for (int i = 0; i < lab.plan().uplinks(); i++) {
            uplinks.add(start(lab.plan().tor(), lab.plan().switchPort(i), "wire-uplink" + i));
        }
        for (int task = 1; task <= taskCount; task++) {
            tasks.add(start(lab.plan().task(task), "task0", "wire-task" + task));
        }
    }

    private Capture start(Netns netns, String port, String name) throws InterruptedException {
        Path file = lab.directory().resolve(name + ".pcap");
        // tcpdump would give up root and then could not write into the lab's directory.
        Process process = lab.start(
                netns,
                name,
                List.of(
                        "tcpdump",
                        "-n",
                        "-U",
                        "--immediate-mode", // else the last second is lost when it is ended
                        "-Q",
                        "in",
                        "-i",
                        port,
                        "-s",
                        "0",
                        "-B",
                        "4096",
                        "-Z",
                        "root",
                        "-w",
                        file.toString()));
        long limit = System.nanoTime() + START_LIMIT.toNanos();
        while (!Files.exists(file)) {
            if (!process.isAlive() || System.nanoTime() > limit) {
                throw new LabException("tcpdump did not start capturing on " + port + " of " + netns.name());
            }
            Thread.sleep(5);
        }
        return new Capture(process, file);
    }

    @Override
    public void close() {
        stop();
    }

    /** Ends the captures, so that all of them is in their files. */
    void stop() {
        for (List<Capture> captures : List.of(uplinks, tasks)) {
            captures.forEach(capture -> Uninterrupted.run(() -> Children.stop(capture.process())));
        }
    }

    /** The marks of frames that came out of the host. */
    Set<String> left() {
        return marks(uplinks);
    }

    /** The marks of frames that came to tasks. */
    Set<String> reachedTasks() {
        return marks(tasks);
    }

    private static Set<String> marks(List<Capture> captures) {
        Set<String> found = new TreeSet<>();
        for (Capture capture : captures) {
            try {
                Matcher marks =
                        MARK.matcher(new String(Files.readAllBytes(capture.file()), StandardCharsets.ISO_8859_1));
                while (marks.find()) {
                    found.add(marks.group());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return found;
    }
}
