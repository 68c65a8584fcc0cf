package io.braid.dataplane.web;

import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * HTTP over TCP: one request for each connection, nothing said of the server, and a bound on connections beyond which clients wait in the kernel's queue, in order.
 */
final class BoundedTcpConnector extends ServerConnector {
    private final Semaphore free;

    /** @param tls what TLS is spoken with; null for HTTP as it is */
    BoundedTcpConnector(Server server, WebLimits limits, SslContextFactory.@Nullable Server tls) {
        super(server, 1, 1, factories(limits, tls));
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

    private static ConnectionFactory[] factories(WebLimits limits, SslContextFactory.@Nullable Server tls) {
        var http = new HttpConnectionFactory(http(limits));
        return tls == null
                ? new ConnectionFactory[] {http}
                : new ConnectionFactory[] {new SslConnectionFactory(tls, http.getProtocol()), http};
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
