package io.braid.dataplane.control;

import java.io.IOException;
import java.nio.channels.SelectableChannel;
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
    private final Set<Object> exempt = ConcurrentHashMap.newKeySet();

    BoundedConnector(Server server, int connections, ConnectionFactory protocol) {
        super(server, 1, 1, protocol);
        free = new Semaphore(connections);
        addBean(new SelectorManager.AcceptListener() {
            @Override
            public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
                free.release();
            }

            @Override
            public void onClosed(SelectableChannel channel) {
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
