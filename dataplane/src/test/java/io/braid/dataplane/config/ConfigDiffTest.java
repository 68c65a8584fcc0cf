package io.braid.dataplane.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfigDiffTest {
    private static final String FILE = """
            host: h
            uplinks:
              - {name: nic0, device: "vdev:net_null0", addresses: [192.0.2.1/31], gateways: [192.0.2.0]}
              - {name: nic1, device: "vdev:net_null1", addresses: [192.0.2.3/31], gateways: [192.0.2.2]}
            egress: {policy: hash, idle-timeout: 90s}
            tasks:
              prefixes: [10.100.0.0/16]
              allow: [{task: "a-*", ips: [10.100.0.0/28]}, {task: b, ips: [10.100.1.0/28]}]
            bgp:
              asn: 65017
              router-id: 192.0.2.1
              peers:
                - {address: 192.0.2.0, asn: 65000, uplink: nic0, bfd: {interval: 50ms}}
                - {address: 192.0.2.2, asn: 65000, uplink: nic1}
            """;

    private static HostConfig parse(String text) throws ConfigException {
        return ConfigLoader.parse("host.yaml", text.getBytes(StandardCharsets.UTF_8))
                .config();
    }

    private static List<String> diff(String from, String to) throws ConfigException {
        assertTrue(FILE.contains(from), from);
        return ConfigDiff.of(parse(FILE), parse(FILE.replace(from, to))).stream()
                .map(change -> change + (change.live() ? " live" : ""))
                .toList();
    }

    @Test
    void theSameFileWrittenOtherwiseIsNoDifference() throws ConfigException {
        assertEquals(List.of(), diff("idle-timeout: 90s", "idle-timeout: 90000ms"));
        assertEquals(List.of(), diff("policy: hash,", "policy: hash, rebalance: true,"));
    }

    @Test
    void valuesAreToldAsAFileHasThem() throws ConfigException {
        assertEquals(
                List.of("egress.policy: hash -> least-loaded live", "egress.idle-timeout: 90s -> 60s live"),
                diff("egress: {policy: hash, idle-timeout: 90s}", "egress: {}"));
        assertEquals(
                List.of("tasks.prefixes: [10.100.0.0/16] -> [10.100.0.0/16, 2001:db8::/48] live"),
                diff("[10.100.0.0/16]", "[10.100.0.0/16, \"2001:db8::/48\"]"));
        assertEquals(List.of("host: h -> other"), diff("host: h", "host: other"));
        assertEquals(
                List.of("bgp.peers[0].bfd.interval: 50ms -> 100ms live"), diff("interval: 50ms", "interval: 100ms"));
        assertEquals(
                List.of("uplinks[1].mtu: 1500 -> 9000"),
                diff("gateways: [192.0.2.2]}", "gateways: [192.0.2.2], mtu: 9000}"));
    }

    @Test
    void sectionsThatComeAndGoAreOneChange() throws ConfigException {
        assertEquals(
                List.of("tasks.limits: none -> {rate-out: 1Gbit} live"),
                diff("  prefixes:", "  limits: {rate-out: 1000Mbit}\n  prefixes:"));
        assertEquals(List.of("web: none -> {}"), diff("egress:", "web: {}\negress:"));
        assertEquals(List.of("bgp.peers[0].bfd: {} -> none"), diff(", bfd: {interval: 50ms}", ""));
    }

    @Test
    void entriesAreComparedByWhatTellsThemApart() throws ConfigException {
        String first = "    - {address: 192.0.2.0, asn: 65000, uplink: nic0, bfd: {interval: 50ms}}\n";
        String second = "    - {address: 192.0.2.2, asn: 65000, uplink: nic1}\n";
        assertEquals(List.of(), diff(first + second, second + first));
        assertEquals(
                List.of("bgp.peers[0]: {address: 192.0.2.0, asn: 65000, uplink: nic0, bfd: {}} -> none live"),
                diff(first, ""));
        assertEquals(
                List.of("bgp.peers[1].bfd.multiplier: 3 -> 5 live"),
                diff(first + second, second + first.replace("50ms", "50ms, multiplier: 5")));
        assertEquals(
                List.of(
                        "tasks.allow[1]: {task: b, ips: [10.100.1.0/28]} -> none live",
                        "tasks.allow[0]: none -> {task: c, ips: [10.100.1.0/28]} live"),
                diff(
                        "{task: \"a-*\", ips: [10.100.0.0/28]}, {task: b, ips: [10.100.1.0/28]}",
                        "{task: c, ips: [10.100.1.0/28]}, {task: \"a-*\", ips: [10.100.0.0/28]}"));
    }

    @Test
    void addressesOfBothFamiliesAndDevicesAreTold() throws ConfigException {
        String device = "{name: nic1, device: \"vdev:net_null1\", addresses: [192.0.2.3/31], gateways: [192.0.2.2]}";
        assertEquals(
                List.of("uplinks[2]: none -> {name: nic2, device: pci:0000:3b:00.0, addresses: [2001:db8::3/127],"
                        + " gateways: [2001:db8::2], mtu: 9000} live"),
                diff(
                        device + "\n",
                        device + "\n  - {name: nic2, device: \"pci:0000:3b:00.0\", addresses: [\"2001:db8::3/127\"],"
                                + " gateways: [\"2001:db8::2\"], mtu: 9000}\n"));
    }

    @Test
    void theOrderOfUplinksMatters() throws ConfigException {
        String first = FILE.lines()
                        .filter(line -> line.contains("name: nic0"))
                        .findFirst()
                        .orElseThrow() + "\n";
        String second = FILE.lines()
                        .filter(line -> line.contains("name: nic1"))
                        .findFirst()
                        .orElseThrow() + "\n";
        assertEquals(
                List.of("uplinks: in the order [nic0, nic1] -> in the order [nic1, nic0]"),
                diff(first + second, second + first));
    }

    @Test
    void aLongValueIsCut() throws ConfigException {
        var rules = new StringBuilder();
        for (int i = 0; i < 64; i++) {
            rules.append(i == 0 ? "" : ", ").append("10.100.").append(i).append(".0/24");
        }
        String change = diff("[10.100.0.0/28]", "[" + rules + "]").getLast();
        assertTrue(change.contains("..."), change);
        assertFalse(change.length() > 2 * ConfigText.MOST, change);
    }
}
