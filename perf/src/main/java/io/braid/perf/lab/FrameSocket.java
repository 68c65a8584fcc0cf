package io.braid.perf.lab;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import io.braid.linux.NetworkNamespace;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.net.NetworkInterface;
import java.nio.ByteOrder;

/** Sends any frame out of an interface of a namespace, as a hostile neighbor would: an AF_PACKET socket (packet(7)). */
public final class FrameSocket implements AutoCloseable {
    private static final int AF_PACKET = 17;
    private static final int SOCK_RAW = 3;
    private static final int SOCKADDR_LL_BYTES = 20;
    private static final int MAX_FRAME = 2048;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle SOCKET =
            function("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle BIND =
            function("bind", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle SEND =
            function("send", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    private static final MethodHandle CLOSE = function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment frame = arena.allocate(MAX_FRAME);
    private final int fd;

    private FrameSocket(int fd) {
        this.fd = fd;
    }

    /** Opens a socket on {@code iface} in {@code netns}; it receives nothing. */
    public static FrameSocket open(Netns netns, String iface) {
        try (NetworkNamespace namespace = NetworkNamespace.open(netns.path())) {
            return new FrameSocket(namespace.run(() -> bound(iface)));
        }
    }

    private static MethodHandle function(String name, FunctionDescriptor type) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), type);
    }

    private static int bound(String iface) {
        try (Arena arena = Arena.ofConfined()) {
            NetworkInterface port = NetworkInterface.getByName(iface); // in the namespace of this thread
            int index = port == null ? 0 : port.getIndex();
            int fd = (int) SOCKET.invokeExact(AF_PACKET, SOCK_RAW, 0);
            MemorySegment address = arena.allocate(SOCKADDR_LL_BYTES);
            address.set(JAVA_SHORT, 0, (short) AF_PACKET);
            address.set(JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN), 2, (short) 0);
            address.set(JAVA_INT, 4, index);
            if (fd < 0 || (int) BIND.invokeExact(fd, address, SOCKADDR_LL_BYTES) != 0) {
                throw new IllegalStateException("cannot open a packet socket on " + iface);
            }
            return fd;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    /** Sends one frame, at most {@value #MAX_FRAME} bytes; one the kernel refuses, as when its queue is full, is not sent and false. */
    public boolean send(byte[] bytes) {
        MemorySegment.copy(bytes, 0, frame, JAVA_BYTE, 0, bytes.length);
        try {
            return (long) SEND.invokeExact(fd, frame, (long) bytes.length, 0) == bytes.length;
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    @Override
    public void close() {
        try {
            int result = (int) CLOSE.invokeExact(fd);
            if (result != 0) {
                throw new IllegalStateException("close failed");
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
        arena.close();
    }
}
