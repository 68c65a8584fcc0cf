package io.braid.dataplane.announce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.rib.HeardRoute;
import io.braid.bgp.wire.AsPath;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.NextHop;
import io.braid.bgp.wire.Nlri;
import io.braid.bgp.wire.Prefix;
import io.braid.dataplane.audit.AuditLog;
import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.control.ControlException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OtherHostsTest {
    private static final long OWN_AS = 65017;

    private static final List<IpAddress> IPS =
            List.of(IpAddress.parse("10.100.0.7"), IpAddress.parse("2001:db8:100::7"));

    private final List<OtherHosts.Heard> heard = new ArrayList<>();
    private final List<String> audited = new ArrayList<>();
    private final OtherHosts others;

    OtherHostsTest() throws Exception {
        var config = ConfigLoader.parse("host.yaml", """
                        uplinks: [{name: nic0, device: "vdev:net_null0", addresses: [192.0.2.1/31], gateways: [192.0.2.0]}]
                        tasks: {prefixes: [10.100.0.0/16]}
                        """.getBytes(StandardCharsets.UTF_8))
                .config();
        others = new OtherHosts(
                config, OWN_AS, () -> heard, new AuditLog((_, line) -> audited.add(line), System::nanoTime));
    }

    private void say(String address, String nextHop, long... path) {
        var prefix = Prefix.host(IpAddress.parse(address));
        heard.add(new OtherHosts.Heard(
                "192.0.2.0", new HeardRoute(Nlri.of(prefix), NextHop.of(IpAddress.parse(nextHop)), AsPath.of(path))));
    }

    @Test
    void aRouteThroughThisHostIsItsOwn() {
        say("10.100.0.7", "192.0.2.0", 65000, OWN_AS);
        say("10.100.0.7", "192.0.2.1", 65000, 65018);
        say("10.100.0.8", "192.0.2.0", 65000, 65018);
        assertEquals(List.of(), others.claims(IPS));
        others.requireFree(IPS);
    }

    @Test
    void anotherHostsAddressIsNamedAndRefused() {
        say("10.100.0.7", "192.0.2.0", 65000, 65018);
        say("2001:db8:100::7", "2001:db8::", 65000, 65019);
        assertEquals(
                List.of(
                        "10.100.0.7 is also announced by AS65018 (seen from peer 192.0.2.0)",
                        "2001:db8:100::7 is also announced by AS65019 (seen from peer 192.0.2.0)"),
                others.claims(IPS));
        var refused = assertThrows(ControlException.class, () -> others.requireFree(IPS));
        assertEquals(ControlException.Kind.CONFLICT, refused.kind());
        assertTrue(refused.explanation().contains("AS65018"), refused.explanation());
    }

    @Test
    void eachChangeIsToldOnce() {
        say("10.100.0.7", "192.0.2.0", 65000, 65018);
        long now = System.nanoTime();
        for (int second = 1; second < 5; second++) {
            others.look(Map.of("t", IPS), now + second * 2_000_000_000L);
        }
        assertEquals(1, others.now().size());
        assertEquals(1, audited.size(), audited.toString());
        assertTrue(
                audited.getFirst().startsWith("action=conflict outcome=failed reason=held-elsewhere task=t "),
                audited.getFirst());
        heard.clear();
        others.look(Map.of("t", IPS), now + 20_000_000_000L);
        assertEquals(List.of(), others.now());
    }

    @Test
    void whoHearsOfAnotherYieldsUntilThatIsGoneForAWhile() {
        long now = System.nanoTime();
        Map<String, List<IpAddress>> tasks = Map.of("t", IPS, "u", List.of(IpAddress.parse("10.100.0.9")));
        assertEquals(Set.of(), others.look(tasks, now + 1_000_000_000L));
        say("10.100.0.7", "192.0.2.0", 65000, 65018);
        assertEquals(Set.of("t"), others.look(tasks, now + 2_000_000_000L));
        heard.clear();
        // So that not all who yielded come back at once.
        assertEquals(Set.of("t"), others.look(tasks, now + 2_900_000_000L));
        assertEquals(Set.of(), others.look(tasks, now + 5_100_000_000L));
    }
}
