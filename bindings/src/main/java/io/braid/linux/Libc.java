package io.braid.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The libc functions this package calls, with the kernel's own convention for results: a value &gt;= 0, or
 * {@code -errno}.
 *
 * <p>errno is a thread-local of libc that the JVM may overwrite between two calls, so it is captured by the linker
 * within the call. Each Java thread owns one capture buffer. None of these calls is {@code critical}: they may block
 * and are made rarely.
 */
final class Libc {
    static final int AF_NETLINK = 16;
    static final int SOCK_RAW = 3;
    static final int SOCK_NONBLOCK = 0x800;
    static final int SOCK_CLOEXEC = 0x80000;
    static final int O_RDONLY = 0;
    static final int O_NONBLOCK = 0x800;
    static final int O_CLOEXEC = 0x80000;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout STATE_LAYOUT = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE_LAYOUT.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final ThreadLocal<MemorySegment> STATE =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(STATE_LAYOUT));

    private static final MethodHandle CLOSE = bind("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle OPEN =
            bind("open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT), Linker.Option.firstVariadicArg(2));
    private static final MethodHandle IOCTL =
            bind("ioctl", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG), Linker.Option.firstVariadicArg(2));
    private static final MethodHandle IOCTL_POINTER = bind(
            "ioctl", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS), Linker.Option.firstVariadicArg(2));
    private static final MethodHandle UNSHARE = bind("unshare", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle GETTID = bind("gettid", FunctionDescriptor.of(JAVA_INT));
    private static final MethodHandle SETNS = bind("setns", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle GETAFFINITY =
            bind("sched_getaffinity", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS));
    private static final MethodHandle SETAFFINITY =
            bind("sched_setaffinity", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS));
    private static final MethodHandle SOCKET =
            bind("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle BIND = bind("bind", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle SETSOCKOPT =
            bind("setsockopt", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle SENDTO =
            bind("sendto", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle RECVFROM = bind(
            "recvfrom", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS));

    private Libc() {}

    static int close(int fd) {
        MemorySegment state = STATE.get();
        try {
            return result((int) CLOSE.invokeExact(state, fd), state);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int open(String path, int flags) {
        MemorySegment state = STATE.get();
        try (Arena arena = Arena.ofConfined()) {
            return result((int) OPEN.invokeExact(state, arena.allocateFrom(path), flags), state);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** An ioctl without argument, such as {@code NS_GET_NSTYPE}. */
    static int ioctl(int fd, long request) {
        MemorySegment state = STATE.get();
        try {
            return result((int) IOCTL.invokeExact(state, fd, request), state);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** An ioctl whose argument is a structure. */
    static int ioctl(int fd, long request, MemorySegment argument) {
        MemorySegment state = STATE.get();
        try {
            return result((int) IOCTL_POINTER.invokeExact(state, fd, request, argument), state);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** Gives the calling thread namespaces of its own. */
    static int unshare(int flags) {
        MemorySegment state = STATE.get();
        try {
            return result((int) UNSHARE.invokeExact(state, flags), state);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int gettid() {
        MemorySegment state = STATE.get();
        try {
            return (int) GETTID.invokeExact(state);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int setns(int fd, int type) {
        MemorySegment state = STATE.get();
        try {
            return result((int) SETNS.invokeExact(state, fd, type), state);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** Affinity of the calling thread into {@code mask}. */
    static int getAffinity(MemorySegment mask) {
        MemorySegment state = STATE.get();
        try {
            return result((int) GETAFFINITY.invokeExact(state, 0, mask.byteSize(), mask), state);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** Affinity of the calling thread from {@code mask}. */
    static int setAffinity(MemorySegment mask) {
        MemorySegment state = STATE.get();
        try {
            return result((int) SETAFFINITY.invokeExact(state, 0, mask.byteSize(), mask), state);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int socket(int domain, int type, int protocol) {
        MemorySegment state = STATE.get();
        try {
            return result((int) SOCKET.invokeExact(state, domain, type, protocol), state);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int bind(int fd, MemorySegment address) {
        MemorySegment state = STATE.get();
        try {
            return result((int) BIND.invokeExact(state, fd, address, (int) address.byteSize()), state);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static int setIntOption(int fd, int level, int option, int value) {
        MemorySegment state = STATE.get();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment data = arena.allocateFrom(JAVA_INT, value);
            return result((int) SETSOCKOPT.invokeExact(state, fd, level, option, data, Integer.BYTES), state);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static long sendTo(int fd, MemorySegment data, MemorySegment address) {
        MemorySegment state = STATE.get();
        try {
            return result(
                    (long) SENDTO.invokeExact(state, fd, data, data.byteSize(), 0, address, (int) address.byteSize()),
                    state);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static long recvFrom(int fd, MemorySegment buffer, int flags, MemorySegment address, MemorySegment addressLength) {
        MemorySegment state = STATE.get();
        try {
            return result(
                    (long) RECVFROM.invokeExact(state, fd, buffer, buffer.byteSize(), flags, address, addressLength),
                    state);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** The calling thread's capture buffer, first argument of every handle made by {@link #bind(String, FunctionDescriptor, Linker.Option...)}. */
    static MemorySegment state() {
        return STATE.get();
    }

    static int result(int value, MemorySegment state) {
        return value < 0 ? -errno(state) : value;
    }

    static long result(long value, MemorySegment state) {
        return value < 0 ? -errno(state) : value;
    }

    static int errno(MemorySegment state) {
        return (int) ERRNO.get(state, 0L);
    }

    /** Returns a handle that captures errno; its first argument is {@link #state()}. */
    static MethodHandle bind(String name, FunctionDescriptor descriptor, Linker.Option... options) {
        MethodHandle handle = bindIfPresent(name, descriptor, options);
        if (handle == null) {
            throw new UnsatisfiedLinkError("libc has no " + name + "; glibc 2.30 or newer is needed");
        }
        return handle;
    }

    /** As {@link #bind(String, FunctionDescriptor, Linker.Option...)}, null when this libc has no such function. */
    static @Nullable MethodHandle bindIfPresent(String name, FunctionDescriptor descriptor, Linker.Option... options) {
        MemorySegment symbol = LINKER.defaultLookup().find(name).orElse(null);
        if (symbol == null) {
            return null;
        }
        Linker.Option[] all = new Linker.Option[options.length + 1];
        all[0] = Linker.Option.captureCallState("errno");
        System.arraycopy(options, 0, all, 1, options.length);
        return LINKER.downcallHandle(symbol, descriptor, all);
    }

    /** Method handles declare Throwable; a downcall itself raises nothing but errors of the JVM or of our own types. */
    static RuntimeException unexpected(Throwable t) {
        switch (t) {
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IllegalStateException(t);
        }
    }
}
