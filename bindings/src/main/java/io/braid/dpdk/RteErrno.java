package io.braid.dpdk;

import io.braid.dpdk.ffi.DpdkHeaders;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;

/** Names DPDK's error numbers and finds the calling thread's {@code rte_errno}. */
final class RteErrno {
    private static final String[] NAMES = new String[134];

    static {
        String[] first = {
            "EPERM", "ENOENT", "ESRCH", "EINTR", "EIO", "ENXIO", "E2BIG", "ENOEXEC", "EBADF", "ECHILD", "EAGAIN",
            "ENOMEM", "EACCES", "EFAULT", "ENOTBLK", "EBUSY", "EEXIST", "EXDEV", "ENODEV", "ENOTDIR", "EISDIR",
            "EINVAL", "ENFILE", "EMFILE", "ENOTTY", "ETXTBSY", "EFBIG", "ENOSPC", "ESPIPE", "EROFS", "EMLINK", "EPIPE",
            "EDOM", "ERANGE"
        };
        System.arraycopy(first, 0, NAMES, 1, first.length);
        NAMES[38] = "ENOSYS";
        NAMES[95] = "ENOTSUP";
        NAMES[98] = "EADDRINUSE";
        NAMES[100] = "ENETDOWN";
        NAMES[105] = "ENOBUFS";
        NAMES[110] = "ETIMEDOUT";
        NAMES[114] = "EALREADY";
    }

    private RteErrno() {}

    /** {@code "ENOMEM (Cannot allocate memory)"}; DPDK's own numbers (above 1000) have only a text. */
    static String describe(int errno) {
        String name = errno > 0 && errno < NAMES.length ? NAMES[errno] : null;
        MemorySegment text = DpdkHeaders.rte_strerror(errno);
        String words = text.equals(MemorySegment.NULL)
                ? "unknown error"
                : text.reinterpret(256).getString(0);
        return (name == null ? "error " + errno : name) + " (" + words + ")";
    }

    /**
     * The calling thread's {@code rte_errno}, which functions that return a pointer set. It is a thread-local variable without an accessor function; the
     * dynamic linker resolves its name for the thread that asks, so the look-up is made anew on every call. Must run on the thread that made the failed
     * call, with no DPDK call in between.
     */
    static int current() {
        return SymbolLookup.loaderLookup()
                .find("per_lcore__rte_errno")
                .map(at -> Memory.getInt(at.address()))
                .orElse(0);
    }
}
