package io.braid.dataplane.control;

import io.braid.dataplane.audit.AuditLog;
import io.braid.dataplane.config.FileOwner;
import io.braid.dataplane.control.ControlException.Kind;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.jspecify.annotations.Nullable;

/**
 * Serves an {@link OwnTask} to the tasks, each over a UNIX socket of its own, which is all that tells who asks.
 *
 * <p>All share one server and its threads: two for each socket, which wait for clients, and a few more. Clients, changes and leases are bounded for each task.
 *
 * <p>{@link #open}, {@link #close(String)} and {@link #remove} are for one thread at a time.
 */
public final class TaskSocketServer implements AutoCloseable {
    private static final Logger LOG = System.getLogger(TaskSocketServer.class.getName());
    /** Of one task. */
    static final ControlLimits LIMITS =
            new ControlLimits(16 * 1024, 8 * 1024, 8, 8, Duration.ofSeconds(10), Duration.ofSeconds(15));
    /** Of one task: one can hold, and the others are those whose lease an operator or the task took away. */
    static final int MOST_LEASES = 4;

    private static final int MOST_TASKS = 64;

    private final Path base;
    private final FileOwner owner;
    private final AuditLog audit;
    private final ControlLimits limits;
    private final Server server;
    private final TaskSocketHandler handler;
    private final Map<String, TaskSocket> open = new ConcurrentHashMap<>();

    private TaskSocketServer(Path base, FileOwner owner, AuditLog audit, ControlLimits limits) {
        this.base = base;
        this.owner = owner;
        this.audit = audit;
        this.limits = limits;
        var threads = new QueuedThreadPool(2 * MOST_TASKS + limits.threads(), 1);
        threads.setName("task-api");
        threads.setDaemon(true);
        threads.setReservedThreads(0);
        this.server = new Server(threads, new ScheduledExecutorScheduler("task-api-timer", true), null);
        server.setErrorHandler(new ControlErrorHandler((request, why) -> {
            TaskSocket socket = of(request.getConnectionMetaData().getConnector());
            if (socket != null) {
                socket.audited().noRequest(request, socket.task(), why);
            }
        }));
        this.handler = new TaskSocketHandler(this::of);
        server.setHandler(handler);
    }

    /**
     * Has threads, and no socket yet.
     *
     * @param base where the tasks' directories are made, below {@code .api}
     * @param owner who may connect, apart from root
     * @param audit where decisions are written down
     * @throws ControlException {@link Kind#FAILED} when it cannot be started
     */
    public static TaskSocketServer start(Path base, FileOwner owner, AuditLog audit) {
        return start(base, owner, audit, LIMITS);
    }

    static TaskSocketServer start(Path base, FileOwner owner, AuditLog audit, ControlLimits limits) {
        var sockets = new TaskSocketServer(base, owner, audit, limits);
        try {
            sockets.server.start();
        } catch (Exception e) {
            sockets.close();
            throw new ControlException(Kind.FAILED, "cannot serve the tasks' sockets: " + e.getMessage(), e);
        }
        return sockets;
    }

    private @Nullable TaskSocket of(Connector connector) {
        return open.values().stream()
                .filter(socket -> socket.connector() == connector)
                .findAny()
                .orElse(null);
    }

    /** Answers by that service from now on; before, requests fail. */
    public void serve(OwnTask service) {
        handler.serve(service);
    }

    /**
     * Makes a task's socket and answers on it when this returns.
     *
     * @param task a name that matches {@link AttachRequest#TASK_PATTERN}
     * @return where clients connect
     * @throws ControlException {@link Kind#FAILED} when it cannot be made; nothing is left open then
     */
    public Path open(String task) {
        TaskSocketFile file;
        try {
            file = TaskSocketFile.prepare(base, task, owner);
        } catch (IOException e) {
            throw failed(task, e);
        }
        TaskSocket socket = socket(task, file);
        open.put(task, socket);
        try {
            server.addConnector(socket.connector());
            socket.connector().start();
            file.publish();
        } catch (Exception e) {
            close(task);
            throw failed(task, e);
        }
        return file.path();
    }

    private static ControlException failed(String task, Exception why) {
        return new ControlException(
                Kind.FAILED, "cannot make the socket of task " + task + ": " + why.getMessage(), why);
    }

    private TaskSocket socket(String task, TaskSocketFile file) {
        BoundedConnector connector = HttpOverUnix.connector(server, file.bindPath(), limits);
        var deadline = new RequestDeadline(server.getScheduler(), limits.request());
        connector.addBean(deadline);
        var audited = new Audited(audit, connector.askers());
        return new TaskSocket(
                task,
                file,
                connector,
                deadline,
                audited,
                new LeaseConnections(connector, audited, MOST_LEASES),
                new RequestBody(limits, deadline, audited),
                new ChangeBudget(System::nanoTime),
                new AtomicBoolean());
    }

    /** Where a task's clients connect, null if it has no socket. Any thread. */
    public @Nullable Path path(String task) {
        TaskSocket socket = open.get(task);
        return socket == null ? null : socket.file().path();
    }

    /** Closes a task's socket and all connections to it; the directory stays, for a dataplane that takes over. Does nothing if it has none. */
    public void close(String task) {
        TaskSocket socket = open.remove(task);
        if (socket != null) {
            end(socket);
        }
    }

    /** As {@link #close(String)}, for a task that leaves: its directory goes, too. What else is in there stays, and is said. */
    public void remove(String task) {
        TaskSocket socket = open.remove(task);
        if (socket == null) {
            return;
        }
        end(socket);
        try {
            if (!socket.file().removeDirectory()) {
                LOG.log(
                        Level.WARNING,
                        "{0} is left: there are files in it that are not Braid's",
                        socket.file().path().getParent());
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot remove the directory of task " + task + "'s socket", e);
        }
    }

    private void end(TaskSocket socket) {
        socket.gone().set(true);
        try {
            socket.file().removeSocket();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot remove the socket of task " + socket.task(), e);
        }
        try {
            socket.connector().stop();
        } catch (Exception e) {
            LOG.log(Level.WARNING, "the socket of task " + socket.task() + " did not close cleanly", e);
        }
        server.removeConnector(socket.connector());
    }

    /** Closes all sockets and ends the threads. Does nothing when called again. */
    @Override
    public void close() {
        open.keySet().forEach(this::close);
        try {
            server.stop();
        } catch (Exception e) {
            LOG.log(Level.WARNING, "the server of the tasks' sockets did not stop cleanly", e);
        }
    }
}
