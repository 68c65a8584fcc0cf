package io.braid.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Sends netlink bytes to another netlink socket, as a hostile local process would. */
final class ForgedNetlink {
    private ForgedNetlink() {}

    static long send(int toPortId, byte[] message) {
        int fd = Libc.socket(Libc.AF_NETLINK, Libc.SOCK_RAW | Libc.SOCK_CLOEXEC, 0);
        if (fd < 0) {
            throw new LinuxException("socket(AF_NETLINK)", fd);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = arena.allocate(12, 4);
            address.set(JAVA_SHORT, 0, (short) Libc.AF_NETLINK);
            address.set(JAVA_INT, 4, toPortId);
            long sent = Libc.sendTo(fd, arena.allocateFrom(JAVA_BYTE, message), address);
            if (sent < 0) {
                throw new LinuxException("sendto(AF_NETLINK port " + toPortId + ")", (int) sent);
            }
            return sent;
        } finally {
            Libc.close(fd);
        }
    }
}
