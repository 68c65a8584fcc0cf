package io.braid.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells a service manager how this process is: the datagrams of sd_notify(3), without its library. Any thread.
 *
 * <p>The JDK has no datagrams on UNIX sockets.
 */
public final class NotifySocket {
    /** The environment variable that names the socket. */
    public static final String VARIABLE = "NOTIFY_SOCKET";

    private static final int AF_UNIX = 1;
    private static final int SOCK_DGRAM = 2;
    private static final int MAX_PATH = 108; // sizeof(sockaddr_un.sun_path)

    private final String address;

    private NotifySocket(String address) {
        this.address = address;
    }

    /**
     * The socket of an address: an absolute path, or a name after {@code @} in Linux's abstract namespace.
     *
     * @param address the variable's value; empty when null or empty, which means that nobody wants to know
     * @throws IllegalArgumentException when it is of another form (such as {@code vsock:}) or longer than the kernel takes
     */
    public static Optional<NotifySocket> of(@Nullable String address) {
        if (address == null || address.isEmpty()) {
            return Optional.empty();
        }
        if (address.charAt(0) != '/' && address.charAt(0) != '@') {
            throw new IllegalArgumentException(
                    VARIABLE + "=" + address + " is neither an absolute path nor an abstract name (@...)");
        }
        if (address.getBytes(StandardCharsets.UTF_8).length > MAX_PATH - 1) {
            throw new IllegalArgumentException(
                    VARIABLE + "=" + address + " is longer than " + (MAX_PATH - 1) + " bytes");
        }
        return Optional.of(new NotifySocket(address));
    }

    /**
     * Sends one message; does not wait for an answer, of which there is none.
     *
     * @param message assignments such as {@code READY=1}, one a line
     * @throws LinuxException when nobody is at the socket, or this process may not reach it
     */
    public void send(String message) {
        int fd = Libc.socket(AF_UNIX, SOCK_DGRAM | Libc.SOCK_CLOEXEC, 0);
        if (fd < 0) {
            throw new LinuxException("socket(AF_UNIX, SOCK_DGRAM)", fd);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment data = arena.allocateFrom(ValueLayout.JAVA_BYTE, message.getBytes(StandardCharsets.UTF_8));
            long sent = Libc.sendTo(fd, data, address(arena, address));
            if (sent < 0) {
                throw new LinuxException("sendto(" + address + ")", (int) sent);
            }
        } finally {
            Libc.close(fd);
        }
    }

    /**
     * {@code struct sockaddr_un}.
     *
     * <pre>
     *   u16 family │ path, zero byte          of a path
     *   u16 family │ zero byte, name          of an abstract name, whose end is that of the structure
     * </pre>
     */
    static MemorySegment address(Arena arena, String address) {
        byte[] name = address.getBytes(StandardCharsets.UTF_8);
        boolean hidden = name[0] == '@';
        MemorySegment structure = arena.allocate(Short.BYTES + name.length + (hidden ? 0L : 1L));
        structure.set(ValueLayout.JAVA_SHORT_UNALIGNED, 0, (short) AF_UNIX);
        MemorySegment.copy(name, 0, structure, ValueLayout.JAVA_BYTE, Short.BYTES, name.length);
        if (hidden) {
            structure.set(ValueLayout.JAVA_BYTE, Short.BYTES, (byte) 0);
        }
        return structure;
    }
}
