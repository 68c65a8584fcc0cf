package io.braid.dataplane.web;

import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * HTTP over TCP: one request for each connection, nothing said of the server, and a bound on connections beyond which clients wait in the kernel's queue, in order.
 */
final class BoundedTcpConnector extends ServerConnector {
    private final Semaphore free;

    BoundedTcpConnector(Server server, WebLimits limits) {
        super(server, 1, 1, new HttpConnectionFactory(http(limits)));
        setIdleTimeout(limits.idle().toMillis());
        free = new Semaphore(limits.connections());
        addBean(new SelectorManager.AcceptListener() {
            @Override
            public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
                free.release();
            }

            @Override
            public void onClosed(SelectableChannel channel) {
                free.release();
            }
        });
    }

    private static HttpConfiguration http(WebLimits limits) {
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        http.setPersistentConnectionsEnabled(false);
        http.setRequestHeaderSize(limits.headerBytes());
        http.setInputBufferSize(limits.headerBytes());
        http.setUseInputDirectByteBuffers(false);
        http.setUseOutputDirectByteBuffers(false);
        return http;
    }

    @Override
    public void accept(int acceptor) throws IOException {
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
