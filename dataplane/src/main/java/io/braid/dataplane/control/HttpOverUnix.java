package io.braid.dataplane.control;

import java.nio.file.Path;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;

/** HTTP as all of Braid's sockets speak it: one request for each connection, and nothing said of the server. */
final class HttpOverUnix {
    private static final int QUEUED_CLIENTS = 128;

    private HttpOverUnix() {}

    /** What listens at a path once it is started. */
    static BoundedConnector connector(Server server, Path bindPath, ControlLimits limits) {
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        http.setPersistentConnectionsEnabled(false);
        http.setRequestHeaderSize(limits.headerBytes());
        http.setInputBufferSize(limits.headerBytes());
        http.setUseInputDirectByteBuffers(false);
        http.setUseOutputDirectByteBuffers(false);

        var connector = new BoundedConnector(server, limits.connections(), new HttpConnectionFactory(http), bindPath);
        connector.setAcceptQueueSize(QUEUED_CLIENTS);
        connector.setIdleTimeout(limits.idle().toMillis());
        return connector;
    }
}
