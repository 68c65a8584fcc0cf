package io.braid.perf.emulated;

import io.braid.perf.lab.Children;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Makes the image of this build's recipe, once: a second run finds it, and one that runs meanwhile waits for it. */
final class ImageBuilder {
    private static final Duration LIMIT = Duration.ofMinutes(20);
    private static final int POLL_MILLIS = 250;
    private static final String STEP = "== ";
    private static final int SHOWN_LINES = 15;

    private final Path cache;
    private final Path javaHome;
    private final Consumer<String> say;

    /**
     * @param cache directory of all images
     * @param javaHome the JDK that the guest gets
     * @param say told of each step
     */
    ImageBuilder(Path cache, Path javaHome, Consumer<String> say) {
        this.cache = cache;
        this.javaHome = javaHome;
        this.say = say;
    }

    /**
     * The image; built if it is not there.
     *
     * @param rebuild whether it is built anew even so
     * @throws LabException when it cannot be built; the message has the end of the log
     */
    GuestImage image(boolean rebuild) throws InterruptedException {
        var image = new GuestImage(cache.resolve(Recipe.key(javaHome)));
        try {
            Files.createDirectories(cache);
            try (FileChannel channel = FileChannel.open(
                            cache.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = lock(channel)) {
                if (!lock.isValid()) {
                    throw new LabException("cannot lock " + cache);
                }
                if (rebuild || !image.isComplete()) {
                    build(image);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return image;
    }

    private FileLock lock(FileChannel channel) throws IOException {
        FileLock free = channel.tryLock();
        if (free != null) {
            return free;
        }
        say.accept("waiting for another build of the image");
        return channel.lock();
    }

    private void build(GuestImage image) throws IOException, InterruptedException {
        say.accept("building the guest's image in " + cache + " (once; about two minutes)");
        Path log = cache.resolve("build.log");
        Path script = cache.resolve(Recipe.IMAGE);
        Path part = cache.resolve("part");
        Files.writeString(script, Recipe.text(Recipe.IMAGE));
        Lab.delete(part);
        Files.createDirectory(part);
        var children = new Children();
        try {
            Process process = children.start(
                    List.of("nice", "-n", "10", "bash", script.toString(), part.toString(), javaHome.toString()), log);
            follow(process, log);
            if (process.exitValue() != 0) {
                throw new LabException("the image was not built (all of its log: " + log + "):\n" + tail(log));
            }
        } finally {
            children.close();
        }
        Lab.delete(image.directory());
        Files.move(part, image.directory(), StandardCopyOption.ATOMIC_MOVE);
        image.removeOthers();
    }

    /** Says each step as the log gets it, until the build has ended. */
    private void follow(Process process, Path log) throws IOException, InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        int said = 0;
        boolean ended;
        do {
            ended = process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
            List<String> steps = steps(Files.readString(log));
            steps.subList(said, steps.size()).forEach(step -> say.accept("  " + step));
            said = steps.size();
            if (!ended && System.nanoTime() > end) {
                throw new LabException(
                        "the image was not built within " + LIMIT.toMinutes() + " minutes:\n" + tail(log));
            }
        } while (!ended);
    }

    /** The steps that a log has; a line that is still being written is none yet. */
    static List<String> steps(String log) {
        return log.substring(0, log.lastIndexOf('\n') + 1)
                .lines()
                .filter(line -> line.startsWith(STEP))
                .map(line -> line.substring(STEP.length()))
                .toList();
    }

    private static String tail(Path log) throws IOException {
        List<String> lines = Files.readString(log).lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
    }
}
