package io.braid.linux;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** What is at the path of a UNIX socket. */
public enum UnixSocketState {
    /** Nothing. */
    ABSENT,
    /** Something that is no socket, a symbolic link to one included. */
    NO_SOCKET,
    /** A socket that nobody listens on: left by a process that died. One that is bound and not yet listened on looks the same for a moment. */
    DEAD,
    /** A socket that this process may not connect to. */
    DENIED,
    /** A socket that somebody listens on, or at least no proof of the contrary. */
    ALIVE;

    private static final int S_IFMT = 0170000;
    private static final int S_IFSOCK = 0140000;

    /** Finds out, by connecting; does not wait. A listener sees a connection that ends at once. */
    public static UnixSocketState probe(Path path) throws IOException {
        // connect(2) is "refused" by an ordinary file too, so what it is has to be known before that proves anything.
        try {
            int mode = (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
            if ((mode & S_IFMT) != S_IFSOCK) {
                return NO_SOCKET;
            }
        } catch (NoSuchFileException gone) {
            return ABSENT;
        }
        try (var probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            // Non-blocking: a living server with a full queue must not hold us up.
            probe.configureBlocking(false);
            probe.connect(UnixDomainSocketAddress.of(path));
            return ALIVE;
        } catch (ConnectException refused) {
            return DEAD;
        } catch (BindException denied) {
            return DENIED;
        } catch (SocketException busy) {
            return ALIVE; // such as EAGAIN, a full queue: no proof of death
        }
    }
}
