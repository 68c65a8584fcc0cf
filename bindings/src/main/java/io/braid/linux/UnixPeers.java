package io.braid.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells who is at the other end of each connection that the JDK accepts from one UNIX socket. The JDK tells user and group only, and does not give away the
 * number of a channel's file, with which the kernel could be asked for the process.
 *
 * <p>So the file is found: of all files of this process it is the one that is a connection of that socket and was not there when the last one was accepted. Nobody
 * but the thread that accepts makes such files, so there is exactly one; where there is not, nothing is told rather than something wrong.
 *
 * <p>For the thread that accepts.
 */
public final class UnixPeers {
    private static final Path FILES = Path.of("/proc/self/fd");
    private static final String SOCKET = "socket:";
    private static final short AF_UNIX = 1;
    private static final int SOL_SOCKET = 1;
    private static final int SO_ACCEPTCONN = 30;
    /** struct sockaddr_un: the family, then the path. */
    private static final int ADDRESS_BYTES = 110;

    private static final int PATH_OFFSET = 2;

    private final byte[] bound;
    private Set<String> known = Set.of();

    /** @param bound the path that the listening socket was bound to, as it was given to bind(2) */
    public UnixPeers(Path bound) {
        this.bound = bound.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The peer of the connection that was accepted since the last call; null if there was not exactly one.
     *
     * @throws IOException if the files of this process cannot be listed
     */
    public @Nullable UnixPeer accepted() throws IOException {
        Map<String, Integer> now = connections();
        var added =
                now.keySet().stream().filter(inode -> !known.contains(inode)).toList();
        known = Set.copyOf(now.keySet());
        Integer fd = added.size() == 1 ? now.get(added.getFirst()) : null;
        return fd == null ? null : UnixPeer.of(fd);
    }

    /** The connections of the socket that are open, by what names them among all sockets of the host. */
    private Map<String, Integer> connections() throws IOException {
        var found = new HashMap<String, Integer>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(FILES)) {
            for (Path file : files) {
                String target = target(file);
                int fd = Integer.parseInt(file.getFileName().toString());
                if (target.startsWith(SOCKET) && isConnection(fd)) {
                    found.put(target, fd);
                }
            }
        }
        return found;
    }

    private static String target(Path file) throws IOException {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (NoSuchFileException closedMeanwhile) {
            return "";
        }
    }

    private boolean isConnection(int fd) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = arena.allocate(ADDRESS_BYTES, 2);
            MemorySegment length = arena.allocateFrom(JAVA_INT, ADDRESS_BYTES);
            if (LibcSocket.localName(fd, address, length) < 0 || address.get(JAVA_SHORT, 0) != AF_UNIX) {
                return false;
            }
            int end = Math.clamp(length.get(JAVA_INT, 0), PATH_OFFSET, ADDRESS_BYTES);
            byte[] path = address.asSlice(PATH_OFFSET, end - PATH_OFFSET).toArray(JAVA_BYTE);
            int terminated = path.length > 0 && path[path.length - 1] == 0 ? path.length - 1 : path.length;
            return Arrays.equals(path, 0, terminated, bound, 0, bound.length)
                    && LibcSocket.getIntOption(fd, SOL_SOCKET, SO_ACCEPTCONN) == 0;
        }
    }
}
