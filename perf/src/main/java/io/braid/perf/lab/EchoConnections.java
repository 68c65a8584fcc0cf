package io.braid.perf.lab;

import io.braid.linux.NetworkNamespace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** TCP connections between a task and the storage, of both families and opened from either side, which stay open: each says whether what is sent comes back. */
public final class EchoConnections implements AutoCloseable {
    private static final int PORT = 7_007;
    private static final int BYTES = 20_000;

    private final List<ServerSocketChannel> servers = new ArrayList<>();
    private final List<SocketChannel> clients = new ArrayList<>();
    private final Random random = new Random(1);

    public EchoConnections(LabPlan plan, int task) throws Exception {
        retryEverySecond(plan.storage());
        retryEverySecond(plan.task(task));
        for (Family family : Family.values()) {
            open(plan.storage(), plan.storageAddress(family), plan.task(task));
            open(plan.task(task), plan.taskAddress(task, family), plan.storage());
        }
    }

    /** What is tested is that connections live, not how long the kernel waits between its tries by then. Kernels before 6.15 wait as long as they like. */
    private static void retryEverySecond(Netns netns) throws InterruptedException {
        if (Files.exists(Path.of("/proc/sys/net/ipv4/tcp_rto_max_ms"))) {
            netns.sysctl("net.ipv4.tcp_rto_max_ms=1000", "net.ipv4.tcp_retries2=255"); // for four minutes
        }
    }

    private void open(Netns server, String address, Netns client) throws Exception {
        var target = new InetSocketAddress(InetAddress.getByName(address), PORT);
        try (NetworkNamespace namespace = NetworkNamespace.open(server.path())) {
            ServerSocketChannel listening =
                    namespace.run(() -> ServerSocketChannel.open().bind(target));
            servers.add(listening);
            Thread.ofPlatform().daemon().start(() -> echo(listening));
        }
        try (NetworkNamespace namespace = NetworkNamespace.open(client.path())) {
            clients.add(namespace.run(() -> SocketChannel.open(target)));
        }
    }

    private static void echo(ServerSocketChannel listening) {
        try (SocketChannel accepted = listening.accept()) {
            Channels.newInputStream(accepted).transferTo(Channels.newOutputStream(accepted));
        } catch (IOException e) {
            // The other side sees it.
        }
    }

    /** Sends something over each and awaits it, for as long as the kernel tries. */
    public void check() throws IOException {
        byte[] sent = new byte[BYTES];
        for (SocketChannel client : clients) {
            random.nextBytes(sent);
            for (ByteBuffer bytes = ByteBuffer.wrap(sent); bytes.hasRemaining(); ) {
                client.write(bytes);
            }
            ByteBuffer got = ByteBuffer.allocate(BYTES);
            while (got.hasRemaining()) {
                if (client.read(got) < 0) {
                    throw new IOException("closed by the other side: " + client);
                }
            }
            if (!Arrays.equals(sent, got.array())) {
                throw new IOException("other bytes came back: " + client);
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel client : clients) {
            client.close();
        }
        for (ServerSocketChannel server : servers) {
            server.close();
        }
    }
}
