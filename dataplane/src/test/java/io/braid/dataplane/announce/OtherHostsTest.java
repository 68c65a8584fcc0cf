package io.braid.dataplane.announce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.rib.HeardRoute;
import io.braid.bgp.wire.AsPath;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.NextHop;
import io.braid.bgp.wire.Nlri;
import io.braid.bgp.wire.Prefix;
import io.braid.dataplane.audit.AuditLog;
import io.braid.dataplane.config.ConfigLoader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class OtherHostsTest {
    private static final long OWN_AS = 65017;

    private final OtherHosts others;

    OtherHostsTest() throws Exception {
        var config = ConfigLoader.parse("host.yaml", """
                        uplinks: [{name: nic0, device: "vdev:net_null0", addresses: [192.0.2.1/31], gateways: [192.0.2.0]}]
                        tasks: {prefixes: [10.100.0.0/16]}
                        """.getBytes(StandardCharsets.UTF_8))
                .config();
        others = new OtherHosts(
                config, OWN_AS, new SwitchSessions(List.of()), new AuditLog((_, _) -> {}, System::nanoTime));
    }

    private static HeardRoute route(String nextHop, long... path) {
        return new HeardRoute(
                Nlri.of(Prefix.parse("10.100.0.7/32")), NextHop.of(IpAddress.parse(nextHop)), AsPath.of(path));
    }

    @Test
    void aRouteThroughThisHostIsItsOwn() {
        assertTrue(others.isForeign(route("192.0.2.0", 65000, 65018)));
        assertFalse(others.isForeign(route("192.0.2.0", 65000, OWN_AS)));
        assertFalse(others.isForeign(route("192.0.2.1", 65000, 65018)));
    }

    @Test
    void withoutSwitchesNothingIsClaimed() {
        List<IpAddress> ips = List.of(IpAddress.parse("10.100.0.7"));
        assertEquals(List.of(), others.claims(ips));
        others.requireFree(ips);
    }
}
