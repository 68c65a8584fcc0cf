package io.braid.bgp.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Where is listened for which peers. */
final class ListenPlanTest {
    private static PeerConfig peer(String address, @Nullable String local, @Nullable String device) {
        TransportConfig transport = TransportConfig.DEFAULT;
        if (local != null) {
            transport = transport.withLocalAddress(SpeakerPair.address(local));
        }
        if (device != null) {
            transport = transport.withDevice(device);
        }
        return PeerConfig.of(address + local + device, SpeakerPair.address(address), 65000)
                .with(transport);
    }

    private static Set<String> plan(PeerConfig... peers) {
        var places = new LinkedHashSet<String>();
        for (PeerConfig config : peers) {
            ListenPlan.Endpoint endpoint = ListenPlan.endpoint(config, List.of(peers));
            String device = endpoint.device() == null ? "" : "%" + endpoint.device();
            places.add(endpoint.at(179).getAddress().getHostAddress() + device);
        }
        return places;
    }

    @Test
    void eachOwnAddressHasItsSocket() {
        assertEquals(
                Set.of("192.0.2.1", "198.51.100.1", "2001:db8:0:0:0:0:0:1"),
                plan(
                        peer("192.0.2.2", "192.0.2.1", null),
                        peer("192.0.2.3", "192.0.2.1", null),
                        peer("198.51.100.2", "198.51.100.1", null),
                        peer("2001:db8::2", "2001:db8::1", null)));
    }

    @Test
    void aPeerWithoutOwnAddressMakesOneSocketForItsFamily() {
        assertEquals(
                Set.of("0.0.0.0", "2001:db8:0:0:0:0:0:1"),
                plan(
                        peer("192.0.2.2", "192.0.2.1", null),
                        peer("192.0.2.3", null, null),
                        peer("2001:db8::2", "2001:db8::1", null)));
    }

    @Test
    void devicesTellEqualAddressesApartIfAllPeersThereNameOne() {
        assertEquals(
                Set.of("fe80:0:0:0:0:0:0:1%nic0", "fe80:0:0:0:0:0:0:1%nic1"),
                plan(peer("fe80::2", "fe80::1", "nic0"), peer("fe80::2", "fe80::1", "nic1")));
        assertEquals(
                Set.of("192.0.2.1"),
                plan(peer("192.0.2.2", "192.0.2.1", "nic0"), peer("192.0.2.3", "192.0.2.1", null)));
    }
}
