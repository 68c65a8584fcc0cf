package io.braid.dataplane.web;

import io.braid.dataplane.config.ListenAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A TCP port that is taken before anything else is set up, so that one that is not to be had is told before a device is touched. Clients wait until {@link WebServer} serves it.
 * An unspecified IPv6 address takes IPv4 clients too.
 */
public final class Listening implements AutoCloseable {
    private final ListenAddress address;
    private final ServerSocketChannel channel;

    private Listening(ListenAddress address, ServerSocketChannel channel) {
        this.address = address;
        this.channel = channel;
    }

    /**
     * Takes the port, in the calling thread's network namespace.
     *
     * @throws IllegalStateException when it cannot be had, with the reason and the option that asks for it
     */
    public static Listening on(ListenAddress address) {
        return on(address, WebLimits.DEFAULT);
    }

    static Listening on(ListenAddress address, WebLimits limits) {
        ServerSocketChannel channel = null;
        try {
            // Of the family that was asked for: Java's default, a socket for both, would take IPv6 clients for 0.0.0.0.
            channel = ServerSocketChannel.open(
                    address.address().isV6() ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET);
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(
                    new InetSocketAddress(
                            InetAddress.ofLiteral(address.address().toString()), address.port()),
                    limits.waiting());
            return new Listening(address, channel);
        } catch (IOException e) {
            close(channel, e);
            throw new IllegalStateException(
                    "cannot listen on " + address + ", which web.listen names: " + e.getMessage()
                            + "; name another address or port, or see who has it (ss -ltnp)",
                    e);
        }
    }

    private static void close(@Nullable ServerSocketChannel channel, IOException reason) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                reason.addSuppressed(e);
            }
        }
    }

    ListenAddress address() {
        return address;
    }

    ServerSocketChannel channel() {
        return channel;
    }

    /** Gives the port back. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close " + address, e);
        }
    }
}
