package io.braid.dataplane.control;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A client that sends exactly the bytes it is given and makes no sense of what comes back. */
public final class RawClient implements AutoCloseable {
    private final SocketChannel channel;

    RawClient(Path socket) throws IOException {
        channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(socket));
    }

    RawClient send(String latin1) throws IOException {
        return send(latin1.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawClient send(byte[] bytes) throws IOException {
        var buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        return this;
    }

    /** Everything until the server closes; fails after 10 seconds. */
    String readAll() throws Exception {
        return CompletableFuture.supplyAsync(() -> {
                    var all = new ByteArrayOutputStream();
                    var buffer = ByteBuffer.allocate(4096);
                    try {
                        while (channel.read(buffer) >= 0) {
                            all.write(buffer.array(), 0, buffer.position());
                            buffer.clear();
                        }
                    } catch (IOException resetBehindTheAnswer) {
                        all.writeBytes("[reset]".getBytes(StandardCharsets.ISO_8859_1));
                    }
                    return all.toString(StandardCharsets.ISO_8859_1);
                })
                .get(10, TimeUnit.SECONDS);
    }

    /** Sends, and returns everything until the server closes. */
    public static String exchange(Path socket, String request) throws Exception {
        try (var client = new RawClient(socket)) {
            try {
                client.send(request);
            } catch (IOException answeredEarly) {
                // The answer says why the server did not want the rest.
                return client.readAll();
            }
            return client.readAll();
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
