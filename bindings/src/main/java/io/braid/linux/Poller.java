package io.braid.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Waits for any number of sockets at once, with a time-out in nanoseconds and a wake-up from other threads (epoll with
 * an eventfd).
 *
 * <p>One thread owns it and calls everything but {@link #wakeup()}. Readiness is level-triggered: what is not dealt
 * with is reported again. Waiting allocates nothing.
 *
 * @see <a href="https://man7.org/linux/man-pages/man7/epoll.7.html">epoll(7)</a>
 */
public final class Poller implements AutoCloseable {
    /** Data, a connection to accept, or the peer's end (EPOLLIN). */
    public static final int READ = 0x1;

    /** Room to write, or a connection attempt that has ended (EPOLLOUT). */
    public static final int WRITE = 0x4;

    /** An error or hang-up; always reported, together with what was asked for (EPOLLERR, EPOLLHUP). */
    public static final int ERROR = 0x8 | 0x10;

    private static final int CAPACITY = 64;
    // linux/eventpoll.h: packed on x86-64 only
    private static final boolean PACKED = "amd64".equals(System.getProperty("os.arch"));
    private static final int EVENT_BYTES = PACKED ? 12 : 16;
    private static final int EVENT_DATA = PACKED ? 4 : 8;
    private static final long WAKEUP = -1;

    /** Told of a socket that is ready, on the owner's thread. */
    @FunctionalInterface
    public interface Handler {
        /**
         * Deals with a socket that is ready.
         *
         * @param attachment what the socket was added with
         * @param ready bits {@link Poller#READ}, {@link Poller#WRITE}, {@link Poller#ERROR}
         */
        void ready(Object attachment, int ready);
    }

    private record Registration(long key, Object attachment) {}

    private final Arena arena = Arena.ofShared();
    private final int epoll;
    private final WakeupFd wakeup;
    private final MemorySegment events = arena.allocate((long) CAPACITY * EVENT_BYTES, 8);
    private final MemorySegment change = arena.allocate(EVENT_BYTES, 8);
    private final MemorySegment timespec = arena.allocate(16, 8);
    private @Nullable Registration[] byFd = new @Nullable Registration[64];
    private int sequence;
    private boolean nanosecondWait = true;
    private boolean closed;

    private Poller(int epoll, WakeupFd wakeup) {
        this.epoll = epoll;
        this.wakeup = wakeup;
    }

    /**
     * Opens a poller without sockets.
     *
     * @throws LinuxException when there are too many open files
     */
    public static Poller open() {
        int epoll = LibcEvents.epollCreate();
        if (epoll < 0) {
            throw new LinuxException("epoll_create1", epoll);
        }
        WakeupFd wakeup;
        try {
            wakeup = WakeupFd.open();
        } catch (LinuxException e) {
            Libc.close(epoll);
            throw e;
        }
        Poller poller = new Poller(epoll, wakeup);
        try {
            poller.control(LibcEvents.EPOLL_CTL_ADD, wakeup.fd(), READ, WAKEUP);
            return poller;
        } catch (LinuxException e) {
            poller.close();
            throw e;
        }
    }

    /**
     * Waits for a socket from now on.
     *
     * @param interest {@link #READ}, {@link #WRITE}, both, or 0 for errors only
     * @param attachment handed to the handler
     * @throws LinuxException with EEXIST when the socket is added already
     */
    public void add(Pollable socket, int interest, Object attachment) {
        requireOpen();
        int fd = socket.fd();
        // The number of a closed socket is soon another one's: the sequence tells their events apart.
        long key = (long) sequence++ << Integer.SIZE | fd;
        control(LibcEvents.EPOLL_CTL_ADD, fd, interest, key);
        if (fd >= byFd.length) {
            byFd = Arrays.copyOf(byFd, Math.max(fd + 1, byFd.length * 2));
        }
        byFd[fd] = new Registration(key, attachment);
    }

    /** Changes what a socket is waited for. */
    public void setInterest(Pollable socket, int interest) {
        requireOpen();
        control(LibcEvents.EPOLL_CTL_MOD, socket.fd(), interest, registration(socket.fd()).key);
    }

    /** Waits for a socket no more; call it before the socket is closed. */
    public void remove(Pollable socket) {
        requireOpen();
        int fd = socket.fd();
        registration(fd);
        byFd[fd] = null;
        control(LibcEvents.EPOLL_CTL_DEL, fd, 0, 0);
    }

    /**
     * Waits until a socket is ready, the time is over or {@link #wakeup()} was called, and reports at most 64 sockets.
     * The handler may add, change and remove sockets.
     *
     * @param timeoutNanos 0 does not wait, a negative number waits for ever. The kernel rounds up by its timer slack
     *     (50 microseconds for ordinary threads), and to whole milliseconds before 5.11.
     * @return the number of sockets reported
     */
    public int poll(long timeoutNanos, Handler handler) {
        requireOpen();
        int count = await(timeoutNanos);
        int reported = 0;
        for (int i = 0; i < count; i++) {
            long at = (long) i * EVENT_BYTES;
            long key = events.get(JAVA_LONG_UNALIGNED, at + EVENT_DATA);
            if (key == WAKEUP) {
                wakeup.clear();
                continue;
            }
            Registration registration = byFd[(int) key];
            // A handler before this one may have removed the socket.
            if (registration != null && registration.key == key) {
                reported++;
                handler.ready(registration.attachment, events.get(JAVA_INT, at));
                if (closed) {
                    break;
                }
            }
        }
        return reported;
    }

    private int await(long timeoutNanos) {
        int result = -Errno.ENOSYS;
        if (timeoutNanos > 0 && nanosecondWait) {
            timespec.set(JAVA_LONG, 0, timeoutNanos / 1_000_000_000);
            timespec.set(JAVA_LONG, 8, timeoutNanos % 1_000_000_000);
            result = LibcEvents.epollWait(epoll, events, CAPACITY, timespec);
            nanosecondWait = result != -Errno.ENOSYS;
        }
        if (result == -Errno.ENOSYS) {
            result = LibcEvents.epollWait(epoll, events, CAPACITY, millis(timeoutNanos));
        }
        if (result < 0 && result != -Errno.EINTR) {
            throw new LinuxException("epoll_wait", result);
        }
        return Math.max(result, 0);
    }

    /** Rounds up: waking early would make a timer loop spin. */
    private static int millis(long nanos) {
        if (nanos <= 0) {
            return nanos < 0 ? -1 : 0;
        }
        return (int) Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMillis(nanos - 1) + 1);
    }

    /** Ends the current or next wait at once. Any thread, at any time; does nothing when closed. */
    public void wakeup() {
        wakeup.signal();
    }

    /** Closes; sockets stay open. A second call does nothing. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            wakeup.close();
            Libc.close(epoll);
            arena.close();
        }
    }

    private Registration registration(int fd) {
        Registration registration = fd < byFd.length ? byFd[fd] : null;
        if (registration == null) {
            throw new IllegalArgumentException("the socket with fd " + fd + " was not added");
        }
        return registration;
    }

    private void control(int operation, int fd, int interest, long key) {
        change.set(JAVA_INT, 0, interest);
        change.set(JAVA_LONG_UNALIGNED, EVENT_DATA, key);
        int result = LibcEvents.epollControl(epoll, operation, fd, change);
        if (result < 0) {
            throw new LinuxException("epoll_ctl(fd " + fd + ")", result);
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the poller is closed");
        }
    }
}
