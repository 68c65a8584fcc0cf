package io.braid.perf.system;

import io.braid.linux.NetworkNamespace;
import io.braid.linux.ThreadEnd;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Netns;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** Datagrams of both families from one namespace to a host, one after the other, whether they arrive or not. */
final class Flood implements AutoCloseable {
    private static final int PORT = 7_009;
    private static final int BURST = 8;
    private static final int BYTES = 500;
    private static final long LIMIT_NANOS = 20_000_000_000L;

    private final AtomicLong sent = new AtomicLong();
    private final List<DatagramChannel> sockets = new ArrayList<>();
    private final Thread thread;
    private volatile boolean running = true;

    /** From the storage to a task. */
    Flood(LabPlan plan, int task) {
        this(plan.storage(), family -> plan.taskAddress(task, family), 1, BYTES);
    }

    /**
     * Starts it.
     *
     * @param to the destination's address of a family
     * @param flows of each family
     * @param bytes of each datagram
     */
    Flood(Netns from, Function<Family, String> to, int flows, int bytes) {
        try (NetworkNamespace source = NetworkNamespace.open(from.path())) {
            for (int flow = 0; flow < flows; flow++) {
                sockets.add(source.run(() -> open(StandardProtocolFamily.INET)));
                sockets.add(source.run(() -> open(StandardProtocolFamily.INET6)));
            }
        }
        String to4 = to.apply(Family.V4);
        String to6 = to.apply(Family.V6);
        thread = Thread.ofPlatform().daemon().start(() -> {
            while (running) {
                for (int n = 0; n < BURST; n++) {
                    for (int i = 0; i < sockets.size(); i += 2) {
                        send(sockets.get(i), to4, bytes);
                        send(sockets.get(i + 1), to6, bytes);
                    }
                }
                LockSupport.parkNanos(1_000_000); // the machine has other things to do, too
            }
            sockets.forEach(Flood::close);
        });
    }

    private static DatagramChannel open(StandardProtocolFamily family) {
        try {
            return DatagramChannel.open(family);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void send(DatagramChannel socket, String address, int bytes) {
        try {
            socket.send(ByteBuffer.allocate(bytes), new InetSocketAddress(InetAddress.getByName(address), PORT));
            sent.incrementAndGet();
        } catch (IOException e) {
            Thread.onSpinWait(); // no room in a queue, or an ICMP error that came back: the next one
        }
    }

    private static void close(DatagramChannel socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until so many more are sent. */
    void awaitSent(int datagrams) throws InterruptedException {
        long wanted = sent.get() + datagrams;
        long end = System.nanoTime() + LIMIT_NANOS;
        while (sent.get() < wanted) {
            if (System.nanoTime() > end) {
                throw new AssertionError("only " + sent.get() + " datagrams could be sent");
            }
            Thread.sleep(5);
        }
    }

    @Override
    public void close() {
        running = false;
        ThreadEnd.await(thread);
    }
}
