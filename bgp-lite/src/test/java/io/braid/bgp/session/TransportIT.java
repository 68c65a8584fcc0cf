package io.braid.bgp.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.interop.PeerLab;
import io.braid.bgp.session.PeerCounters.Event;
import io.braid.bgp.session.SessionEnd.Cause;
import io.braid.testing.Conclusive;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Keys of TCP MD5 signatures that are wrong, missing, changed, or refused by the kernel (field case 14); link-local
 * addresses; a cut cable.
 */
@SuppressWarnings("NullAway.Init") // set before each test
final class TransportIT {
    private final Recorder own = new Recorder();
    private final Recorder far = new Recorder();
    private PeerLab lab;
    private BgpSpeaker ownSpeaker;
    private BgpSpeaker farSpeaker;

    @BeforeEach
    void build() throws IOException {
        lab = new PeerLab();
        ownSpeaker = lab.startSpeaker();
        farSpeaker = lab.startSpeakerAtPeer();
    }

    @AfterEach
    void remove() throws IOException {
        lab.close();
    }

    private void inTime(Conclusive.Round test) throws Exception {
        Conclusive.run(test, () -> {
            remove();
            own.clear();
            far.clear();
            build();
        });
    }

    private Path key(String name, String content) throws IOException {
        return Files.writeString(lab.dir.resolve(name), content);
    }

    private Peer addFar(boolean ipv6, TransportConfig change) {
        return ownSpeaker.add(PeerLab.config(ipv6).with(change.withLocalAddress(PeerLab.ownAddress(ipv6))), own, own);
    }

