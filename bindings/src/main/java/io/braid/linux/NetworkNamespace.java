package io.braid.linux;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * An open network namespace in which work can be run.
 *
 * <p>The object holds a file descriptor, so the namespace outlives its name and cannot be exchanged under the caller's
 * feet; close it to let go. Two objects for one namespace are told by {@link #isSameAs}. Usable by any number of threads
 * at once until closed.
 *
 * @see <a href="https://man7.org/linux/man-pages/man2/setns.2.html">setns(2)</a>
 */
public final class NetworkNamespace implements AutoCloseable {
    /** Where iproute2 keeps named namespaces. */
    public static final Path NAMED = Path.of("/run/netns");

    private static final int CLONE_NEWNET = 0x40000000;
    private static final int NS_GET_NSTYPE = 0xb703; // linux/nsfs.h: _IO(0xb7, 0x3)

    private final String origin;
    private final int fd;
    private final long device;
    private final long inode;
    private boolean closed;

    /** Work to be done in a namespace; throws what it likes. */
    @FunctionalInterface
    public interface Work<T extends @Nullable Object, E extends Exception> {
        T call() throws E;
    }

    private NetworkNamespace(String origin, int fd) {
        this.origin = origin;
        this.fd = fd;
        Path open = Path.of("/proc/self/fd/" + fd);
        try {
            this.device = (long) Files.getAttribute(open, "unix:dev");
            this.inode = (long) Files.getAttribute(open, "unix:ino");
        } catch (IOException e) {
            Libc.close(fd);
            throw new UncheckedIOException("cannot stat the network namespace " + origin, e);
        }
    }

    /**
     * Opens a namespace by name ({@code t1} is {@code /run/netns/t1}) or, when the text has a slash, by path
     * ({@code /proc/4711/ns/net}).
     *
     * @throws LinuxException when it does not exist, may not be opened, or is not a network namespace
     */
    public static NetworkNamespace open(String nameOrPath) {
        String path = path(nameOrPath);
        // O_NONBLOCK: a mistaken FIFO must give an error, not a hang.
        int fd = Libc.open(path, Libc.O_RDONLY | Libc.O_NONBLOCK | Libc.O_CLOEXEC);
        if (fd < 0) {
            String hint = switch (-fd) {
                case Errno.ENOENT ->
                    "there is no network namespace of that " + (path.equals(nameOrPath) ? "path" : "name")
                            + "; `ip netns list` shows the named ones";
                case Errno.EACCES, Errno.EPERM -> "run as root";
                default -> "";
            };
            throw new LinuxException("open(" + path + ")", fd, hint);
        }
        int type = Libc.ioctl(fd, NS_GET_NSTYPE);
        if (type != CLONE_NEWNET) {
            Libc.close(fd);
            String call = "open namespace " + path;
            String found = type < 0 ? "it is not a namespace file" : "it is a namespace of another kind";
            // A name in /run/netns without a bind mount is what an interrupted `ip netns add` leaves behind.
            throw new LinuxException(call, Errno.EINVAL, found + ", a network namespace was expected");
        }
        return new NetworkNamespace(nameOrPath, fd);
    }

    /** Opens the namespace the calling thread is in. */
    public static NetworkNamespace current() {
        return open("/proc/thread-self/ns/net");
    }

    /**
     * Makes a namespace that nobody else has a name for. It and the virtual interfaces in it end when this process does, however it ends; or when this object, and every socket made
     * inside, is closed.
     *
     * @throws LinuxException when that is not allowed
     */
    public static NetworkNamespace create() {
        Run<NetworkNamespace, RuntimeException> run = new Run<>(() -> {
            int result = Libc.unshare(CLONE_NEWNET);
            if (result < 0) {
                throw new LinuxException("unshare(CLONE_NEWNET)", result, "run as root");
            }
            return current();
        });
        return run.on("netns-new");
    }

    /** A path by which other processes can open this namespace while it is open here; for {@link Interfaces#in}. */
    public String reference() {
        return "/proc/" + ProcessHandle.current().pid() + "/fd/" + fd;
    }

    /** Returns the path for a name as {@link #open} understands it, without looking whether it exists. */
    public static String path(String nameOrPath) {
        if (nameOrPath.isEmpty() || nameOrPath.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a network namespace needs a name or a path, got '" + nameOrPath + "'");
        }
        return nameOrPath.indexOf('/') >= 0
                ? nameOrPath
                : NAMED.resolve(nameOrPath).toString();
    }

    /**
     * Runs work inside this namespace and returns its result.
     *
     * <p>A platform thread is made for it, enters the namespace, and ends with the work; it is never reused, so no other
     * code can find itself in the wrong namespace. Sockets opened by the work stay in the namespace for life. Threads
     * and processes that the work starts are in it too: do not touch shared executors from inside. The calling thread
     * waits; when it is interrupted, the work's thread is interrupted, and the caller's interrupt status is set again.
     *
     * @throws E what the work throws, as it is
     * @throws LinuxException when the namespace cannot be entered
     */
    public <T extends @Nullable Object, E extends Exception> T run(Work<T, E> work) throws E {
        Run<T, E> run = new Run<>(() -> {
            enter();
            return work.call();
        });
        return run.on("netns-" + origin);
    }

    /**
     * Returns a thread, not yet started, that enters this namespace and does its work there; for work that goes on. The
     * namespace must be open when it starts and may be closed then. Failing to enter is an uncaught exception of the
     * thread.
     */
    public Thread thread(String name, Runnable work) {
        return Thread.ofPlatform()
                .name(name)
                .inheritInheritableThreadLocals(false)
                .unstarted(() -> {
                    enter();
                    work.run();
                });
    }

    /** Returns the inode number, the id by which the kernel prints a namespace: {@code net:[4026531840]}. */
    public long inode() {
        return inode;
    }

    /** Returns whether both are one namespace, however they were opened. */
    public boolean isSameAs(NetworkNamespace other) {
        return inode == other.inode && device == other.device;
    }

    /** Lets go of the namespace. A second call does nothing. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            Libc.close(fd);
        }
    }

    @Override
    public String toString() {
        return origin + " net:[" + inode + "]";
    }

    private synchronized void enter() {
        if (closed) {
            throw new IllegalStateException("the network namespace " + origin + " is closed");
        }
        int result = Libc.setns(fd, CLONE_NEWNET);
        if (result < 0) {
            throw new LinuxException("setns(" + origin + ")", result);
        }
    }

    /** Work that a thread of its own does while the caller waits. */
    private static final class Run<T extends @Nullable Object, E extends Exception> implements Runnable {
        private final Work<T, E> work;
        private @Nullable T value;
        private @Nullable Throwable failure;

        Run(Work<T, E> work) {
            this.work = work;
        }

        T on(String name) throws E {
            Thread thread = Thread.ofPlatform()
                    .name(name)
                    .inheritInheritableThreadLocals(false)
                    .unstarted(this);
            thread.start();
            boolean interrupted = false;
            while (true) {
                try {
                    thread.join();
                    break;
                } catch (InterruptedException e) {
                    interrupted = true;
                    thread.interrupt();
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            return result();
        }

        @Override
        public void run() {
            try {
                value = work.call();
            } catch (Throwable t) {
                failure = t; // handed to the caller's thread by result()
            }
        }

        @SuppressWarnings({"unchecked", "NullAway"
        }) // the work throws E or unchecked; T says itself whether it is nullable
        T result() throws E {
            return switch (failure) {
                case null -> value;
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                default -> throw (E) failure;
            };
        }
    }
}
