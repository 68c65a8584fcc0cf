package io.braid.perf.report;

import java.nio.file.Files;
import java.nio.file.Path;

/** A file that a command was asked to write. */
public final class OutputFile {
    private OutputFile() {}

    /** Whether it can be written, to be told before the minutes that it takes to have something to write, not after them. */
    public static boolean isWritable(Path file) {
        Path directory = file.toAbsolutePath().getParent();
        return Files.exists(file)
                ? Files.isWritable(file) && !Files.isDirectory(file)
                : directory != null && Files.isDirectory(directory) && Files.isWritable(directory);
    }

    /** What is said of one that cannot. */
    public static String refusal(Path file) {
        return "cannot write " + file + "; name a file in a directory that is there and writable";
    }
}
