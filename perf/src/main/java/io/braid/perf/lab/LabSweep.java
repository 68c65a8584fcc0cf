package io.braid.perf.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds and removes labs whose JVM is gone. A JVM ended by SIGKILL cannot tidy up; the tag in each name says which
 * process made it, so the next run can.
 */
public final class LabSweep {
    /** How the directory of every lab begins; its tag follows. */
    public static final String DIRECTORY_PREFIX = "braid-lab-";

    private static final Path NAMESPACES = Path.of("/run/netns");
    private static final Pattern NAMESPACE =
            Pattern.compile("(br(\\d+)x\\d+)-(host|host2|host2-task|tor|spine|storage|task\\d+)");
    private static final Pattern DIRECTORY = Pattern.compile(DIRECTORY_PREFIX + "br(\\d+)x\\d+-.*");

    private LabSweep() {}

    static String tag(long pid, int sequence) {
        return "br" + pid + "x" + sequence;
    }

    /** Removes namespaces, processes and directories of labs whose maker no longer runs; returns what it removed. */
    public static List<String> sweep() throws InterruptedException {
        List<String> removed = new ArrayList<>();
        for (String name : namespaces()) {
            Matcher matcher = NAMESPACE.matcher(name);
            if (matcher.matches() && !isAlive(matcher.group(2))) {
                remove(new Netns(name));
                removed.add(name);
            }
        }
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(temporary, DIRECTORY_PREFIX + "*")) {
            for (Path entry : entries) {
                Matcher matcher = DIRECTORY.matcher(entry.getFileName().toString());
                if (matcher.matches() && !isAlive(matcher.group(1))) {
                    Lab.delete(entry);
                    removed.add(entry.toString());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return removed;
    }

    private static boolean isAlive(String pid) {
        return ProcessHandle.of(Long.parseLong(pid)).isPresent();
    }

    /** Names of all named network namespaces on this machine. */
    public static Set<String> namespaces() {
        var names = new TreeSet<String>();
        if (!Files.isDirectory(NAMESPACES)) {
            return names;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(NAMESPACES)) {
            entries.forEach(entry -> names.add(entry.getFileName().toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }

    /** Ends what still runs in a lab's namespace and removes it; does nothing if it does not exist. */
    public static void remove(Netns netns) throws InterruptedException {
        if (!namespaces().contains(netns.name())) {
            return;
        }
        String pids = Command.run(List.of("ip", "netns", "pids", netns.name()));
        for (String pid : pids.lines().toList()) {
            end(Long.parseLong(pid.strip()));
        }
        Command.run(List.of("ip", "netns", "delete", netns.name()));
    }

    private static void end(long pid) throws InterruptedException {
        var process = ProcessHandle.of(pid);
        if (process.isEmpty()) {
            return;
        }
        process.get().destroyForcibly();
        for (int i = 0; i < 40 && process.get().isAlive(); i++) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }
}
