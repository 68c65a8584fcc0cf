package io.braid.dataplane.port;

import io.braid.dataplane.config.FileOwner;
import io.braid.linux.UnixSocketPath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
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

    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE = mode("rwx------");
    private static final FileAttribute<Set<PosixFilePermission>> PASSABLE = mode("rwxr-xr-x");

    private final Path directory;
    private final boolean made;

    private SocketDirectory(Path directory, boolean made) {
        this.directory = directory;
        this.made = made;
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
        int bytes = UnixSocketPath.bytes(directory.resolve(SOCKET));
        if (bytes > UnixSocketPath.MAX_BYTES) {
            throw new UncheckedIOException(new IOException("the path of the task's socket, "
                    + directory.resolve(SOCKET) + ", is " + bytes + " bytes long and Linux allows "
                    + UnixSocketPath.MAX_BYTES
                    + "; use a shorter name for the task, or a shorter tasks.sockets"));
        }
        try {
            Files.createDirectories(base, PASSABLE);
            boolean made = true;
            try {
                Files.createDirectory(directory, PRIVATE);
            } catch (FileAlreadyExistsException before) {
                if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
                    throw new IOException(directory + " is there and is no directory; remove it", before);
                }
                made = false;
            }
            Files.setAttribute(directory, "unix:uid", owner.user(), LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(directory, "unix:gid", owner.group(), LinkOption.NOFOLLOW_LINKS);
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
            return new SocketDirectory(directory, made);
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

    /** Undoes {@link #make}: a directory that was there before stays, with the socket that an application may have made in it. */
    void unmake() {
        if (made) {
            remove();
        }
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
