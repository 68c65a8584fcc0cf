package io.braid.perf.job;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Many nodes that connect to a job's {@link Rendezvous} at the same moment, each from an address of its own, and get the job's state. Says how many
 * succeeded and how long the last connection and the last byte took: {@code storm SUCCEEDED CONNECTED_NANOS COMPLETE_NANOS}.
 */
public final class StartStorm {
    private static final int CONNECT_MILLIS = 30_000;
    private static final int READ_MILLIS = 60_000;

    private final int bytes;
    private final CountDownLatch go = new CountDownLatch(1);
    private final AtomicInteger succeeded = new AtomicInteger();
    private final AtomicLong connected = new AtomicLong();
    private final AtomicLong complete = new AtomicLong();

    private StartStorm(int bytes) {
        this.bytes = bytes;
    }

    /**
     * Runs one.
     *
     * @param args addresses of the task, bytes of its state, then the nodes' addresses, each family's to the task's of that family
     */
    public static void main(String[] args) throws InterruptedException {
        var storm = new StartStorm(Integer.parseInt(args[1]));
        List<InetAddress> task = new ArrayList<>();
        for (String address : args[0].split(",", -1)) {
            task.add(InetAddress.ofLiteral(address));
        }
        List<Thread> nodes = new ArrayList<>();
        for (String literal : args[2].split(",", -1)) {
            InetAddress own = InetAddress.ofLiteral(literal);
            InetAddress target = task.stream()
                    .filter(address -> address.getClass() == own.getClass())
                    .findFirst()
                    .orElseThrow();
            nodes.add(Thread.ofVirtual().start(() -> storm.node(own, new InetSocketAddress(target, Rendezvous.PORT))));
        }
        Thread.sleep(500); // all of them wait
        long start = System.nanoTime();
        storm.go.countDown();
        for (Thread node : nodes) {
            node.join();
        }
        System.out.println("storm " + storm.succeeded + " " + (storm.connected.get() - start) + " "
                + (storm.complete.get() - start));
    }

    private void node(InetAddress own, InetSocketAddress target) {
        try (var socket = new Socket()) {
            socket.bind(new InetSocketAddress(own, 0));
            socket.setSoTimeout(READ_MILLIS);
            go.await();
            socket.connect(target, CONNECT_MILLIS);
            connected.accumulateAndGet(System.nanoTime(), Math::max);
            socket.getOutputStream().write(1);
            InputStream in = socket.getInputStream();
            byte[] state = in.readNBytes(bytes);
            if (state.length == bytes) {
                complete.accumulateAndGet(System.nanoTime(), Math::max);
                succeeded.incrementAndGet();
            }
        } catch (IOException e) {
            System.out.println(own.getHostAddress() + ": " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
