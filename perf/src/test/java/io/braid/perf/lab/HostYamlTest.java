package io.braid.perf.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.config.BgpConfig;
import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.config.PeerConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostYamlTest {
    private static final LabPlan PLAN = new LabPlan("t", 4, 2, 0, 1500);

    private static HostConfig load(Path directory, boolean bgp) throws Exception {
        Path file = directory.resolve("host.yaml");
        Files.writeString(file, HostYaml.of(PLAN, directory.resolve("control.sock"), bgp));
        return ConfigLoader.load(file).config();
    }

    @Test
    void braidReadsASessionForEachUplinkAndFamily(@TempDir Path directory) throws Exception {
        BgpConfig bgp = load(directory, true).bgp().orElseThrow();
        assertEquals(65017, bgp.asn());
        assertEquals(8, bgp.peers().size());
        PeerConfig second = bgp.peers().get(1);
        assertEquals("nic0", second.uplink());
        assertEquals(65000, second.asn());
        assertEquals("2001:db8::", second.address().toString());
        assertEquals(Duration.ofMillis(50), second.bfd().orElseThrow().interval());
        assertEquals("nic3", bgp.peers().getLast().uplink());
    }

    @Test
    void withoutBgpNothingIsAnnounced(@TempDir Path directory) throws Exception {
        assertTrue(load(directory, false).bgp().isEmpty());
    }
}
