package io.braid.linux;

/** What a {@link Poller} can wait for: an open socket of this package. */
public sealed interface Pollable permits TcpSocket, TcpListener, UdpSocket {
    /**
     * Returns the file descriptor, for logs and for epoll; never close it.
     *
     * @throws IllegalStateException when closed
     */
    int fd();
}
