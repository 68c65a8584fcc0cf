package io.braid.perf.tasks;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Sends any bytes to a UNIX socket and returns what is answered until the other side closes: no client that means well. */
final class RawHttp {
    private RawHttp() {}

    /** A request with a body, as a client that means well would write it. */
    static String post(String path, String body) {
        return "POST " + path + " HTTP/1.1\r\nHost: braid\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
    }

    static String request(String method, String path) {
        return method + " " + path + " HTTP/1.1\r\nHost: braid\r\n\r\n";
    }

    /** Returns the answer; what came of it if the other side cut it off, as it does when it has read enough. */
    static String exchange(Path socket, String request) {
        var answer = new ByteArrayOutputStream();
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(socket));
            ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8));
            send(channel, bytes);
            ByteBuffer part = ByteBuffer.allocate(8192);
            while (channel.read(part) >= 0) {
                answer.write(part.array(), 0, part.position());
                part.clear();
            }
        } catch (IOException e) {
            answer.writeBytes(("\n(" + e.getMessage() + ")").getBytes(StandardCharsets.UTF_8));
        }
        return answer.toString(StandardCharsets.UTF_8);
    }

    private static void send(SocketChannel channel, ByteBuffer bytes) {
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            // It has answered before it had read all: the answer says why.
            bytes.position(bytes.limit());
        }
    }
}
