package io.braid.bgp.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.braid.bgp.interop.Daemon.Options;
import io.braid.bgp.session.PeerConfig;
import io.braid.bgp.session.Recorder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What has to work besides with implementations that can sign and check TTLs. */
abstract class SecuredInteropContract extends InteropContract {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void signed(boolean ipv6) throws Exception {
        daemon.start(new Options(ipv6, "s3cret", false));
        Path key = password("wrong");
        PeerConfig config = PeerLab.config(ipv6);
        offer(config.with(config.transport().withPasswordFile(key)));
        Thread.sleep(3000);
        assertEquals(0, rib.established.size(), "a wrong key");
        Files.writeString(key, "s3cret\n");
        rib.awaitEstablished();
        awaitRoutesBothWays();
    }

    private void offer(PeerConfig config) {
        rib.outbox.add(Recorder.announce(PeerLab.OWN_AS, "192.0.2.1", Recorder.route("10.100.0.7/32")));
        rib.outbox.add(Recorder.announce(PeerLab.OWN_AS, "2001:db8::1", Recorder.route("2001:db8:100::7/128")));
        speaker.add(config, rib, rib);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void overOneHopOnly(boolean ipv6) throws Exception {
        daemon.start(new Options(ipv6, null, true));
        PeerConfig config = PeerLab.config(ipv6);
        connect(config.with(config.transport().withGtsm(1).withDevice("eth0")));
        awaitRoutesBothWays();
    }
}
