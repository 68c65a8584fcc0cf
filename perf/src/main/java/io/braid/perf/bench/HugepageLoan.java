package io.braid.perf.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reserves 2 MB hugepages for the time of a measurement, if the machine has memory for them; gives back what it took. */
final class HugepageLoan implements AutoCloseable {
    private static final Path COUNT = Path.of("/proc/sys/vm/nr_hugepages");
    private static final Path FREE = Path.of("/sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages");

    private final long before;
    private final boolean enough;

    private HugepageLoan(long before, boolean enough) {
        this.before = before;
        this.enough = enough;
    }

    /** Sees to it that {@code pages} are free. */
    static HugepageLoan of(int pages) throws IOException {
        long before = read(COUNT);
        long missing = pages - read(FREE);
        if (missing > 0 && Files.isWritable(COUNT)) {
            Files.writeString(COUNT, String.valueOf(before + missing));
        }
        return new HugepageLoan(before, read(FREE) >= pages);
    }

    /** Whether there are as many as wanted. */
    boolean isEnough() {
        return enough;
    }

    private static long read(Path file) throws IOException {
        return Files.exists(file) ? Long.parseLong(Files.readString(file).strip()) : 0;
    }

    @Override
    public void close() throws IOException {
        if (Files.isWritable(COUNT) && read(COUNT) != before) {
            Files.writeString(COUNT, String.valueOf(before));
        }
    }
}
