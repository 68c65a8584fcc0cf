package io.braid.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The process at the other end of a UNIX socket, as the kernel noted it when it connected (SO_PEERCRED, unix(7)): what it says about itself has no part in it.
 *
 * <p>Any thread, one at a time; to be closed.
 */
public final class UnixPeer implements AutoCloseable {
    private static final int SOL_SOCKET = 1;
    private static final int SO_PEERCRED = 17;
    /** Linux 6.5, asm-generic/socket.h. */
    private static final int SO_PEERPIDFD = 77;

    /** struct ucred: three ints. */
    private static final int UCRED_BYTES = 12;

    private static final int NONE = -1;

    private final int pid;
    private final long uid;
    private final long gid;
    private final int pidfd;
    private boolean closed;

    private UnixPeer(int pid, long uid, long gid, int pidfd) {
        this.pid = pid;
        this.uid = uid;
        this.gid = gid;
        this.pidfd = pidfd;
    }

    /**
     * Asks the kernel who is at the other end of a connected socket of this process.
     *
     * @throws LinuxException if that is no connected UNIX socket
     */
    static UnixPeer of(int fd) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment credentials = arena.allocate(UCRED_BYTES, 4);
            MemorySegment length = arena.allocateFrom(JAVA_INT, UCRED_BYTES);
            int result = LibcSocket.getOption(fd, SOL_SOCKET, SO_PEERCRED, credentials, length);
            if (result < 0 || length.get(JAVA_INT, 0) != UCRED_BYTES) {
                throw new LinuxException("getsockopt(SO_PEERCRED)", result);
            }
            // Unknown to kernels before 6.5, and refused for a process that has ended: both leave no descriptor.
            int pidfd = LibcSocket.getIntOption(fd, SOL_SOCKET, SO_PEERPIDFD);
            return new UnixPeer(
                    credentials.get(JAVA_INT, 0),
                    Integer.toUnsignedLong(credentials.get(JAVA_INT, 4)),
                    Integer.toUnsignedLong(credentials.get(JAVA_INT, 8)),
                    pidfd < 0 ? NONE : pidfd);
        }
    }

    /** Its process id in this process's PID namespace; 0 if it is not seen from there. */
    public int pid() {
        return pid;
    }

    /** Its effective user id when it connected. */
    public long uid() {
        return uid;
    }

    /** Its effective group id when it connected. */
    public long gid() {
        return gid;
    }

    /**
     * Whether {@code /proc/PID} is that process's: ask after having read there, since a process id may have gone to another process. A kernel before 6.5
     * cannot tell; then the answer is whether there is such a process.
     */
    public synchronized boolean isThere() {
        if (pid <= 0) {
            return false;
        }
        if (pidfd == NONE || closed) {
            return Files.exists(Path.of("/proc", Integer.toString(pid)));
        }
        try {
            // proc_pid_fdinfo(5): -1 once the process has been waited for, and only then its number is free.
            return Files.readAllLines(Path.of("/proc/self/fdinfo", Integer.toString(pidfd))).stream()
                    .filter(line -> line.startsWith("Pid:"))
                    .anyMatch(line -> line.substring(4).strip().equals(Integer.toString(pid)));
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public synchronized void close() {
        if (!closed && pidfd != NONE) {
            Libc.close(pidfd);
        }
        closed = true;
    }
}
