package io.braid.perf.soak;

import io.braid.dataplane.control.StatusReport;
import io.braid.linux.NetworkNamespace;
import io.braid.perf.lab.BraidHost;
import io.braid.perf.lab.Lab;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Takes {@link Sample}s of a running dataplane: from the kernel, its status and its metrics, which are thus asked for as often. One thread. */
final class Probe {
    /** What the dataplane's configuration has to say. */
    static final String WEB = "web: {listen: \"127.0.0.1:9464\"}\n";

    private static final int PORT = 9464;
    private static final String REQUEST =
            "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:" + PORT + "\r\nConnection: close\r\n\r\n";
    private static final String COLLECTIONS = "jvm_gc_collection_seconds_count";
    private static final String COLLECTION_SECONDS = "jvm_gc_collection_seconds_sum";

    private final Lab lab;
    private final BraidHost braid;
    private final long startNanos = System.nanoTime();

    Probe(Lab lab, BraidHost braid) {
        this.lab = lab;
        this.braid = braid;
    }

    double seconds() {
        return (System.nanoTime() - startNanos) / 1e9;
    }

    Sample sample() {
        StatusReport status = braid.status();
        String metrics = metrics();
        return new Sample(
                seconds(),
                braid.footprint().residentBytes(),
                entries("fd"),
                entries("task"),
                status.mempool().inUse(),
                status.flows().pinned(),
                (long) sum(metrics, COLLECTIONS),
                sum(metrics, COLLECTION_SECONDS));
    }

    private int entries(String directory) {
        try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(braid.pid()), directory))) {
            return (int) files.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String metrics() {
        try (NetworkNamespace host = NetworkNamespace.open(lab.plan().host().path())) {
            return host.run(Probe::fetch);
        } catch (IOException e) {
            throw new UncheckedIOException("the metrics page: " + e.getMessage(), e);
        }
    }

    private static String fetch() throws IOException {
        try (SocketChannel channel =
                SocketChannel.open(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), PORT))) {
            OutputStream out = Channels.newOutputStream(channel);
            out.write(REQUEST.getBytes(StandardCharsets.US_ASCII));
            InputStream in = Channels.newInputStream(channel);
            String answer = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            if (!answer.startsWith("HTTP/1.1 200 ")) {
                throw new IOException("answered " + answer.lines().findFirst().orElse("nothing"));
            }
            return answer;
        }
    }

    /** The sum over all samples of a metric. */
    static double sum(String metrics, String name) {
        return metrics.lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
