package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

final class ErrnoTest {
    @Test
    void namesNumbersOfEitherSign() {
        assertEquals("EPERM", Errno.name(1));
        assertEquals("ENOBUFS", Errno.name(-105));
        assertEquals("EHWPOISON", Errno.name(133));
        assertEquals("EINVAL (Invalid argument)", Errno.describe(-22));
    }

    @Test
    void anUnknownNumberIsStillPrintable() {
        assertEquals("errno 4711", Errno.name(4711));
        assertEquals("Unknown error 4711", Errno.text(-4711));
        assertEquals("errno 0", Errno.name(0));
    }

    @Test
    void findsNumbersByNameAndAlias() {
        assertEquals(OptionalInt.of(11), Errno.number("EAGAIN"));
        assertEquals(OptionalInt.of(11), Errno.number("EWOULDBLOCK"));
        assertEquals(OptionalInt.of(95), Errno.number("ENOTSUP"));
        assertEquals(OptionalInt.empty(), Errno.number("EFOO"));
    }

    @Test
    void constantsAgreeWithTheTable() {
        int[] numbers = {
            Errno.EPERM,
            Errno.ENOENT,
            Errno.EINTR,
            Errno.EBADF,
            Errno.EAGAIN,
            Errno.ENOMEM,
            Errno.EACCES,
            Errno.EBUSY,
            Errno.ENODEV,
            Errno.EINVAL,
            Errno.ENOTTY,
            Errno.ENOBUFS
        };
        String[] names = {
            "EPERM", "ENOENT", "EINTR", "EBADF", "EAGAIN", "ENOMEM", "EACCES", "EBUSY", "ENODEV", "EINVAL", "ENOTTY",
            "ENOBUFS"
        };
        for (int i = 0; i < numbers.length; i++) {
            assertEquals(names[i], Errno.name(numbers[i]));
        }
    }

    @Test
    void exceptionSaysCallErrnoAndWhatToDo() {
        LinuxException e = new LinuxException("setns(/run/netns/t1)", -1);
        assertEquals(1, e.errno());
        assertEquals("EPERM", e.errnoName());
        String message = String.valueOf(e.getMessage());
        assertTrue(message.startsWith("setns(/run/netns/t1): EPERM (Operation not permitted); run as root"), message);
        assertEquals("x: EIO (Input/output error)", new LinuxException("x", 5).getMessage());
    }
}
