package io.braid.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The socket functions of libc that TCP and UDP need, with results as in {@link Libc}: a value &gt;= 0, or
 * {@code -errno}.
 *
 * <p>No call here blocks, because every socket of this package is non-blocking.
 */
final class LibcSocket {
    static final int AF_INET = 2;
    static final int AF_INET6 = 10;
    static final int SOCK_STREAM = 1;
    static final int SOCK_DGRAM = 2;
    static final int SHUT_WR = 1;
    static final int MSG_NOSIGNAL = 0x4000;
    static final int MSG_TRUNC = 0x20;

    private static final FunctionDescriptor INT_INT = FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT);
    private static final FunctionDescriptor NAME = FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
    private static final FunctionDescriptor TRANSFER =
            FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);

    private static final MethodHandle CONNECT =
            Libc.bind("connect", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle LISTEN = Libc.bind("listen", INT_INT);
    private static final MethodHandle SHUTDOWN = Libc.bind("shutdown", INT_INT);
    private static final MethodHandle ACCEPT4 =
            Libc.bind("accept4", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));
    private static final MethodHandle GETSOCKNAME = Libc.bind("getsockname", NAME);
    private static final MethodHandle GETPEERNAME = Libc.bind("getpeername", NAME);
    private static final MethodHandle SETSOCKOPT =
            Libc.bind("setsockopt", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle GETSOCKOPT =
            Libc.bind("getsockopt", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
    private static final MethodHandle SEND = Libc.bind("send", TRANSFER);
    private static final MethodHandle RECV = Libc.bind("recv", TRANSFER);
    private static final MethodHandle RECVMSG =
            Libc.bind("recvmsg", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT));

    private LibcSocket() {}

    static int connect(int fd, MemorySegment address) {
        MemorySegment state = Libc.state();
        try {
            return Libc.result((int) CONNECT.invokeExact(state, fd, address, (int) address.byteSize()), state);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }

    static int listen(int fd, int backlog) {
        MemorySegment state = Libc.state();
        try {
            return Libc.result((int) LISTEN.invokeExact(state, fd, backlog), state);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }

    static int shutdown(int fd, int how) {
        MemorySegment state = Libc.state();
        try {
            return Libc.result((int) SHUTDOWN.invokeExact(state, fd, how), state);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }

    /** Takes one connection, non-blocking and closed on exec; its far end is written to {@code address}. */
    static int accept(int fd, MemorySegment address, MemorySegment addressLength) {
        MemorySegment state = Libc.state();
        int flags = Libc.SOCK_NONBLOCK | Libc.SOCK_CLOEXEC;
        try {
            return Libc.result((int) ACCEPT4.invokeExact(state, fd, address, addressLength, flags), state);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }

    static int localName(int fd, MemorySegment address, MemorySegment addressLength) {
        MemorySegment state = Libc.state();
        try {
            return Libc.result((int) GETSOCKNAME.invokeExact(state, fd, address, addressLength), state);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }

    static int peerName(int fd, MemorySegment address, MemorySegment addressLength) {
        MemorySegment state = Libc.state();
        try {
            return Libc.result((int) GETPEERNAME.invokeExact(state, fd, address, addressLength), state);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }

    static int setOption(int fd, int level, int option, MemorySegment value) {
        MemorySegment state = Libc.state();
        try {
            return Libc.result(
                    (int) SETSOCKOPT.invokeExact(state, fd, level, option, value, (int) value.byteSize()), state);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }

    /** Reads an option of any type into {@code value}; {@code length} holds its size, and afterwards that of what was read. */
    static int getOption(int fd, int level, int option, MemorySegment value, MemorySegment length) {
        MemorySegment state = Libc.state();
        try {
            return Libc.result((int) GETSOCKOPT.invokeExact(state, fd, level, option, value, length), state);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }

    /** Reads an option of type int; its values must be &gt;= 0 to be told from {@code -errno}. */
    static int getIntOption(int fd, int level, int option) {
        MemorySegment state = Libc.state();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(JAVA_INT);
            MemorySegment length = arena.allocateFrom(JAVA_INT, Integer.BYTES);
            int result = Libc.result((int) GETSOCKOPT.invokeExact(state, fd, level, option, value, length), state);
            return result < 0 ? result : value.get(JAVA_INT, 0);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }

    static long send(int fd, MemorySegment data) {
        MemorySegment state = Libc.state();
        try {
            // NOSIGNAL: a peer that went away is an error to handle, not a SIGPIPE to the JVM.
            return Libc.result((long) SEND.invokeExact(state, fd, data, data.byteSize(), MSG_NOSIGNAL), state);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }

    static long receive(int fd, MemorySegment buffer) {
        MemorySegment state = Libc.state();
        try {
            return Libc.result((long) RECV.invokeExact(state, fd, buffer, buffer.byteSize(), 0), state);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }

    static long receiveMessage(int fd, MemorySegment header, int flags) {
        MemorySegment state = Libc.state();
        try {
            return Libc.result((long) RECVMSG.invokeExact(state, fd, header, flags), state);
        } catch (Throwable t) {
            throw Libc.unexpected(t);
        }
    }
}
