package io.braid.dataplane.init;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.config.ConfigException;
import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.net.InterfaceAddress;
import io.braid.dataplane.net.IpAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drafts are configurations, but for what is to be filled in. */
class DraftTest {
    private static FoundNic nic(String name, String device, boolean management, String... addresses) {
        return new FoundNic(
                name,
                device,
                Optional.of(name),
                Optional.of("mlx5_core"),
                1,
                2,
                Optional.of(200_000L),
                Optional.of(true),
                9000,
                List.of(addresses).stream().map(InterfaceAddress::parse).toList(),
                addresses.length == 0
                        ? List.of()
                        : List.of(IpAddress.parse("192.0.2.0"), IpAddress.parse("2001:db8::")),
                management);
    }

    private static HostConfig load(String draft, Path directory) throws IOException, ConfigException {
        Path file = directory.resolve("host.yaml");
        Files.writeString(file, draft);
        return ConfigLoader.load(file).config();
    }

    @Test
    void whatIsFilledInLoads(@TempDir Path directory) throws IOException, ConfigException {
        String draft = Draft.of(
                "gpu-17",
                List.of(
                        nic("ens1f0", "pci:0000:3b:00.0", false, "192.0.2.1/31", "2001:db8::1/127"),
                        nic("eno1", "pci:0000:01:00.0", true)));
        String filled = draft.replace("prefixes: []", "prefixes: [10.100.0.0/16]");
        HostConfig config = load(filled, directory);
        assertEquals(1, config.uplinks().size(), draft);
        assertEquals("ens1f0", config.uplinks().getFirst().name());
        assertEquals(9000, config.uplinks().getFirst().mtu());
        assertEquals(2, config.uplinks().getFirst().gateways().size());
        assertTrue(
                draft.contains(
                        "# interface ens1f0, driver mlx5_core, 200 Gbit/s, NUMA node 1, 2 GPUs next to it, link up\n"),
                draft);
        assertTrue(draft.contains("  # - name: eno1\n"), draft);
    }

    @Test
    void bgpLoadsOnceItsMarksAreTakenAway(@TempDir Path directory) throws IOException, ConfigException {
        String draft = Draft.of(
                "gpu-17", List.of(nic("ens1f0", "pci:0000:3b:00.0", false, "192.0.2.1/31", "2001:db8::1/127")));
        String filled = draft.replace("prefixes: []", "prefixes: [10.100.0.0/16]")
                .replace("# bgp:", "bgp:")
                .replace("\n#   ", "\n  ");
        assertEquals(1, load(filled, directory).bgp().orElseThrow().peers().size());
    }

    @Test
    void whatIsNotFilledInIsRefusedAtItsLine(@TempDir Path directory) {
        String draft = Draft.of("gpu-17", List.of(nic("ens1f0", "pci:0000:3b:00.0", false)));
        var refused = assertThrows(ConfigException.class, () -> load(draft, directory));
        List<String> lines = draft.lines().toList();
        assertTrue(refused.problems().size() >= 2, refused::getMessage);
        refused.problems().forEach(problem -> {
            String where = problem.toString();
            assertTrue(
                    lines.stream()
                            .anyMatch(line -> line.contains(Draft.FILL_IN)
                                    && where.contains(":" + (lines.indexOf(line) + 1) + ":")),
                    where + "\n" + draft);
        });
    }

    @Test
    void aHostWithoutNicsSaysSo() {
        assertTrue(Draft.of("x", List.of()).contains("no NIC was found"), "no hint");
        assertTrue(
                Draft.of("x", List.of(nic("eno1", "pci:0000:01:00.0", true))).contains("no NIC was found"), "no hint");
    }
}
