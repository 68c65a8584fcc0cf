package io.braid.dataplane.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The DaemonSet and the compose lab name things that there are: there is no engine here that would say so. */
class ContainerFilesTest {
    private static final Path DOCKER = Path.of("..", "docker");
    private static final int WEB_PORT = 9464;

    private static Node yaml(String file) throws IOException {
        return new Node(
                new Load(LoadSettings.builder().build()).loadFromString(Files.readString(DOCKER.resolve(file))));
    }

    /** A YAML node, by what it is expected to be. */
    private record Node(Object value) {
        Node get(String key) {
            Object found = map().get(key);
            assertTrue(found != null, "no " + key + " in " + value);
            return new Node(found);
        }

        @SuppressWarnings("unchecked")
        Map<String, Object> map() {
            return (Map<String, Object>) value;
        }

        boolean has(String key) {
            return map().containsKey(key);
        }

        List<Node> list() {
            return ((List<?>) value).stream().map(Node::new).toList();
        }

        String text() {
            return String.valueOf(value);
        }
    }

    private static Node pod() throws IOException {
        return yaml("kubernetes/braid.yaml").get("spec").get("template").get("spec");
    }

    private static List<Node> containers() throws IOException {
        var all = new ArrayList<Node>(pod().get("initContainers").list());
        all.addAll(pod().get("containers").list());
        return all;
    }

    @Test
    void theDaemonSetSelectsItsPods() throws IOException {
        Node set = yaml("kubernetes/braid.yaml");
        assertEquals("apps/v1", set.get("apiVersion").text());
        assertEquals("DaemonSet", set.get("kind").text());
        assertEquals(
                set.get("spec").get("selector").get("matchLabels").map(),
                set.get("spec").get("template").get("metadata").get("labels").map());
    }

    @Test
    void mountsAndVolumesAreEachOthers() throws IOException {
        Set<String> volumes = pod().get("volumes").list().stream()
                .map(v -> v.get("name").text())
                .collect(Collectors.toSet());
        var mounted = new HashSet<String>();
        for (Node container : containers()) {
            for (Node mount : container.get("volumeMounts").list()) {
                mounted.add(mount.get("name").text());
                assertTrue(mount.get("mountPath").text().startsWith("/"), mount.text());
            }
        }
        assertEquals(volumes, mounted);
    }

    @Test
    void thePodGetsCpusOfItsOwn() throws IOException {
        for (Node container : containers()) {
            Node resources = container.get("resources");
            assertEquals(
                    resources.get("limits").map(), resources.get("requests").map());
            assertTrue(resources.get("limits").get("cpu").text().matches("[1-9][0-9]*"), "whole CPUs");
        }
        Node limits = pod().get("containers").list().getFirst().get("resources").get("limits");
        assertTrue(limits.has("hugepages-2Mi"));
    }

    @Test
    void probesAskWhereBraidAnswers() throws IOException {
        Node braid = pod().get("containers").list().getFirst();
        assertEquals("/healthz", probe(braid, "startupProbe"));
        assertEquals("/healthz", probe(braid, "livenessProbe"));
        assertEquals("/readyz", probe(braid, "readinessProbe"));
    }

    private static String probe(Node container, String name) {
        Node http = container.get(name).get("httpGet");
        assertEquals("127.0.0.1", http.get("host").text());
        assertEquals(Integer.toString(WEB_PORT), http.get("port").text());
        return http.get("path").text();
    }

    @Test
    void theInstalledPluginIsWhatThereIs() throws IOException {
        String script = pod().get("initContainers")
                .list()
                .getFirst()
                .get("args")
                .list()
                .getFirst()
                .text();
        var named = new TreeSet<String>();
        Pattern.compile("/usr/lib/braid/cni/(\\S+)").matcher(script).results().forEach(m -> named.add(m.group(1)));
        assertEquals(Set.of("braid", "10-braid.conflist"), named);
        for (String file : named) {
            assertTrue(Files.exists(DOCKER.resolve("cni").resolve(file)), file);
        }
    }

    @Test
    void theComposeLabIsWhole() throws IOException {
        Node lab = yaml("compose.yaml");
        Set<String> networks = lab.get("networks").map().keySet();
        for (Map.Entry<String, Object> entry : lab.get("services").map().entrySet()) {
            Node service = new Node(entry.getValue());
            assertTrue(service.has("image") || service.has("build"), entry.getKey());
            if (service.has("networks")) {
                assertTrue(networks.containsAll(service.get("networks").map().keySet()), entry.getKey());
                service.get("networks")
                        .map()
                        .forEach((network, how) -> assertEquals(
                                network, new Node(how).get("interface_name").text()));
            }
            if (service.has("volumes")) {
                for (Node volume : service.get("volumes").list()) {
                    String source = volume.text().replaceAll(":.*", "");
                    assertTrue(Files.isRegularFile(DOCKER.resolve(source)), source);
                }
            }
        }
    }

    @Test
    void theLabsSwitchIsTheOneThatBraidIsConfiguredFor() throws IOException, ConfigException {
        LoadedConfig loaded = ConfigLoader.load(DOCKER.resolve("lab/host.yaml"));
        assertEquals(List.of(), loaded.warnings());
        String frr = Files.readString(DOCKER.resolve("lab/frr.conf"));
        HostConfig host = loaded.config();
        Set<String> networks = yaml("compose.yaml").get("networks").map().keySet();
        for (UplinkConfig uplink : host.uplinks()) {
            String wire = uplink.device().toString().replaceAll(".*iface=(\\w+).*", "$1");
            assertTrue(networks.contains(wire), wire);
            String of = "interface " + wire + "\n ip address ";
            int at = frr.indexOf(of);
            assertTrue(at >= 0, of);
            String address = frr.substring(at + of.length(), frr.indexOf('/', at + of.length()));
            assertTrue(
                    uplink.gateways().stream()
                            .anyMatch(gateway -> gateway.toString().endsWith(address)),
                    wire + ": " + address + " and " + uplink.gateways());
        }
        BgpConfig bgp = host.bgp().orElseThrow();
        assertTrue(frr.contains("remote-as " + bgp.asn() + "\n"), "remote-as " + bgp.asn());
        bgp.peers().forEach(peer -> assertTrue(frr.contains("router bgp " + peer.asn() + "\n"), peer.toString()));
        assertEquals(
                host.uplinks().size(),
                Pattern.compile("neighbor [0-9.]+ peer-group")
                        .matcher(frr)
                        .results()
                        .count());
    }
}
