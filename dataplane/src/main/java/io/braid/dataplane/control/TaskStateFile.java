package io.braid.dataplane.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The file in which attached tasks, and the rest of addresses that tasks had, outlive the process, however it ends: JSON, for root only, replaced as a whole. It holds no secrets.
 *
 * <p>For one thread at a time.
 */
public final class TaskStateFile {
    private static final Logger LOG = System.getLogger(TaskStateFile.class.getName());
    private static final int VERSION = 1;
    private static final long MAX_BYTES = 4 << 20;

    /** The file's content. */
    record State(int version, String host, List<Handover.Task> tasks, List<Handover.Cooling> cooling) {
        @SuppressWarnings("NullAway") // earlier versions wrote nothing of addresses
        State {
            tasks = List.copyOf(tasks);
            cooling = cooling == null ? List.of() : List.copyOf(cooling);
        }
    }

    /**
     * What is kept.
     *
     * @param tasks those that are attached
     * @param cooling addresses that no other task may have yet
     */
    public record Kept(List<Handover.Task> tasks, List<Handover.Cooling> cooling) {
        /** Nothing. */
        public static final Kept NONE = new Kept(List.of(), List.of());

        /** Copies the lists, so that the record cannot change. */
        public Kept {
            tasks = List.copyOf(tasks);
            cooling = List.copyOf(cooling);
        }
    }

    private final Path file;
    private final String host;
    private byte[] written = {};

    /**
     * @param file where it is
     * @param host the host's name: another host's tasks are not this one's
     */
    public TaskStateFile(Path file, String host) {
        this.file = file;
        this.host = host;
    }

    /** What a process that is no more had; nothing if there is no file. One that cannot be understood is put aside, and said. */
    public Kept load() {
        try {
            if (Files.size(file) > MAX_BYTES) {
                return refused("it is larger than " + MAX_BYTES + " bytes");
            }
            State state = ControlJson.read(Files.readAllBytes(file), State.class);
            if (state.version() != VERSION) {
                return refused("it is of version " + state.version() + ", not " + VERSION);
            }
            if (!state.host().equals(host)) {
                return refused("it is of host " + Quote.of(state.host()) + ", not " + host);
            }
            return new Kept(state.tasks(), state.cooling());
        } catch (NoSuchFileException none) {
            return Kept.NONE;
        } catch (JsonProcessingException | RuntimeException e) {
            return refused(String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot read {0}: {1}; tasks of before must be attached again", file, e.toString());
            return Kept.NONE;
        }
    }

    private Kept refused(String why) {
        Path aside = file.resolveSibling(file.getFileName() + ".bad");
        LOG.log(
                Level.WARNING,
                "the tasks in {0} are not attached again: {1}; the file is kept as {2}",
                file,
                Quote.clean(why, 300),
                aside);
        try {
            Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot put {0} aside: {1}", file, e.toString());
        }
        return Kept.NONE;
    }

    /**
     * Writes what is to be kept, if it is not what was written last.
     *
     * @throws IOException when it could not be written; the file is as it was then
     */
    public void save(Kept kept) throws IOException {
        byte[] now = ControlJson.write(new State(VERSION, host, kept.tasks(), kept.cooling()));
        if (Arrays.equals(now, written)) {
            return;
        }
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        Path next = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(next);
        try (FileChannel channel = FileChannel.open(
                next,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            for (ByteBuffer bytes = ByteBuffer.wrap(now); bytes.hasRemaining(); ) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        written = now;
    }
}
