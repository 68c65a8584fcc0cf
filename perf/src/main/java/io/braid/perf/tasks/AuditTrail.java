package io.braid.perf.tasks;

import io.braid.perf.lab.LabException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The lines of the audit in the log of a running braid, as they come. For one thread. */
final class AuditTrail {
    /** Of a line: what stands behind the logger's name, however much of that is written. */
    private static final Pattern AUDIT = Pattern.compile("\\baudit(?::| -) (action=.*)");

    private static final int POLL_MILLIS = 5;

    private final Path log;
    private long read;
    private String rest = "";

    /** Begins with what comes from now on. */
    AuditTrail(Path log) {
        this.log = log;
        this.read = log.toFile().length();
    }

    /** The lines that have come since the last call. */
    List<String> take() {
        try (var file = new RandomAccessFile(log.toFile(), "r")) {
            file.seek(read);
            byte[] bytes = new byte[(int) Math.min(4 << 20, file.length() - read)];
            file.readFully(bytes);
            read += bytes.length;
            String text = rest + new String(bytes, StandardCharsets.UTF_8);
            int end = text.lastIndexOf('\n') + 1;
            rest = text.substring(end);
            // Drivers write into the same log, and do not always end their lines.
            return AUDIT.matcher(text.substring(0, end))
                    .results()
                    .map(line -> line.group(1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + log, e);
        }
    }

    /**
     * The lines that come until one of them is wanted, that one included; those that came until the time was over if none is.
     *
     * @param millis how long it is waited
     */
    List<String> await(Predicate<String> wanted, long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        List<String> lines = new ArrayList<>();
        while (true) {
            lines.addAll(take());
            if (lines.stream().anyMatch(wanted) || System.nanoTime() > end) {
                return lines;
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** As {@link #await}, for a line that must come. */
    String require(Predicate<String> wanted, long millis) throws InterruptedException {
        List<String> lines = await(wanted, millis);
        return lines.stream()
                .filter(wanted)
                .findFirst()
                .orElseThrow(() -> new LabException("the audit has no such line, but " + lines));
    }
}
