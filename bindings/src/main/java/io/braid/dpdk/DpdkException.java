package io.braid.dpdk;

import java.io.Serial;

/** A DPDK call that failed: what was attempted, the errno's name and, where known, what to do about it. */
public final class DpdkException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final int errno;

    public DpdkException(String message) {
        this(message, 0);
    }

    private DpdkException(String message, int errno) {
        super(message);
        this.errno = errno;
    }

    /** For a call that returned {@code -errno}. */
    static DpdkException of(String attempt, int negativeErrno) {
        int errno = Math.abs(negativeErrno);
        return new DpdkException(attempt + ": " + RteErrno.describe(errno), errno);
    }

    /** For a call that returned {@code -errno}, with what to do next. */
    static DpdkException of(String attempt, int negativeErrno, String whatToDo) {
        int errno = Math.abs(negativeErrno);
        return new DpdkException(attempt + ": " + RteErrno.describe(errno) + "; " + whatToDo, errno);
    }

    /** The errno (positive), or 0 when the failure has none. */
    public int errno() {
        return errno;
    }
}
