package io.braid.perf.tasks;

import io.braid.linux.NetworkNamespace;
import io.braid.perf.lab.LabException;
import io.braid.perf.lab.Netns;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends a datagram every millisecond out of one namespace, from the moment at which there is a way out of it, and notes when those arrive in another.
 *
 * <p>Two threads of its own; methods are for any.
 */
final class FirstPacket implements AutoCloseable {
    static final int PORT = 7_099;
    private static final int BYTES = 32;

    private final DatagramChannel sink;
    private final DatagramChannel source;
    private final InetSocketAddress target;
    private final Thread sender;
    private final Thread receiver;
    /** When the last one arrived, {@link System#nanoTime()}; 0 before the first. */
    private final AtomicLong last = new AtomicLong();
    /** When the first one arrived after {@link #mark}; 0 before. */
    private final AtomicLong first = new AtomicLong();

    /** Begins to send. */
    FirstPacket(Netns from, Netns to, String address) throws IOException {
        target = new InetSocketAddress(InetAddress.ofLiteral(address), PORT);
        try (NetworkNamespace namespace = NetworkNamespace.open(to.path())) {
            sink = namespace.run(() -> DatagramChannel.open()
                    .setOption(StandardSocketOptions.SO_REUSEADDR, true)
                    .bind(target));
        }
        try (NetworkNamespace namespace = NetworkNamespace.open(from.path())) {
            source = namespace.run(() -> DatagramChannel.open());
        }
        receiver = Thread.ofPlatform().name("first-in").daemon().start(this::receive);
        sender = Thread.ofPlatform().name("first-out").daemon().start(this::send);
    }

    private void send() {
        ByteBuffer datagram = ByteBuffer.allocate(BYTES);
        while (!Thread.currentThread().isInterrupted()) {
            try {
                source.send(datagram.clear(), target);
            } catch (ClosedChannelException e) {
                return; // closed
            } catch (IOException noWayOut) {
                // There is no device or no route yet: that is what is waited for.
            }
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                return; // closed
            }
        }
    }

    private void receive() {
        ByteBuffer datagram = ByteBuffer.allocate(BYTES);
        try {
            while (!Thread.currentThread().isInterrupted()) {
                sink.receive(datagram.clear());
                long now = System.nanoTime();
                last.set(now);
                first.compareAndSet(0, now);
            }
        } catch (IOException e) {
            // Closed; whoever waits for a packet is told that none came.
        }
    }

    /** From now on the next to arrive is the first. */
    void mark() {
        first.set(0);
    }

    /**
     * Waits for the first one.
     *
     * @return when it arrived, {@link System#nanoTime()}
     * @throws LabException if none came in time
     */
    long await(Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (first.get() == 0) {
            if (System.nanoTime() > end) {
                throw new LabException("no packet came through within " + limit.toMillis() + " ms");
            }
            Thread.sleep(1);
        }
        return first.get();
    }

    /** When the last one arrived so far, {@link System#nanoTime()}. */
    long last() {
        return last.get();
    }

    @Override
    public void close() throws IOException {
        sender.interrupt();
        receiver.interrupt();
        source.close();
        sink.close();
    }
}
