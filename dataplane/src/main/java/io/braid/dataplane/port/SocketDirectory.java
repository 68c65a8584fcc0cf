package io.braid.dataplane.port;

import io.braid.dataplane.config.FileOwner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The directory that a container with a vhost-user port gets to see: its application makes its socket there, and Braid connects to it.
 *
 * <p>Mode 0700, of the configured owner; the directory above belongs to root, so that a container can change nothing but what is its own. It outlives Braid, as the
 * application's socket must, and goes when the task is detached.
 */
final class SocketDirectory {
    /** The socket's name in the directory. */
    static final String SOCKET = "vhost.sock";

    private static final Logger LOG = System.getLogger(SocketDirectory.class.getName());

    /** {@code sizeof(sockaddr_un.sun_path)} less the terminating zero, unix(7). */
    private static final int MAX_PATH_BYTES = 107;

    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE = mode("rwx------");
    private static final FileAttribute<Set<PosixFilePermission>> PASSABLE = mode("rwxr-xr-x");

    private final Path directory;

    private SocketDirectory(Path directory) {
        this.directory = directory;
    }

    private static FileAttribute<Set<PosixFilePermission>> mode(String mode) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode));
    }

    /**
     * Makes it, or takes the one that is there.
     *
     * @param base where tasks' directories are, see {@code tasks.sockets}
     * @param task the task's name, which is safe as a file's
     * @param owner user and group, numbers
     * @throws UncheckedIOException when it cannot be made, or something else is in its place
     */
    static SocketDirectory make(Path base, String task, FileOwner owner) {
        Path directory = base.resolve(task);
        int bytes = directory.resolve(SOCKET).toString().getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_PATH_BYTES) {
            throw new UncheckedIOException(new IOException("the path of the task's socket, "
                    + directory.resolve(SOCKET) + ", is " + bytes + " bytes long and Linux allows " + MAX_PATH_BYTES
                    + "; use a shorter name for the task, or a shorter tasks.sockets"));
        }
        try {
            Files.createDirectories(base, PASSABLE);
            try {
                Files.createDirectory(directory, PRIVATE);
            } catch (FileAlreadyExistsException before) {
                if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
                    throw new IOException(directory + " is there and is no directory; remove it", before);
                }
            }
            Files.setAttribute(directory, "unix:uid", owner.user(), LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(directory, "unix:gid", owner.group(), LinkOption.NOFOLLOW_LINKS);
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
            return new SocketDirectory(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make the directory of the task's socket: " + e, e);
        }
    }

    Path path() {
        return directory;
    }

    /** Where the application makes its socket. */
    Path socket() {
        return directory.resolve(SOCKET);
    }

    /** Removes the socket and the directory. What else the container put there stays, and is said. */
    void remove() {
        try {
            Files.deleteIfExists(socket());
            Files.deleteIfExists(directory);
        } catch (DirectoryNotEmptyException e) {
            LOG.log(Level.WARNING, "{0} is left: the container has put files there", directory);
        } catch (NoSuchFileException gone) {
            LOG.log(Level.DEBUG, "{0} is gone", directory);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "{0} is left: {1}", directory, e.toString());
        }
    }
}
