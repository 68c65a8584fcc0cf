package io.braid.dataplane.control;

import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector;

/**
 * Accepts a client when fewer than a number of them are connected; the others wait in the kernel's queue, in order.
 *
 * <p>Jetty's own {@code NetworkConnectionLimit} does not do: over a UNIX socket it resets clients that it has taken from the queue
 * when the limit is reached (seen with Jetty 12.1.14, {@code HostileClientTest}).
 */
final class BoundedConnector extends UnixDomainServerConnector {
    private final Semaphore free;
    private final ConnectionAskers askers;
    private final Set<Object> exempt = ConcurrentHashMap.newKeySet();

    /** @param path what it will be bound to */
    BoundedConnector(Server server, int connections, ConnectionFactory protocol, Path path) {
        super(server, 1, 1, protocol);
        askers = new ConnectionAskers(path);
        setUnixDomainPath(path);
        free = new Semaphore(connections);
        addBean(new SelectorManager.AcceptListener() {
            @Override
            public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
                askers.closed(channel);
                free.release();
            }

            @Override
            public void onClosed(SelectableChannel channel) {
                askers.closed(channel);
                if (!exempt.remove(channel)) {
                    free.release();
                }
            }
        });
    }

    /** Lets another client take the place of this open connection, which someone else bounds. */
    void exempt(Object channel) {
        if (exempt.add(channel)) {
            free.release();
        }
    }

    /** Who is connected. */
    ConnectionAskers askers() {
        return askers;
    }

    /** On the acceptor's thread, of which there is one, right after accept(2). */
    @Override
    protected void configure(SocketChannel channel) throws IOException {
        askers.accepted(channel);
        super.configure(channel);
    }

    @Override
    protected void accept(int acceptor) throws IOException {
        try {
            free.acquire();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return;
        }
        boolean accepted = false;
        try {
            super.accept(acceptor);
            accepted = true;
        } finally {
            if (!accepted) {
                free.release();
            }
        }
    }
}
