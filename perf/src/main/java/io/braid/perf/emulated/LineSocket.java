package io.braid.perf.emulated;

import io.braid.perf.lab.LabException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A UNIX socket that carries lines of text both ways, where waiting for one has an end. One thread at a time. */
final class LineSocket implements AutoCloseable {
    private static final int POLL_MILLIS = 50;
    private static final int MAX_LINE_BYTES = 16 << 20;

    private final Path path;
    private final SocketChannel channel;
    /** Lines in order; an empty one at the end. */
    private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();

    private LineSocket(Path path, SocketChannel channel) {
        this.path = path;
        this.channel = channel;
        Thread.ofVirtual().start(this::read);
    }

    /**
     * Connects as soon as there is somebody.
     *
     * @throws LabException when there is nobody in time
     */
    static LineSocket connect(Path path, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (true) {
            try {
                return new LineSocket(path, SocketChannel.open(UnixDomainSocketAddress.of(path)));
            } catch (IOException e) {
                if (System.nanoTime() > end) {
                    throw new LabException("nobody answers at " + path + " after " + limit.toSeconds() + " s", e);
                }
                Thread.sleep(POLL_MILLIS);
            }
        }
    }

    void send(String line) {
        var bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            throw new LabException("cannot write to " + path + ": " + e.getMessage(), e);
        }
    }

    /**
     * The next line.
     *
     * @throws LabException when none comes in time, or the other end hung up
     */
    String receive(Duration limit) throws InterruptedException {
        Optional<String> line = lines.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
        if (line == null) {
            throw new LabException("no answer at " + path.getFileName() + " within " + limit.toSeconds() + " s");
        }
        if (line.isEmpty()) {
            lines.add(line);
            throw new LabException(path.getFileName() + ": the other end hung up");
        }
        return line.get();
    }

    private void read() {
        try (InputStream in = new BufferedInputStream(Channels.newInputStream(channel))) {
            var line = new ByteArrayOutputStream();
            for (int b = in.read(); b >= 0 && line.size() < MAX_LINE_BYTES; b = in.read()) {
                if (b != '\n') {
                    line.write(b);
                    continue;
                }
                lines.add(Optional.of(line.toString(StandardCharsets.UTF_8)));
                line.reset();
            }
        } catch (IOException e) {
            // The end of the connection, however it came; who waits for a line is told.
        } finally {
            lines.add(Optional.empty());
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new LabException("cannot close " + path + ": " + e.getMessage(), e);
        }
    }
}
