package io.braid.linux;

/**
 * Says which Linux call failed, with which errno, and what a person can do about it.
 *
 * <p>Unchecked: a failing call here means a missing privilege, a missing object or a bug, which the caller's caller
 * usually has to report rather than handle. Code that can go on looks at {@link #errno()}.
 */
public final class LinuxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String call;
    private final int errno;

    /**
     * @param call the call with its telling argument, such as {@code setns(/run/netns/t1)}
     * @param errno the error number, of either sign
     */
    public LinuxException(String call, int errno) {
        this(call, errno, hint(errno));
    }

    /**
     * @param hint what to do about it, empty when nothing useful is known
     */
    public LinuxException(String call, int errno, String hint) {
        super(call + ": " + Errno.describe(errno) + (hint.isEmpty() ? "" : "; " + hint));
        this.call = call;
        this.errno = Math.abs(errno);
    }

    /** Returns the failed call with its telling argument. */
    public String call() {
        return call;
    }

    /** Returns the positive error number. */
    public int errno() {
        return errno;
    }

    /** Returns the symbolic name of {@link #errno()}. */
    public String errnoName() {
        return Errno.name(errno);
    }

    private static String hint(int errno) {
        return switch (Math.abs(errno)) {
            case Errno.EPERM, Errno.EACCES ->
                "run as root, or give the process CAP_NET_ADMIN and CAP_SYS_ADMIN"
                        + " (in a container also check its seccomp profile)";
            case Errno.ENOMEM, Errno.ENOBUFS -> "the kernel is out of memory for this; check limits of the cgroup";
            case 23, 24 -> "too many open files; raise RLIMIT_NOFILE (ulimit -n)";
            default -> "";
        };
    }
}
