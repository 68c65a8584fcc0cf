package io.braid.linux;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;

/** An eventfd by which any thread ends another one's wait; signals between two waits are one. */
final class WakeupFd {
    private static final MemorySegment ONE =
            Arena.global().allocateFrom(JAVA_LONG, 1).asReadOnly();

    private final Arena arena = Arena.ofShared();
    private final MemorySegment counter = arena.allocate(JAVA_LONG);
    private final int fd;
    private final AtomicBoolean pending = new AtomicBoolean();
    private boolean closed;

    private WakeupFd(int fd) {
        this.fd = fd;
    }

    static WakeupFd open() {
        int fd = LibcEvents.eventFd();
        if (fd < 0) {
            throw new LinuxException("eventfd", fd);
        }
        return new WakeupFd(fd);
    }

    int fd() {
        return fd;
    }

    void signal() {
        if (pending.compareAndSet(false, true)) {
            write();
        }
    }

    /** Under the lock of close: the number must not be another file's by now. */
    private synchronized void write() {
        if (!closed) {
            long result = LibcEvents.write(fd, ONE);
            // EAGAIN: the counter is full, so the wait ends anyway.
            if (result < 0 && result != -Errno.EAGAIN) {
                throw new LinuxException("write(eventfd)", (int) result);
            }
        }
    }

    /**
     * Takes the signal. The mark falls after the counter is read: a signal in between finds the mark set and writes
     * nothing, but its sender has left its work already and the wait is over.
     */
    void clear() {
        long result = LibcEvents.read(fd, counter);
        pending.set(false);
        if (result < 0 && result != -Errno.EAGAIN && result != -Errno.EINTR) {
            throw new LinuxException("read(eventfd)", (int) result);
        }
    }

    synchronized void close() {
        if (!closed) {
            closed = true;
            Libc.close(fd);
            arena.close();
        }
    }
}
