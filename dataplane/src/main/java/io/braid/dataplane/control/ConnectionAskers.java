package io.braid.dataplane.control;

import io.braid.dataplane.audit.Asker;
import io.braid.dataplane.audit.AskerReader;
import io.braid.linux.LinuxException;
import io.braid.linux.UnixPeer;
import io.braid.linux.UnixPeers;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.server.Request;

/**
 * Knows who is at the other end of each open connection. It is looked up once, when the connection is accepted, so that a client which dies or changes meanwhile is
 * known all the same.
 *
 * <p>{@link #accepted} is for the thread that accepts, the rest for any.
 */
final class ConnectionAskers {
    private static final Logger LOG = System.getLogger(ConnectionAskers.class.getName());

    private final AskerReader reader = new AskerReader(Path.of("/proc"));
    private final UnixPeers peers;
    private final Map<Object, Asker> open = new ConcurrentHashMap<>();

    /** @param path what the server's socket is bound to */
    ConnectionAskers(Path path) {
        this.peers = new UnixPeers(path);
    }

    /** A connection was accepted just now. */
    void accepted(Object channel) {
        try (UnixPeer peer = peers.accepted()) {
            if (peer != null) {
                open.put(channel, reader.read(peer));
            }
        } catch (IOException | LinuxException e) {
            LOG.log(Level.WARNING, "cannot tell who connected to the control socket", e);
        }
    }

    void closed(Object channel) {
        open.remove(channel);
    }

    /** Who sent a request, as long as its connection is open. */
    Asker of(Request request) {
        Object channel =
                request.getConnectionMetaData().getConnection().getEndPoint().getTransport();
        return open.getOrDefault(channel, Asker.UNKNOWN);
    }
}
