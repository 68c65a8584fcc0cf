package io.braid.dataplane.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.net.InterfaceAddress;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.IpPrefix;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigLoaderTest {
    private static final String SMALLEST = """
            uplinks:
              - name: nic0
                device: vdev:net_null0
                addresses: [192.0.2.1/31]
                gateways: [192.0.2.0]
            tasks: {prefixes: [10.100.0.0/16]}
            """;

    private static LoadedConfig parse(String text) throws ConfigException {
        return ConfigLoader.parse("host.yaml", text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void smallestFileHasAllDefaults() throws ConfigException, IOException {
        LoadedConfig loaded = parse(SMALLEST);
        HostConfig config = loaded.config();
        assertEquals(List.of(), loaded.warnings());
        assertEquals(
                Files.readString(Path.of("/proc/sys/kernel/hostname")).strip(),
                config.host().value());
        assertEquals(new DpdkConfig(new ByteSize(512L << 20), HugepageUse.AUTO, 0, List.of()), config.dpdk());
        assertTrue(config.workers().cpus().isAuto());
        assertEquals(IdlePolicy.BACKOFF, config.workers().idle());
        assertEquals(new NumaConfig(NumaPolicy.PREFER, 80, NumaRebalance.AUTO, FullRing.DROP), config.numa());
        assertEquals(Duration.ofNanos(50_000), config.workers().maxSleep());
        assertEquals(PriorityPolicy.NORMAL, config.workers().priority());
        assertEquals(Duration.ofMillis(1), config.workers().stall());
        assertEquals(
                new EgressConfig(
                        EgressPolicy.LEAST_LOADED,
                        1 << 20,
                        Duration.ofSeconds(60),
                        Duration.ofMillis(50),
                        true,
                        Optional.empty()),
                config.egress());
        assertEquals(
                new TasksConfig(
                        List.of(IpPrefix.parse("10.100.0.0/16")),
                        List.of(),
                        Duration.ofSeconds(60),
                        Optional.empty(),
                        Path.of("/run/braid/tasks"),
                        Optional.empty(),
                        OffloadPolicy.AUTO,
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        LocalTraffic.SAME_JOB,
                        HostTrafficRule.ANSWERS,
                        Optional.empty()),
                config.tasks());
        assertEquals(Path.of("/run/braid/control.sock"), config.control().socket());
        assertEquals(Optional.empty(), config.bgp());
        assertEquals(Optional.empty(), config.web());
        var uplink = new UplinkConfig(
                "nic0",
                new DeviceSpec.Vdev("net_null0", List.of()),
                List.of(InterfaceAddress.parse("192.0.2.1/31")),
                List.of(IpAddress.parse("192.0.2.0")),
                List.of(),
                1500,
                Optional.empty());
        assertEquals(List.of(uplink), config.uplinks());
    }

    @Test
    void wholeExampleLoadsWithoutWarnings() throws ConfigException {
        LoadedConfig loaded = ConfigLoader.load(Path.of("host.yaml"));
        assertEquals(List.of(), loaded.warnings());
        HostConfig config = loaded.config();
        assertEquals("gpu-17", config.host().value());
        assertEquals(
                List.of("nic0", "nic1", "nic2", "nic3"),
                config.uplinks().stream().map(UplinkConfig::name).toList());
        UplinkConfig nic3 = config.uplinks().getLast();
        assertEquals("net_af_packet3,iface=up3", nic3.device().devargs());
        assertEquals("[192.0.2.7/31, 2001:db8:0:3::1/127]", nic3.addresses().toString());
        assertEquals("[192.0.2.6, 2001:db8:0:3::]", nic3.gateways().toString());
        assertEquals(9000, nic3.mtu());
    }

    @Test
    void everySectionHasAnEffect() throws ConfigException {
        LoadedConfig loaded = parse("""
                numa: strict
                workers: {cpus: [2, 3, "8-10"], idle: busy}
                uplinks:
                  - name: nic0
                    device: pci:0000:3B:00.0
                    addresses: ["2001:db8::1/127"]
                    gateways: ["2001:db8::"]
                egress: {policy: least-loaded, flows: 4096, idle-timeout: 500ms}
                tasks: {prefixes: ["2001:db8:100::/48"], grants: {public-keys: [/etc/braid/scheduler.pub]}}
                bgp:
                  asn: 4200000001
                  router-id: 192.0.2.1
                  peers: [{address: "2001:db8::", asn: 65000, uplink: nic0, bfd: {}}]
                web: {listen: "[::1]:9464", hosts: [gpu-17.example.net]}
                """.replace("500ms", "1500ms"));
        assertEquals(List.of(), loaded.warnings());
        HostConfig config = loaded.config();
        assertEquals(List.of(2, 3, 8, 9, 10), config.workers().cpus().cpus());
        assertEquals("pci:0000:3b:00.0", config.uplinks().getFirst().device().toString());
        BgpConfig bgp = config.bgp().orElseThrow();
        assertEquals(4200000001L, bgp.asn());
        assertEquals("[no-export]", bgp.communities().toString());
        assertEquals(
                Optional.of(new BfdConfig(Duration.ofMillis(50), 3)),
                bgp.peers().getFirst().bfd());
        assertEquals("[::1]:9464", config.web().orElseThrow().listen().toString());
        assertEquals("[gpu-17.example.net]", config.web().orElseThrow().hosts().toString());
        assertTrue(config.tasks().grants().orElseThrow().required());
        assertEquals(
                Duration.ofSeconds(30), config.tasks().grants().orElseThrow().clockSkew());
    }

    @Test
    void anUplinkWithoutSessionIsNamed() throws ConfigException {
        String yaml = """
                uplinks:
                  - {name: nic0, device: "vdev:net_null0", addresses: [192.0.2.1/31], gateways: [192.0.2.0]}
                  - {name: nic1, device: "vdev:net_null1", addresses: [192.0.2.3/31], gateways: [192.0.2.2]}
                tasks: {prefixes: [10.100.0.0/16]}
                bgp: {asn: 65017, router-id: 192.0.2.1, peers: [{address: 192.0.2.0, asn: 65000, uplink: nic0}]}
                """;
        assertEquals(
                List.of(
                        "bgp: no peer has uplink nic1, so no switch sends tasks anything by it; give it one, or one peer"
                                + " add-path: true"),
                parse(yaml).warnings());
        assertEquals(
                List.of(),
                parse(yaml.replace("uplink: nic0}", "uplink: nic0, add-path: true}"))
                        .warnings());
    }

    @Test
    void rulesNameTasksAndTheirAddresses() throws ConfigException {
        var tasks = parse(
                        SMALLEST.replace(
                                "/16]}",
                                "/16], grants: {public-keys: [/k], required: false, clock-skew: 2m}, allow: [{task: \"train-*\", ips: [10.100.0.0/28]}, {task: web, ips: [10.100.9.1/32, 10.100.8.0/24]}, {task: \"*\", ips: [10.100.255.0/24]}]}"))
                .config()
                .tasks();
        assertEquals(Duration.ofMinutes(2), tasks.grants().orElseThrow().clockSkew());
        assertEquals(
                List.of("train-*", "web", "*"),
                tasks.allow().stream().map(rule -> rule.task().toString()).toList());
        TaskNames train = tasks.allow().getFirst().task();
        assertTrue(train.matches("train-7") && train.matches("train-") && !train.matches("train"));
        assertTrue(tasks.allow().get(1).task().matches("web")
                && !tasks.allow().get(1).task().matches("web2"));
        assertTrue(tasks.allow().getLast().task().matches("anything"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\ufeff",
                "%YAML 1.2\n---\n",
                "---\n",
                "# comment\r\n",
                "host: \"gpu-1\"\n",
                "dpdk: {}\n",
                "dpdk: {extra-args: [--vdev=net_null9, -n4, -dx.so]}\n"
            })
    void acceptsEveryFormOfYaml(String start) throws ConfigException {
        assertEquals(1, parse(start + SMALLEST).config().uplinks().size());
    }

    @Test
    void acceptsWindowsLinesAndJson() throws ConfigException {
        assertEquals(parse(SMALLEST), parse(SMALLEST.replace("\n", "\r\n")));
        assertEquals(parse(SMALLEST), parse("""
                {"uplinks":[{"name":"nic0","device":"vdev:net_null0","addresses":["192.0.2.1/31"],"gateways":["192.0.2.0"]}],
                "tasks":{"prefixes":["10.100.0.0/16"]}}"""));
    }

    @Test
    void eightUplinksAreTheMost() throws ConfigException {
        assertEquals(8, parse(uplinks(8)).config().uplinks().size());
        assertThrows(ConfigException.class, () -> parse(uplinks(9)));
    }

    private static String uplinks(int count) {
        var text = new StringBuilder("uplinks:\n");
        for (int i = 0; i < count; i++) {
            text.append(
                    "  - {name: nic%d, device: pci:0000:%02x:00.0, addresses: [10.0.%d.1/24], gateways: [10.0.%d.254]}\n"
                            .formatted(i, i, i, i));
        }
        return text + "tasks: {prefixes: [10.100.0.0/16]}\n";
    }

    @Test
    void boundsAreInclusive() throws ConfigException {
        for (int mtu : new int[] {1280, 9216}) {
            assertEquals(
                    mtu,
                    parse(SMALLEST.replace("    gateways", "    mtu: " + mtu + "\n    gateways"))
                            .config()
                            .uplinks()
                            .getFirst()
                            .mtu());
        }
        for (int mtu : new int[] {1279, 9217}) {
            assertThrows(
                    ConfigException.class,
                    () -> parse(SMALLEST.replace("    gateways", "    mtu: " + mtu + "\n    gateways")));
        }
        assertEquals(
                64L << 20,
                parse("dpdk: {memory: 64MiB}\n" + SMALLEST)
                        .config()
                        .dpdk()
                        .memory()
                        .bytes());
        assertThrows(ConfigException.class, () -> parse("dpdk: {memory: 65535KiB}\n" + SMALLEST));
    }

    @Test
    void socketPathIsCountedInBytes() throws ConfigException {
        String longest = "/" + "s".repeat(106);
        assertEquals(
                longest,
                parse("control: {socket: " + longest + "}\n" + SMALLEST)
                        .config()
                        .control()
                        .socket()
                        .toString());
        assertThrows(
                ConfigException.class,
                () -> parse("control: {socket: " + longest.replaceFirst("s$", "é") + "}\n" + SMALLEST));
    }

    @Test
    void valuesCannotBeChanged() throws ConfigException {
        var uplinks = parse(SMALLEST).config().uplinks();
        assertThrows(UnsupportedOperationException.class, () -> uplinks.remove(0));
        assertFalse(uplinks.isEmpty());
    }
}