    private Peer addOwn(boolean ipv6, TransportConfig change) {
        PeerConfig config = PeerConfig.of("braid", PeerLab.ownAddress(ipv6), PeerLab.OWN_AS)
                .with(SpeakerPair.QUICK)
                .with(change.withLocalAddress(PeerLab.peerAddress(ipv6)));
        return farSpeaker.add(config, far, far);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void sessionsNeedTheSameKeyAndChangesAreTakenUp(boolean ipv6) throws Exception {
        Path ownKey = key("own", "alpha\n");
        Path farKey = key("far", "beta\n");
        Peer atFar = addOwn(ipv6, TransportConfig.DEFAULT.asPassive().withPasswordFile(farKey));
        Peer atOwn = addFar(ipv6, TransportConfig.DEFAULT.withPasswordFile(ownKey));
        Thread.sleep(1500);
        assertEquals(0, atOwn.counters().count(Event.ESTABLISHED), "different keys");
        key("far", "alpha\n");
        own.awaitEstablished();
        far.awaitEstablished();

        key("own", "gamma\n");
        key("far", "gamma\n");
        own.awaitDown();
        own.awaitEstablished();
        far.awaitDown();
        far.awaitEstablished();
        assertTrue(
                atOwn.counters().count(Event.KEY_CHANGES) + atFar.counters().count(Event.KEY_CHANGES) >= 1,
                atOwn.history() + " " + atFar.history());
        assertEquals(0, atOwn.counters().count(Event.KEY_FAILURES));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void withoutItsKeyAPeerIsNeverSpokenWith(boolean ipv6) throws Exception {
        Path missing = lab.dir.resolve("missing");
        // The far end speaks plainly, so anything that was done without a key would succeed.
        Peer atFar = addOwn(ipv6, TransportConfig.DEFAULT);
        Peer atOwn = addFar(ipv6, TransportConfig.DEFAULT.withPasswordFile(missing));
        Await.until("the far end is refused", () -> atOwn.counters().count(Event.REFUSED) >= 1);
        Await.until("own attempts", () -> atOwn.counters().count(Event.CONNECT_FAILURES) >= 2);
        assertEquals(0, atOwn.counters().count(Event.ACCEPTED));
        assertEquals(0, atFar.counters().count(Event.ACCEPTED));
        String fault = String.valueOf(atOwn.status().fault());
        assertTrue(fault.contains(missing.toString()), fault);
        assertEquals(1, atOwn.counters().count(Event.KEY_FAILURES), "one fault, told once");

        key("missing", "x".repeat(81));
        Await.until("said", () -> String.valueOf(atOwn.status().fault()).contains("81 bytes"));
        key("missing", "right\n");
        Await.until("no fault", () -> atOwn.status().fault() == null);
        Thread.sleep(1500);
        assertEquals(0, atOwn.counters().count(Event.ESTABLISHED), "the far end does not sign");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aKeyThatTheKernelRefusesPreventsTheSession(boolean ipv6) throws Exception {
        Path key = key("own", "alpha\n");
        lab.limitOptionMemory(64);
        Peer atFar = addOwn(ipv6, TransportConfig.DEFAULT);
        Peer atOwn = addFar(ipv6, TransportConfig.DEFAULT.withPasswordFile(key));
        Await.until("told", () -> atOwn.status().fault() != null);
        Await.until("own attempts", () -> atOwn.counters().count(Event.CONNECT_FAILURES) >= 2);
        Await.until("the far end is refused", () -> atOwn.counters().count(Event.REFUSED) >= 1);
        assertTrue(
                String.valueOf(atOwn.status().fault()).contains("TCP_MD5SIG"),
                atOwn.status().fault());
        assertEquals(0, atOwn.counters().count(Event.ACCEPTED));
        assertEquals(0, atFar.counters().count(Event.ACCEPTED), "nothing was sent without a signature");

        // The far end learns the key, and the kernel takes it now: the session comes up by itself.
        farSpeaker.remove(atFar);
        addOwn(ipv6, TransportConfig.DEFAULT.asPassive().withPasswordFile(key));
        lab.limitOptionMemory(131072);
        Await.until(() -> "up: " + atOwn.status() + farSpeaker.listening(), () -> !own.established.isEmpty());
        Await.until("no fault", () -> atOwn.status().fault() == null);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFileThatVanishesEndsNothingThatIsUp(boolean ipv6) throws Exception {
        Path key = key("own", "alpha\n");
        Path farKey = key("far", "alpha\n");
        addOwn(ipv6, TransportConfig.DEFAULT.asPassive().withPasswordFile(farKey));
        Peer atOwn = addFar(ipv6, TransportConfig.DEFAULT.withPasswordFile(key));
        own.awaitEstablished();
        Files.delete(key);
        Await.until("told", () -> atOwn.status().fault() != null);
        Thread.sleep(300);
        assertEquals(SessionState.ESTABLISHED, atOwn.state());
        key("own", "alpha\n");
        Await.until("no fault", () -> atOwn.status().fault() == null);
        assertEquals(0, own.downs.size());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCableThatIsCutIsNoticedByTheHoldTimer(boolean ipv6) throws Exception {
        inTime(() -> {
            addOwn(ipv6, TransportConfig.DEFAULT.asPassive());
            PeerConfig config = PeerLab.config(ipv6);
            ownSpeaker.add(config.with(config.timers().withHoldSeconds(3)), own, own);
            own.awaitEstablished();
            far.awaitEstablished();
            long start = System.nanoTime();
            lab.cut();
            assertEquals(Cause.HOLD_EXPIRED, own.awaitDown().cause());
            assertEquals(Cause.HOLD_EXPIRED, far.awaitDown().cause());
            long millis = (System.nanoTime() - start) / 1_000_000;
            assertTrue(millis > 1900 && millis < 4500, millis + " ms");
        });
    }

    /** Neighbors on the link without any other address (fe80::/10), told apart by the device. */
    @Test
    void linkLocalAddressesNeedTheDeviceOnly() throws Exception {
        lab.addLinkLocal();
        InetAddress near = SpeakerPair.address("fe80::1");
        InetAddress remote = SpeakerPair.address("fe80::2");
        TransportConfig transport = TransportConfig.DEFAULT.withDevice("eth0").withGtsm(1);
        Peer atFar = farSpeaker.add(
                PeerConfig.of("braid", near, PeerLab.OWN_AS)
                        .with(SpeakerPair.QUICK)
                        .with(transport.withLocalAddress(remote)),
                far,
                far);
        Peer atOwn = ownSpeaker.add(
                PeerConfig.of("peer", remote, PeerLab.PEER_AS)
                        .with(SpeakerPair.QUICK)
                        .with(transport.withLocalAddress(near).asPassive()),
                own,
                own);
        own.awaitEstablished();
        far.awaitEstablished();
        assertEquals(1, atOwn.counters().count(Event.ACCEPTED));
        assertEquals(0, atFar.counters().count(Event.ACCEPTED));
        assertEquals(
                "fe80:0:0:0:0:0:0:1 port 179 on eth0",
                ownSpeaker.listening().getFirst().endpoint());
    }

    @Test
    void anAddressThatIsNotThereYetIsListenedOnLater() throws Exception {
        ownSpeaker.add(
                PeerConfig.of("peer", PeerLab.peerAddress(false), PeerLab.PEER_AS)
                        .with(SpeakerPair.QUICK)
                        .with(TransportConfig.DEFAULT
                                .withLocalAddress(SpeakerPair.address("192.0.2.77"))
                                .asPassive()),
                own,
                own);
        Await.until("told", () -> ownSpeaker.listening().stream().anyMatch(l -> l.fault() != null));
        lab.addOwnAddress("192.0.2.77/24");
        Await.until("listens", () -> ownSpeaker.listening().stream().allMatch(l -> l.fault() == null));
        farSpeaker.add(
                PeerConfig.of("braid", SpeakerPair.address("192.0.2.77"), PeerLab.OWN_AS)
                        .with(SpeakerPair.QUICK),
                far,
                far);
        own.awaitEstablished();
    }
}
