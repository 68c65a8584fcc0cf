package io.braid.dataplane.control;

import io.braid.dataplane.control.ControlException.Kind;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;

/**
 * Serves a {@link ControlService} to root on this host, over a UNIX socket.
 *
 * <p>The socket's file mode is what keeps others out. Threads are few, bounded and daemons; none of them is a worker, and the first
 * request finds most of them not yet started. Each connection carries one request, which keeps a broken client from confusing
 * where one request ends and the next begins.
 *
 * <p>{@link #start} and {@link #close} are called by the owner's thread.
 */
public final class ControlServer implements AutoCloseable {
    private static final Logger LOG = System.getLogger(ControlServer.class.getName());
    private static final int QUEUED_CHANGES = 64;
    private static final int LAST_CHANGE_SECONDS = 10;

    private final SocketFile file;
    private final Server server;
    private final ThreadPoolExecutor changes;

    private ControlServer(SocketFile file, Server server, ThreadPoolExecutor changes) {
        this.file = file;
        this.server = server;
        this.changes = changes;
    }

    /**
     * Creates the socket and answers on it when this returns.
     *
     * @param socket the socket's path; its directory is made, for root only, when it does not exist
     * @param service asked for everything; see there for the threads
     * @throws ControlException {@link Kind#CONFLICT} when another process answers on that socket, {@link Kind#FAILED} when the
     *     socket cannot be made
     */
    public static ControlServer start(Path socket, ControlService service) {
        return start(socket, service, ControlLimits.DEFAULT);
    }

    /**
     * Refuses a socket on which {@link #start} would fail, for a caller that has much to set up before it can serve.
     *
     * @throws ControlException as {@link #start} does
     */
    public static void requireFree(Path socket) {
        try {
            SocketFile.prepare(socket).remove();
        } catch (IOException e) {
            throw new ControlException(
                    Kind.FAILED, "cannot use the control socket " + socket + ": " + e.getMessage(), e);
        }
    }

    static ControlServer start(Path socket, ControlService service, ControlLimits limits) {
        SocketFile file = SocketFile.prepare(socket);
        // One thread, made when first needed: a service may change the thread's own namespace while it works.
        var changes = new ThreadPoolExecutor(
                1,
                1,
                30,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(QUEUED_CHANGES),
                Thread.ofPlatform().name("control-changes").daemon().factory());
        changes.allowCoreThreadTimeOut(true);
        Server server = server(file.bindPath(), limits, changes, service);
        var control = new ControlServer(file, server, changes);
        try {
            server.start();
            file.publish();
        } catch (Exception e) {
            control.close();
            throw e instanceof ControlException known
                    ? known
                    : new ControlException(
                            Kind.FAILED, "cannot serve the control socket " + socket + ": " + e.getMessage(), e);
        }
        return control;
    }

    private static Server server(
            Path bindPath, ControlLimits limits, ThreadPoolExecutor changes, ControlService service) {
        var threads = new QueuedThreadPool(limits.threads(), 1);
        threads.setName("control");
        threads.setDaemon(true);
        threads.setReservedThreads(0);
        var scheduler = new ScheduledExecutorScheduler("control-timer", true);
        var server = new Server(threads, scheduler, null);
        BoundedConnector connector = HttpOverUnix.connector(server, bindPath, limits);
        server.addConnector(connector);

        var deadline = new RequestDeadline(scheduler, limits.request());
        connector.addBean(deadline);
        var audited = new Audited(service.audit(), connector.askers());
        server.setErrorHandler(new ControlErrorHandler((request, why) -> audited.noRequest(request, null, why)));
        var bodies = new RequestBody(limits, deadline, audited);
        var tasks = new TaskRoutes(service, bodies, changes, audited);
        server.setHandler(new ControlHandler(
                service,
                tasks,
                bodies,
                deadline,
                new LeaseConnections(connector, audited, LeaseConnections.MOST),
                audited));
        return server;
    }

    /** Where clients connect. */
    public Path socket() {
        return file.path();
    }

    /** Removes the socket, lets a running attach or detach end (10 seconds at most) and stops. Does nothing when called again. */
    @Override
    public void close() {
        try {
            file.remove();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot remove the control socket " + file.path(), e);
        }
        changes.shutdown();
        try {
            if (!changes.awaitTermination(LAST_CHANGE_SECONDS, TimeUnit.SECONDS)) {
                LOG.log(
                        Level.WARNING,
                        "an attach or detach did not end within " + LAST_CHANGE_SECONDS + " s; leaving it");
                changes.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            changes.shutdownNow();
        }
        try {
            server.stop();
        } catch (Exception e) {
            LOG.log(Level.WARNING, "the control server did not stop cleanly", e);
        }
    }
}
