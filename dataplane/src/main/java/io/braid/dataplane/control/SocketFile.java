package io.braid.dataplane.control;

import io.braid.dataplane.control.ControlException.Kind;
import io.braid.linux.UnixSocketPath;
import io.braid.linux.UnixSocketState;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The file that a UNIX socket is bound to: made so that nobody but its owner can connect at any moment, and taken from a dead
 * predecessor but never from a living one.
 *
 * <p>A socket gets its mode from the process's umask and only later from chmod. So it is bound inside a directory that only its
 * owner can enter, given its mode there, and then renamed to where clients look for it. A lock file beside it, {@code NAME.lock},
 * is held while that happens, so that of two processes that start at once and both find a dead socket only one takes its place. The lock file stays:
 * removing it would let two processes lock two different files of the same name.
 *
 * <p>Not thread-safe; used by the thread that starts and stops the server.
 */
final class SocketFile {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Path path;
    private final Path workDirectory;
    private final FileChannel lock;
    private @Nullable Object published;

    private SocketFile(Path path, Path workDirectory, FileChannel lock) {
        this.path = path;
        this.workDirectory = workDirectory;
        this.lock = lock;
    }

    /**
     * Makes sure that the path is free and takes it for this process.
     *
     * @throws ControlException {@link Kind#CONFLICT} when another process has it, {@link Kind#FAILED} when it cannot be used
     */
    static SocketFile prepare(Path socket) {
        Path path = socket.toAbsolutePath().normalize();
        Path directory = path.getParent();
        if (directory == null) {
            throw failed(path, "it names a directory; give a file's path");
        }
        Path workDirectory = directory.resolve(".b"
                + HexFormat.of().toHexDigits((short) ThreadLocalRandom.current().nextInt()));
        int bytes = Math.max(UnixSocketPath.bytes(path), UnixSocketPath.bytes(workDirectory.resolve("s")));
        if (bytes > UnixSocketPath.MAX_BYTES) {
            throw failed(
                    path,
                    "the path is " + bytes + " bytes long and Linux allows " + UnixSocketPath.MAX_BYTES
                            + "; use a shorter one");
        }
        try {
            if (!Files.isDirectory(directory)) {
                Files.createDirectories(directory, OWNER_DIRECTORY);
            }
            FileChannel lock = lock(path);
            try {
                removeStale(path);
                Files.createDirectory(workDirectory, OWNER_DIRECTORY);
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
            return new SocketFile(path, workDirectory, lock);
        } catch (IOException e) {
            throw new ControlException(Kind.FAILED, "cannot make the control socket " + path + ": " + describe(e), e);
        }
    }

    /** Where clients connect once the socket is published. */
    Path path() {
        return path;
    }

    /** Where the server binds. */
    Path bindPath() {
        return workDirectory.resolve("s");
    }

    /** Puts the bound socket where clients look for it. */
    void publish() throws IOException {
        Files.setPosixFilePermissions(bindPath(), PosixFilePermissions.fromString("rw-------"));
        published = fileKey(bindPath());
        Files.move(bindPath(), path, StandardCopyOption.ATOMIC_MOVE);
        Files.delete(workDirectory);
        lock.close();
    }

    /** Removes the socket unless somebody has put another one in its place, and what is left of a start that failed. */
    void remove() throws IOException {
        lock.close();
        Files.deleteIfExists(bindPath());
        Files.deleteIfExists(workDirectory);
        if (published != null && published.equals(fileKey(path))) {
            Files.delete(path);
        }
        published = null;
    }

    private static FileChannel lock(Path path) throws IOException {
        Path lockPath = path.resolveSibling(path.getFileName() + ".lock");
        FileChannel channel = FileChannel.open(
                lockPath,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                OWNER_FILE);
        try {
            if (channel.tryLock() == null) {
                throw running(path);
            }
        } catch (java.nio.channels.OverlappingFileLockException e) {
            channel.close();
            throw running(path);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
        return channel;
    }

    private static void removeStale(Path path) throws IOException {
        switch (UnixSocketState.probe(path)) {
            case ABSENT -> {}
            case NO_SOCKET ->
                throw failed(path, "something that is not a socket is there; remove it or use another path");
            case DENIED -> throw failed(path, "no permission to use the socket that is there; be root");
            case DEAD -> Files.delete(path);
            case ALIVE -> throw running(path);
        }
    }

    private static @Nullable Object fileKey(Path path) throws IOException {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS)
                ? Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                        .fileKey()
                : null;
    }

    private static ControlException running(Path path) {
        return new ControlException(
                Kind.CONFLICT,
                "another braid is running (socket " + path + "); stop it, or give this one another control socket");
    }

    private static ControlException failed(Path path, String why) {
        return new ControlException(Kind.FAILED, "cannot make the control socket " + path + ": " + why);
    }

    private static String describe(IOException e) {
        if (e instanceof java.nio.file.AccessDeniedException denied) {
            return denied.getFile() + ": permission denied; be root";
        }
        return e instanceof FileSystemException fs && fs.getReason() == null
                ? e.getClass().getSimpleName() + " " + fs.getFile()
                : String.valueOf(e.getMessage());
    }
}
