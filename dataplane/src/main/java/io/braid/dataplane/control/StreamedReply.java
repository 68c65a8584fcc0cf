package io.braid.dataplane.control;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is read as it comes. Any thread may {@linkplain #close close} it, which ends what another one reads.
 *
 * <p>Only for answers that end with the connection, as Braid's do that have no length.
 */
public final class StreamedReply implements AutoCloseable {
    private static final int MOST_HEAD_BYTES = 16 * 1024;
    private static final int MOST_ERROR_BYTES = 64 * 1024;
    private static final int SUCCESS = 200;

    private final SocketChannel channel;
    private final byte[] head;
    private final InputStream body;

    private StreamedReply(SocketChannel channel, byte[] head, InputStream body) {
        this.channel = channel;
        this.head = head;
        this.body = body;
    }

    /** Asks, and waits for an answer's head, which comes at once or not at all. */
    static StreamedReply open(Path socket, byte[] request) throws IOException {
        var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(socket));
            var out = ByteBuffer.wrap(request);
            while (out.hasRemaining()) {
                channel.write(out);
            }
            var in = new BufferedInputStream(Channels.newInputStream(channel), 1 << 16);
            return new StreamedReply(channel, readHead(in), in);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static byte[] readHead(InputStream in) throws IOException {
        var head = new ByteArrayOutputStream();
        int end = 0; // of \r\n\r\n, what is there already
        while (end < 4) {
            int next = in.read();
            if (next < 0 || head.size() == MOST_HEAD_BYTES) {
                throw new EOFException("no answer");
            }
            head.write(next);
            end = next == (end % 2 == 0 ? '\r' : '\n') ? end + 1 : next == '\r' ? 1 : 0;
        }
        return head.toByteArray();
    }

    /** The whole answer, if it is not a success; else null. */
    @Nullable
    HttpReply refusal() throws IOException, HttpReply.MalformedReply {
        String text = new String(head, StandardCharsets.ISO_8859_1);
        if (text.startsWith("HTTP/1.1 " + SUCCESS + " ")) {
            if (text.toLowerCase(Locale.ROOT).contains("\r\ntransfer-encoding:")) {
                throw new HttpReply.MalformedReply("the answer has a transfer coding that is not known here");
            }
            return null;
        }
        var all = new ByteArrayOutputStream();
        all.writeBytes(head);
        all.writeBytes(body.readNBytes(MOST_ERROR_BYTES));
        return HttpReply.parse(all.toByteArray());
    }

    /** What comes, as it comes. */
    public InputStream body() {
        return body;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
