package io.braid.bgp.session;

import io.braid.bgp.wire.IpAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Two speakers on 127.0.0.1 (router id 192.0.2.1, AS 65001) and 127.0.0.2 (192.0.2.2, AS 65002). */
public final class SpeakerPair implements AutoCloseable {
    public static final long AS_A = 65001;
    public static final long AS_B = 65002;
    public static final TimerConfig QUICK = TimerConfig.DEFAULT
            .withHoldSeconds(9)
            .withConnectRetry(Duration.ofMillis(500))
            .withIdleHold(Duration.ofMillis(100), Duration.ofSeconds(2));

    public final int port = freePort();
    public final Recorder ribA = new Recorder();
    public final Recorder ribB = new Recorder();
    public final BgpSpeaker a;
    public final BgpSpeaker b;

    public SpeakerPair() throws IOException {
        this(UnaryOperator.identity(), UnaryOperator.identity());
    }

    public SpeakerPair(UnaryOperator<SpeakerConfig> changeA, UnaryOperator<SpeakerConfig> changeB) throws IOException {
        a = BgpSpeaker.start(changeA.apply(SpeakerConfig.of(AS_A, IpAddress.parse("192.0.2.1"))
                .withListenPort(port)
                .withPasswordCheck(Duration.ofMillis(50))));
        b = BgpSpeaker.start(changeB.apply(SpeakerConfig.of(AS_B, IpAddress.parse("192.0.2.2"))
                .withListenPort(port)
                .withPasswordCheck(Duration.ofMillis(50))));
    }

    public static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    public static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (IOException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /** B as A sees it. */
    public PeerConfig configB() {
        return PeerConfig.of("b", address("127.0.0.2"), AS_B)
                .withPort(port)
                .with(QUICK)
                .with(TransportConfig.DEFAULT.withLocalAddress(address("127.0.0.1")));
    }

    /** A as B sees it; waited for only, so that no two connections meet. */
    public PeerConfig configA() {
        return PeerConfig.of("a", address("127.0.0.1"), AS_A)
                .withPort(port)
                .with(QUICK)
                .with(TransportConfig.DEFAULT
                        .withLocalAddress(address("127.0.0.2"))
                        .asPassive());
    }

    public Peer addToA(PeerConfig config) {
        return a.add(config, ribA, ribA);
    }

    public Peer addToB(PeerConfig config) {
        return b.add(config, ribB, ribB);
    }

    public static @Nullable String last(Peer peer) {
        return peer.history().isEmpty() ? null : peer.history().getLast().reason();
    }

    @Override
    public void close() {
        a.close();
        b.close();
    }
}
