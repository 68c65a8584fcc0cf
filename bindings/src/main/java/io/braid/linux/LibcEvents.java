package io.braid.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** The epoll, eventfd and scheduling functions of libc, with results as in {@link Libc}. */
final class LibcEvents {
    static final int EPOLL_CTL_ADD = 1;
    static final int EPOLL_CTL_DEL = 2;
    static final int EPOLL_CTL_MOD = 3;
    private static final int EPOLL_CLOEXEC = 0x80000;

    private static final FunctionDescriptor TRANSFER = FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle EPOLL_CREATE1 =
            Libc.bind("epoll_create1", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle EPOLL_CTL =
            Libc.bind("epoll_ctl", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS));
    private static final MethodHandle EPOLL_WAIT =
            Libc.bind("epoll_wait", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT));

    /** Nanosecond time-outs; glibc 2.35 and kernel 5.11 have it. */
    private static final @Nullable MethodHandle EPOLL_PWAIT2 = Libc.bindIfPresent(
            "epoll_pwait2", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, ADDRESS));

    private static final MethodHandle EVENTFD =
            Libc.bind("eventfd", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle READ = Libc.bind("read", TRANSFER);
    private static final MethodHandle WRITE = Libc.bind("write", TRANSFER);
    private static final MethodHandle SETSCHEDULER =
            Libc.bind("sched_setscheduler", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS));

    private static final MethodHandle SETPRIORITY =
            Libc.bind("setpriority", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));

    private LibcEvents() {}

    static int epollCreate() {
        MemorySegment state = Libc.state();
        try {
            return Libc.result((int) EPOLL_CREATE1.invokeExact(state, EPOLL_CLOEXEC), state);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }

    static int epollControl(int epoll, int operation, int fd, MemorySegment event) {
        MemorySegment state = Libc.state();
        try {
            return Libc.result((int) EPOLL_CTL.invokeExact(state, epoll, operation, fd, event), state);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }

    /** Waits at most {@code timeoutMillis}, for ever when it is -1. */
    static int epollWait(int epoll, MemorySegment events, int capacity, int timeoutMillis) {
        MemorySegment state = Libc.state();
        try {
            return Libc.result((int) EPOLL_WAIT.invokeExact(state, epoll, events, capacity, timeoutMillis), state);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }

    /** Waits at most the time in a struct timespec; {@code -ENOSYS} when libc or kernel cannot. */
    static int epollWait(int epoll, MemorySegment events, int capacity, MemorySegment timespec) {
        MethodHandle handle = EPOLL_PWAIT2;
        if (handle == null) {
            return -Errno.ENOSYS;
        }
        MemorySegment state = Libc.state();
        try {
            return Libc.result(
                    (int) handle.invokeExact(state, epoll, events, capacity, timespec, MemorySegment.NULL), state);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }

    static int eventFd() {
        MemorySegment state = Libc.state();
        try {
            // The flags are O_NONBLOCK and O_CLOEXEC under their names for eventfd.
            return Libc.result((int) EVENTFD.invokeExact(state, 0, Libc.O_NONBLOCK | Libc.O_CLOEXEC), state);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }

    static long read(int fd, MemorySegment buffer) {
        MemorySegment state = Libc.state();
        try {
            return Libc.result((long) READ.invokeExact(state, fd, buffer, buffer.byteSize()), state);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }

    static long write(int fd, MemorySegment data) {
        MemorySegment state = Libc.state();
        try {
            return Libc.result((long) WRITE.invokeExact(state, fd, data, data.byteSize()), state);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }

    /** Sets the policy of the calling thread; {@code parameter} is a struct sched_param. */
    static int setScheduler(int policy, MemorySegment parameter) {
        MemorySegment state = Libc.state();
        try {
            return Libc.result((int) SETSCHEDULER.invokeExact(state, 0, policy, parameter), state);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }

    /** Sets the nice value of the calling thread: on Linux it belongs to the thread, whatever POSIX says. */
    static int setNice(int value) {
        MemorySegment state = Libc.state();
        try {
            return Libc.result((int) SETPRIORITY.invokeExact(state, 0 /* PRIO_PROCESS */, 0, value), state);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }
}
