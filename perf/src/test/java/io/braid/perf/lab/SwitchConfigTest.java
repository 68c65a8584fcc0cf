package io.braid.perf.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What FRR is told and what it answers. */
class SwitchConfigTest {
    private static final LabPlan PLAN = new LabPlan("t", 3, 1, 0, 1500);

    @Test
    void switchSpeaksWithTheHostOnEveryUplinkInBothFamiliesAndNeverWithRoutesOfItsOwnMaking() {
        String bgpd = SwitchConfig.bgpd(PLAN);
        List<String> lines = bgpd.lines().map(String::strip).toList();
        for (int i = 0; i < 3; i++) {
            assertTrue(lines.contains("neighbor 192.0.2." + (2 * i + 1) + " peer-group hosts-v4"), bgpd);
            assertTrue(lines.contains("neighbor 2001:db8:0:" + i + "::1 peer-group hosts-v6"), bgpd);
        }
        assertTrue(lines.contains("router bgp 65000"), bgpd);
        assertTrue(lines.contains("neighbor hosts-v6 remote-as 65017"), bgpd);
        assertTrue(lines.contains("neighbor hosts-v6 bfd profile fast"), bgpd);
        assertTrue(lines.contains("ip prefix-list tasks permit 10.100.0.0/16 ge 32"), bgpd);
        assertTrue(lines.contains("ipv6 prefix-list tasks permit 2001:db8:100::/48 ge 128"), bgpd);
        assertTrue(lines.stream().noneMatch(line -> line.contains(PLAN.taskAddress(1, Family.V4) + "/")), bgpd);
        assertTrue(lines.stream().noneMatch(line -> line.startsWith("neighbor 203.0.113.1 prefix-list")), bgpd);
        assertTrue(SwitchConfig.spineBgpd(PLAN).contains("neighbor 203.0.113.0 remote-as 65000"));
    }

    @Test
    void answersOfFrrAreRead() {
        assertEquals(
                List.of("198.51.100.0/24", "10.100.0.1/32"),
                Spine.prefixes("{\"routerId\":\"x\",\"routes\":{\"198.51.100.0/24\":[{}],\"10.100.0.1/32\":[{}]}}"));
        assertEquals(List.of(), Spine.prefixes("{}"));
        assertEquals(
                1, BgpTaskRoutes.countUp("[{\"peer\":\"a\",\"status\":\"up\"},{\"peer\":\"b\",\"status\":\"down\"}]"));
        assertEquals(0, BgpTaskRoutes.countUp("[]"));
        assertThrows(LabException.class, () -> Spine.prefixes("% Unknown command"));
        assertThrows(LabException.class, () -> BgpTaskRoutes.countUp("bfdd is not running"));
    }
}
