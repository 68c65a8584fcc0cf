package io.braid.perf.evaluate;

import io.braid.perf.report.OutputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the results go. They are written anew after each row, so that a run that ends early in whatever way leaves what it has.
 *
 * @param html the page
 * @param json the figures; null for none
 * @param histograms a directory for the files of histograms; null for none
 */
record Outputs(Path html, @Nullable Path json, @Nullable Path histograms) {
    /** More than the files need. */
    private static final int ROOM_BYTES = 2 * 1024 * 1024;

    /** Makes the directory, and finds out whether all of it can be written, for want of permission or of room; null if so. */
    @Nullable
    String refusal() {
        List<Path> directories = new ArrayList<>();
        try {
            if (histograms != null) {
                directories.add(Files.createDirectories(histograms.toAbsolutePath()));
            }
            for (Path file : json == null ? List.of(html) : List.of(html, json)) {
                if (!OutputFile.isWritable(file)) {
                    return OutputFile.refusal(file);
                }
                Path parent = file.toAbsolutePath().getParent();
                if (parent != null && (!Files.exists(file) || Files.isRegularFile(file))) {
                    directories.add(parent);
                }
            }
        } catch (IOException e) {
            return "cannot make the directory " + histograms + ": " + e;
        }
        for (Path directory : directories) {
            try {
                tryRoom(directory);
            } catch (IOException e) {
                return "cannot write " + ROOM_BYTES / 1024 + " KiB in " + directory + ", where results are to go: " + e;
            }
        }
        return null;
    }

    private static void tryRoom(Path directory) throws IOException {
        Path probe = Files.createTempFile(directory, ".braid-evaluate", ".probe");
        try {
            Files.write(probe, new byte[ROOM_BYTES]);
        } finally {
            Files.delete(probe);
        }
    }

    /** Writes all that there is so far. */
    void write(Evaluation evaluation) throws IOException {
        if (json != null) {
            Files.writeString(json, EvaluateJson.of(evaluation));
        }
        Files.writeString(html, EvaluateHtml.of(evaluation));
    }
}
