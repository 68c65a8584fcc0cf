package io.braid.linux;

import java.nio.ByteBuffer;

/** The socket side of a watched table, small enough to be played by a test. */
interface NetlinkTransport extends AutoCloseable {
    /** Nothing to receive now. */
    int EMPTY = 0;
    /** The kernel dropped messages for want of receive buffer (ENOBUFS). */
    int OVERRUN = -1;
    /** A datagram was larger than the buffer and is lost. */
    int TRUNCATED = -2;
    /** A datagram came from another process instead of the kernel and was dropped. */
    int FOREIGN = -3;

    /**
     * Receives one datagram without waiting: position 0, limit its length.
     *
     * @return the length, or one of the constants
     * @throws LinuxException for any other failure of the socket
     */
    int receive(ByteBuffer buffer);

    /**
     * Asks the kernel for the whole table; the answers carry {@code sequence}.
     *
     * @throws LinuxException when the request cannot be sent
     */
    void requestDump(int sequence);

    @Override
    void close();
}
