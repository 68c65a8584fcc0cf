package io.braid.perf.lab;

import io.braid.linux.NetworkNamespace;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** Asks a lab's Braid for its metrics, as Prometheus would. */
public final class MetricsScrape {
    /** What the dataplane's configuration has to say. */
    public static final String WEB = "web: {listen: \"127.0.0.1:9464\"}\n";

    private static final int PORT = 9464;
    private static final String REQUEST =
            "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:" + PORT + "\r\nConnection: close\r\n\r\n";

    private MetricsScrape() {}

    /**
     * The page, with the answer's head before it.
     *
     * @throws LabException if there is no good answer
     */
    public static String of(LabPlan plan) {
        try (NetworkNamespace host = NetworkNamespace.open(plan.host().path())) {
            return host.run(MetricsScrape::fetch);
        } catch (IOException e) {
            throw new LabException("the metrics page: " + e.getMessage(), e);
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
}
