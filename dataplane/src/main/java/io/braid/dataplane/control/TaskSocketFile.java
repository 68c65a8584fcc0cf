package io.braid.dataplane.control;

import io.braid.dataplane.config.FileOwner;
import io.braid.linux.UnixSocketPath;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The file that a task's own socket is bound to: {@code BASE/.api/TASK/braid.sock}. No task's name begins with a dot, so nobody else's directory is called so.
 *
 * <p>The directory of the task is what its container gets to see. It belongs to root, and stays over restarts, since a container would go on seeing one that was removed. A
 * container whose root is the host's may write to it all the same, so nothing in it is trusted: the socket is bound, given its owner and its mode in a directory beside it
 * that no container sees, and then renamed, which follows no link and replaces whatever had that name; a socket that somebody else has put in its place is not removed.
 *
 * <p>Not thread-safe.
 */
final class TaskSocketFile {
    /** The socket's name in the task's directory. */
    static final String SOCKET = "braid.sock";

    private static final String ALL = ".api";
    private static final FileAttribute<Set<PosixFilePermission>> PASSABLE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x"));
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final Path directory;
    private final Path workDirectory;
    private final FileOwner owner;
    private @Nullable Object published;

    private TaskSocketFile(Path directory, Path workDirectory, FileOwner owner) {
        this.directory = directory;
        this.workDirectory = workDirectory;
        this.owner = owner;
    }

    /**
     * Makes the directories.
     *
     * @param base {@code tasks.sockets}
     * @param task safe as a file's name
     * @param owner who may connect
     */
    static TaskSocketFile prepare(Path base, String task, FileOwner owner) throws IOException {
        Path all = base.toAbsolutePath().normalize().resolve(ALL);
        Path directory = all.resolve(task);
        Path workDirectory = all.resolve(
                ".b" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt()));
        if (UnixSocketPath.isTooLong(directory.resolve(SOCKET))) {
            throw new IOException("the path " + directory.resolve(SOCKET)
                    + " is longer than Linux allows for a socket; use a shorter name for the task, or a shorter"
                    + " tasks.sockets");
        }
        Files.createDirectories(base, PASSABLE);
        directory(all);
        directory(directory);
        Files.createDirectory(workDirectory, OWNER_DIRECTORY);
        return new TaskSocketFile(directory, workDirectory, owner);
    }

    private static void directory(Path path) throws IOException {
        try {
            Files.createDirectory(path, PASSABLE);
        } catch (FileAlreadyExistsException before) {
            if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException(path + " is there and is no directory; remove it", before);
            }
        }
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x")); // whatever the umask
    }

    /** Where clients connect once the socket is published. */
    Path path() {
        return directory.resolve(SOCKET);
    }

    /** Where the server binds. */
    Path bindPath() {
        return workDirectory.resolve("s");
    }

    /** Puts the bound socket where clients look for it. */
    void publish() throws IOException {
        Path bound = bindPath();
        Files.setAttribute(bound, "unix:uid", owner.user(), LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(bound, "unix:gid", owner.group(), LinkOption.NOFOLLOW_LINKS);
        Files.setPosixFilePermissions(bound, PosixFilePermissions.fromString("rw-rw----"));
        published = fileKey(bound);
        Files.move(bound, path(), StandardCopyOption.ATOMIC_MOVE);
        Files.delete(workDirectory);
    }

    /** Removes the socket unless somebody has put another one in its place, and what is left of a start that failed. The directory stays. */
    void removeSocket() throws IOException {
        Files.deleteIfExists(bindPath());
        Files.deleteIfExists(workDirectory);
        if (published != null && published.equals(fileKey(path()))) {
            Files.deleteIfExists(path());
        }
        published = null;
    }

    /**
     * Removes the directory, too.
     *
     * @return whether it is gone: what else is in it stays
     */
    boolean removeDirectory() throws IOException {
        removeSocket();
        try {
            Files.deleteIfExists(directory);
            return true;
        } catch (DirectoryNotEmptyException left) {
            return false;
        }
    }

    private static @Nullable Object fileKey(Path path) throws IOException {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey();
        } catch (NoSuchFileException gone) {
            return null;
        }
    }
}
