package io.braid.perf.system;

import io.braid.linux.NetworkNamespace;
import io.braid.linux.ThreadEnd;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabPlan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Datagrams of both families from the storage to a task, one after the other, whether they arrive or not. */
final class Flood implements AutoCloseable {
    private static final int PORT = 7_009;
    private static final int BURST = 8;
    private static final long LIMIT_NANOS = 20_000_000_000L;

    private final AtomicLong sent = new AtomicLong();
    private final Thread thread;
    private volatile boolean running = true;

    Flood(LabPlan plan, int task) {
        try (NetworkNamespace storage = NetworkNamespace.open(plan.storage().path())) {
            DatagramChannel socket4 = storage.run(() -> open(StandardProtocolFamily.INET));
            DatagramChannel socket6 = storage.run(() -> open(StandardProtocolFamily.INET6));
            thread = Thread.ofPlatform().daemon().start(() -> {
                while (running) {
                    for (int n = 0; n < BURST; n++) {
                        send(socket4, plan.taskAddress(task, Family.V4));
                        send(socket6, plan.taskAddress(task, Family.V6));
                    }
                    LockSupport.parkNanos(1_000_000); // the machine has other things to do, too
                }
                close(socket4);
                close(socket6);
            });
        }
    }

    private static DatagramChannel open(StandardProtocolFamily family) {
        try {
            return DatagramChannel.open(family);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void send(DatagramChannel socket, String address) {
        try {
            socket.send(ByteBuffer.allocate(500), new InetSocketAddress(InetAddress.getByName(address), PORT));
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
