package io.braid.linux;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** How long the path of a UNIX socket may be. */
public final class UnixSocketPath {
    /** {@code sizeof(sockaddr_un.sun_path)} less the terminating zero, unix(7). */
    public static final int MAX_BYTES = 107;

    private UnixSocketPath() {}

    /** Bytes of a path. */
    public static int bytes(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8).length;
    }

    /** Whether Linux refuses to bind or connect to this path for its length. */
    public static boolean isTooLong(Path path) {
        return bytes(path) > MAX_BYTES;
    }
}
