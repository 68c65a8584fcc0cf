package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.braid.perf.lab.Command;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the CNI plugin does with wrong input and with a control socket that answers wrongly. Needs {@code jq} and {@code curl}, but not root. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CniShimIT {
    private static final String NETNS = "/proc/" + ProcessHandle.current().pid() + "/ns/net";
    private static final String IPS = "\"runtimeConfig\":{\"ips\":[\"10.100.0.1\"]}";
    private static final String NO_TASKS = FakeBraid.json(200, "{\"tasks\":[]}");
    private static final String DONE = FakeBraid.json(204, "");
    private static final String ATTACHED = FakeBraid.json(
            201,
            "{\"task\":\"t\",\"kind\":\"tap\",\"device\":\"eth0\",\"mac\":\"02:00:00:00:01:00\",\"mtu\":1500,\"ips\":[\"10.100.0.1\"],"
                    + "\"nicAddresses\":[],\"gateways\":[\"169.254.1.1\"],\"directory\":null,\"gatewayMac\":\"02:b2:a1:d0:00:01\",\"grant\":null}");

    @TempDir
    Path directory;

    private Path socket() {
        return directory.resolve("control.sock");
    }

    private CniPlugin plugin() {
        return new CniPlugin(socket(), "net");
    }

    private FakeBraid fake(Function<String, String> answers) throws IOException {
        return new FakeBraid(socket(), answers);
    }

    private static Map<String, String> environment(String command) {
        return CniPlugin.environment(command, "c1", NETNS, "eth0");
    }

    private ObjectNode config() {
        return plugin().config(CniPlugin.VERSION, List.of("10.100.0.1"));
    }

    private static String label(String container) {
        return "cni:net:" + container + ":eth0";
    }

    private static String tasks(String... namesAndLabels) {
        var list = new StringBuilder();
        for (int i = 0; i < namesAndLabels.length; i += 2) {
            list.append(i == 0 ? "" : ",")
                    .append("{\"task\":\"" + namesAndLabels[i] + "\",\"label\":\"" + namesAndLabels[i + 1] + "\"}");
        }
        return FakeBraid.json(200, "{\"tasks\":[" + list + "]}");
    }

    // ---- configuration and environment ----

    static Stream<Arguments> wrongConfigurations() {
        String start = "{\"cniVersion\":\"1.1.0\",\"name\":\"net\",\"type\":\"braid\"";
        return Stream.of(
                Arguments.of("", 6, "not one JSON object"),
                Arguments.of("{", 6, "not one JSON object"),
                Arguments.of("[]", 6, "not one JSON object"),
                Arguments.of("null", 6, "not one JSON object"),
                Arguments.of("\"x\"", 6, "not one JSON object"),
                Arguments.of(start + "}{}", 6, "not one JSON object"),
                Arguments.of(start + "}\0", 6, "not one JSON object"),
                Arguments.of("[".repeat(100_000), 6, "not one JSON object"),
                Arguments.of(" ".repeat((1 << 20) + 1), 6, "larger than"),
                Arguments.of("{\"name\":\"net\"}", 1, "0.1.0"),
                Arguments.of("{\"cniVersion\":\"0.2.0\",\"name\":\"net\"}", 1, "0.2.0"),
                Arguments.of("{\"cniVersion\":\"1.1\",\"name\":\"net\"}", 1, "1.1.0"),
                Arguments.of("{\"cniVersion\":\"2.0.0\",\"name\":\"net\"}", 1, "0.3.1, 0.4.0, 1.0.0, 1.1.0"),
                Arguments.of("{\"cniVersion\":\"$(id)\",\"name\":\"net\"}", 1, "$(id)"),
                Arguments.of("{\"cniVersion\":1,\"name\":\"net\"}", 6, "cniVersion"),
                Arguments.of("{\"cniVersion\":\"1.1.0\"," + IPS + "}", 7, "name"),
                Arguments.of("{\"cniVersion\":\"1.1.0\",\"name\":\"\"," + IPS + "}", 7, "name"),
                Arguments.of("{\"cniVersion\":\"1.1.0\",\"name\":\"a/b\"," + IPS + "}", 7, "name"),
                Arguments.of("{\"cniVersion\":\"1.1.0\",\"name\":\"a\\n\"," + IPS + "}", 7, "name"),
                Arguments.of("{\"cniVersion\":\"1.1.0\",\"name\":[\"a\"]," + IPS + "}", 7, "name"),
                Arguments.of(start + "}", 7, "no address"),
                Arguments.of(start + ",\"nic\":true," + IPS + "}", 2, "nic: true"),
                Arguments.of(start + ",\"" + "k".repeat(300_000) + "\":true," + IPS + "}", 2, "kkk"),
                Arguments.of(start + ",\"ipam\":{\"type\":\"host-local\"}," + IPS + "}", 2, "host-local"),
                Arguments.of(start + ",\"ipMasq\":true," + IPS + "}", 2, "ipMasq: true"),
                Arguments.of(start + ",\"runtimeConfig\":{\"portMappings\":[1]}}", 2, "portMappings: [1]"),
                Arguments.of(start + ",\"runtimeConfig\":7}", 7, "runtimeConfig"),
                Arguments.of(start + ",\"runtimeConfig\":{\"ips\":\"10.0.0.1\"}}", 7, "runtimeConfig.ips"),
                Arguments.of(start + ",\"runtimeConfig\":{\"ips\":[1]}}", 7, "runtimeConfig.ips"),
                Arguments.of(start + ",\"runtimeConfig\":{\"ips\":[]}}", 7, "no address"),
                Arguments.of(start + ",\"runtimeConfig\":{\"ips\":[\"10.0.0.1/33\"]}}", 7, "10.0.0.1/33"),
                Arguments.of(start + ",\"runtimeConfig\":{\"ips\":[\"::1/129\"]}}", 7, "::1/129"),
                Arguments.of(start + ",\"runtimeConfig\":{\"ips\":[\"10.0.0.1/8/8\"]}}", 7, "10.0.0.1/8/8"),
                Arguments.of(start + ",\"args\":{\"cni\":[]}}", 7, "args.cni"),
                Arguments.of(start + ",\"args\":7}", 7, "args"),
                Arguments.of(start + ",\"kind\":\"vhost-user\"," + IPS + "}", 7, "kind"),
                Arguments.of(start + ",\"kind\":false," + IPS + "}", 7, "kind"),
                Arguments.of(start + ",\"nics\":\"true\"," + IPS + "}", 7, "nics"),
                Arguments.of(start + ",\"job\":7," + IPS + "}", 7, "job"),
                Arguments.of(start + ",\"job\":\"a b\"," + IPS + "}", 7, "job"),
                Arguments.of(start + ",\"job\":\"" + "j".repeat(129) + "\"," + IPS + "}", 7, "job"),
                Arguments.of(start + ",\"mtu\":1500.5," + IPS + "}", 7, "mtu"),
                Arguments.of(start + ",\"mtu\":1279," + IPS + "}", 7, "mtu"),
                Arguments.of(start + ",\"mtu\":\"1500\"," + IPS + "}", 7, "mtu"),
                Arguments.of(start + ",\"socket\":\"control.sock\"," + IPS + "}", 7, "socket"),
                Arguments.of(start + ",\"socket\":\"/a\\nb\"," + IPS + "}", 7, "socket"),
                Arguments.of(start + ",\"socket\":\"/" + "s".repeat(108) + "\"," + IPS + "}", 7, "socket"),
                Arguments.of(start + ",\"grant\":\"a.b.c\",\"grantFile\":\"/g\"," + IPS + "}", 7, "exclude"),
                Arguments.of(start + ",\"grant\":7," + IPS + "}", 7, "grant"),
                Arguments.of(start + ",\"grantFile\":\"g\"," + IPS + "}", 7, "grantFile"),
                Arguments.of(start + ",\"grantFile\":\"/nowhere/grant\"," + IPS + "}", 7, "/nowhere/grant"),
                Arguments.of(start + ",\"grantFile\":\"/dev/zero\"," + IPS + "}", 7, "/dev/zero"),
                Arguments.of(start + ",\"dns\":[]," + IPS + "}", 7, "dns"),
                Arguments.of(start + ",\"dns\":{\"nameservers\":\"x\"}," + IPS + "}", 7, "dns"),
                Arguments.of(start + ",\"prevResult\":[]," + IPS + "}", 7, "prevResult"),
                Arguments.of(start + ",\"prevResult\":{\"ips\":{}}," + IPS + "}", 7, "prevResult"),
                // Nobody is there to ask.
                Arguments.of(start + ",\"socket\":\"/nowhere/control.sock\"," + IPS + "}", 11, "there is no socket"),
                Arguments.of(start + ",\"socket\":\"/dev/null\"," + IPS + "}", 11, "there is no socket"));
    }

    @ParameterizedTest
    @MethodSource("wrongConfigurations")
    void refusesWrongConfigurations(String input, int code, String why) throws InterruptedException {
        String said = CniPlugin.run(environment("ADD"), input).assertError(code);
        assertTrue(said.contains(why), said);
    }

    static Stream<Arguments> wrongEnvironments() {
        String long129 = "a".repeat(129);
        return Stream.of(
                Arguments.of("CNI_COMMAND", ""),
                Arguments.of("CNI_COMMAND", "add"),
                Arguments.of("CNI_COMMAND", "ADD\n"),
                Arguments.of("CNI_COMMAND", "$(touch x)"),
                Arguments.of("CNI_CONTAINERID", ""),
                Arguments.of("CNI_CONTAINERID", "-c"),
                Arguments.of("CNI_CONTAINERID", "a:b"),
                Arguments.of("CNI_CONTAINERID", "a/../b"),
                Arguments.of("CNI_CONTAINERID", "a\nb"),
                Arguments.of("CNI_CONTAINERID", "a b"),
                Arguments.of("CNI_CONTAINERID", "*"),
                Arguments.of("CNI_CONTAINERID", "\u00e4"),
                Arguments.of("CNI_CONTAINERID", long129),
                Arguments.of("CNI_NETNS", ""),
                Arguments.of("CNI_NETNS", "netns"),
                Arguments.of("CNI_NETNS", "/run/../etc"),
                Arguments.of("CNI_NETNS", "/run//netns"),
                Arguments.of("CNI_NETNS", "/run/netns/.."),
                Arguments.of("CNI_NETNS", "/run/netns/"),
                Arguments.of("CNI_NETNS", "/run/net ns"),
                Arguments.of("CNI_NETNS", "/run/netns/\u001b[31m"),
                Arguments.of("CNI_NETNS", "/" + "n".repeat(255)),
                Arguments.of("CNI_IFNAME", ""),
                Arguments.of("CNI_IFNAME", "."),
                Arguments.of("CNI_IFNAME", ".."),
                Arguments.of("CNI_IFNAME", "-eth0"),
                Arguments.of("CNI_IFNAME", "a/b"),
                Arguments.of("CNI_IFNAME", "a:b"),
                Arguments.of("CNI_IFNAME", "eth%d"),
                Arguments.of("CNI_IFNAME", "eth0 up"),
                Arguments.of("CNI_IFNAME", "eth0\n"),
                Arguments.of("CNI_IFNAME", "1234567890123456"),
                Arguments.of("CNI_ARGS", "IP"),
                Arguments.of("CNI_ARGS", "=x"),
                Arguments.of("CNI_ARGS", "BRAID_TASK=a;BRAID_TASK=b"),
                Arguments.of("CNI_ARGS", "BRAID_TASKS=a"),
                Arguments.of("CNI_ARGS", "BRAID_TASK=../a"),
                Arguments.of("CNI_ARGS", "BRAID_TASK=a b"),
                Arguments.of("CNI_ARGS", "BRAID_TASK=a\n"),
                Arguments.of("CNI_ARGS", "BRAID_TASK=" + "a".repeat(64)),
                Arguments.of("CNI_ARGS", "K8S_POD_NAMESPACE=a/b;K8S_POD_NAME=c"),
                Arguments.of("CNI_ARGS", "K8S_POD_NAMESPACE=$(id);K8S_POD_NAME=c"),
                Arguments.of("CNI_ARGS", "IgnoreUnknown=1;" + "x".repeat(5000) + "=1"));
    }

    @ParameterizedTest
    @MethodSource("wrongEnvironments")
    void refusesWrongEnvironments(String variable, String value) throws InterruptedException {
        var environment = environment("ADD");
        environment.put(variable, value);
        String said = CniPlugin.run(environment, config()).assertError(4);
        assertTrue(said.contains(variable), said);
        if (!variable.equals("CNI_ARGS")) {
            environment.remove(variable);
            said = CniPlugin.run(environment, config()).assertError(4);
            assertTrue(said.contains(variable), said);
        }
        assertFalse(Files.exists(Path.of("x")));
    }

    @Test
    void commandsThatAVersionDoesNotHave() throws InterruptedException {
        for (String version : List.of("0.3.1", "0.4.0", "1.0.0")) {
            for (String command : List.of("STATUS", "GC")) {
                CniPlugin.run(environment(command), plugin().config(version)).assertError(1);
            }
        }
        CniPlugin.run(environment("CHECK"), plugin().config("0.3.1")).assertError(1);
        CniPlugin.run(environment("CHECK"), config()).assertError(7);
        CniPlugin.run(environment("GC"), config()).assertError(7);
        CniPlugin.run(
                        environment("GC"),
                        config().set("cni.dev/valid-attachments", CniPlugin.parse("[{\"containerID\":\"a\"}]")))
                .assertError(7);
    }

    @Test
    void versionNeedsNothing() throws InterruptedException {
        for (String input : List.of("", "{}", "{\"cniVersion\":\"0.3.1\"}", "{\"cniVersion\":\"9.0.0\"}")) {
            JsonNode answer =
                    CniPlugin.run(Map.of("CNI_COMMAND", "VERSION"), input).assertSuccess();
            assertEquals(4, answer.path("supportedVersions").size());
            assertTrue(
                    input.length() < 3
                            || input.contains(answer.path("cniVersion").asText()),
                    answer.toString());
        }
        CniPlugin.run(Map.of("CNI_COMMAND", "VERSION"), "{\"cniVersion\":[]}").assertError(6);
        CniPlugin.run(Map.of("CNI_COMMAND", "VERSION"), "nonsense").assertError(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jq", "curl"})
    void namesThePackageThatIsMissing(String program) throws Exception {
        Path bin = Files.createDirectory(directory.resolve("bin"));
        for (String there : List.of("jq", "curl", "head", "tr", "timeout", "sha256sum")) {
            if (!there.equals(program)) {
                Files.createSymbolicLink(bin.resolve(there), Path.of("/usr/bin", there));
            }
        }
        var environment = environment("STATUS");
        environment.put("PATH", bin.toString());
        String said = CniPlugin.run(environment, config()).assertError(102);
        assertTrue(said.contains("Debian package " + program), said);
    }

    // ---- what Braid is asked ----

    private JsonNode request(Map<String, String> environment, JsonNode config) throws Exception {
        try (var fake = fake(_ -> ATTACHED)) {
            CniResult.check(CniPlugin.run(environment, config).assertSuccess(), CniPlugin.VERSION, NETNS);
            assertEquals(1, fake.asked().size(), fake.asked().toString());
            String asked = fake.asked().getFirst();
            assertTrue(asked.startsWith("POST /v1/tasks {"), asked);
            return CniPlugin.parse(asked.substring("POST /v1/tasks ".length()));
        } finally {
            Files.deleteIfExists(socket());
        }
    }

    private String taskFor(String arguments) throws Exception {
        var environment = environment("ADD");
        environment.put("CNI_ARGS", arguments);
        return request(environment, config()).path("task").asText();
    }

    @Test
    void theTasksName() throws Exception {
        assertEquals("c1", taskFor(""));
        assertEquals("train-1", taskFor("BRAID_TASK=train-1"));
        String pod =
                "IgnoreUnknown=1;K8S_POD_NAMESPACE=default;K8S_POD_NAME=web-0;K8S_POD_UID=1;K8S_POD_INFRA_CONTAINER_ID=c1";
        assertEquals("default_web-0", taskFor(pod));
        assertEquals("train-1", taskFor(pod + ";BRAID_TASK=train-1"));
        String first = taskFor("K8S_POD_NAMESPACE=default;K8S_POD_NAME=" + "w".repeat(100) + "1");
        String second = taskFor("K8S_POD_NAMESPACE=default;K8S_POD_NAME=" + "w".repeat(100) + "2");
        assertTrue(first.matches("default_w{44}_[0-9a-f]{10}"), first);
        assertEquals(63, second.length());
        assertFalse(first.equals(second));
    }

    @Test
    void whereAddressesComeFrom() throws Exception {
        var environment = environment("ADD");
        environment.put("CNI_ARGS", "IP=10.100.0.4/24, 2001:db8::4");
        ObjectNode config = plugin().config(CniPlugin.VERSION);
        ObjectNode annotations = config.putObject("runtimeConfig").putObject("io.kubernetes.cri.pod-annotations");
        annotations.put("braid/ips", "10.100.0.5,2001:db8::5").put("other", "x");
        assertEquals(List.of("10.100.0.5", "2001:db8::5"), ips(request(environment("ADD"), config)));
        assertEquals(List.of("10.100.0.4", "2001:db8::4"), ips(request(environment, config)));
        config.putObject("args").putObject("cni").putArray("ips").add("2001:db8::3/64");
        assertEquals(List.of("2001:db8::3"), ips(request(environment, config)));
        ((ObjectNode) config.path("runtimeConfig"))
                .putArray("ips")
                .add("10.100.0.2/32")
                .add("2001:db8::2/128");
        assertEquals(List.of("10.100.0.2", "2001:db8::2"), ips(request(environment, config)));
    }

    private static List<String> ips(JsonNode request) {
        return request.path("ips").valueStream().map(JsonNode::asText).toList();
    }

    @Test
    void whereTheGrantComesFrom() throws Exception {
        assertTrue(request(environment("ADD"), config()).path("grant").isNull());
        assertEquals(
                "a.b.c",
                request(environment("ADD"), config().put("grant", "a.b.c"))
                        .path("grant")
                        .asText());
        Path file = Files.writeString(directory.resolve("grant"), "d.e.f\n");
        ObjectNode config = config().put("grantFile", file.toString());
        assertEquals(
                "d.e.f",
                request(environment("ADD"), config).path("grant").asText().strip());
        ((ObjectNode) config.path("runtimeConfig"))
                .putObject("io.kubernetes.cri.pod-annotations")
                .put("braid/grant", "g.h.i");
        assertEquals("g.h.i", request(environment("ADD"), config).path("grant").asText());
    }

    @Test
    void everyKeyArrives() throws Exception {
        JsonNode request =
                request(environment("ADD"), config().put("nics", true).put("mtu", 9000));
        assertEquals(
                CniPlugin.parse("{\"task\":\"c1\",\"ips\":[\"10.100.0.1\"],\"kind\":\"tap\",\"netns\":\"" + NETNS
                        + "\",\"nics\":true,\"mtu\":9000,\"grant\":null,\"device\":\"eth0\",\"label\":\"" + label("c1")
                        + "\"}"),
                request);
        assertEquals(
                "team/9",
                request(environment("ADD"), config().put("job", "team/9"))
                        .path("job")
                        .asText());
        ObjectNode usual = config();
        usual.remove("kind");
        assertEquals("auto", request(environment("ADD"), usual).path("kind").asText());
    }

    // ---- wrong answers ----

    @Test
    void theDataplanesRefusalsHaveCodes() throws Exception {
        var codes = Map.of("bad-request", 7, "not-found", 3, "conflict", 100, "refused", 101, "failed", 102, "new", 6);
        for (var entry : codes.entrySet()) {
            String answer = FakeBraid.json(
                    400,
                    "{\"error\":{\"kind\":\"" + entry.getKey() + "\",\"message\":\"so be it \\u001b[31m"
                            + "x".repeat(300_000) + "\"}}");
            try (var fake = fake(_ -> answer)) {
                String said = CniPlugin.run(environment("ADD"), config()).assertError(entry.getValue());
                assertTrue(said.contains("so be it ?[31mx"), said);
                assertEquals(1, fake.asked().size());
            }
            Files.delete(socket());
        }
        try (var fake = fake(_ -> FakeBraid.json(503, "{\"error\":{\"kind\":\"failed\",\"message\":\"later\"}}"))) {
            CniPlugin.run(environment("ADD"), config()).assertError(11);
            assertEquals(1, fake.asked().size());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                FakeBraid.SILENCE,
                "HTTP/1.1 201 X\r\n\r\n",
                "HTTP/1.1 201 X\r\n\r\n{\"task\":",
                "HTTP/1.1 201 X\r\n\r\n[]",
                "nonsense"
            })
    void whatMayHaveBeenAttachedIsDetached(String answer) throws Exception {
        try (var fake = fake(asked -> asked.startsWith("POST")
                ? answer
                : asked.startsWith("GET") ? tasks("c0", label("c0"), "c1", label("c1")) : FakeBraid.json(204, ""))) {
            var call = CniPlugin.run(environment("ADD"), config());
            int code = call.json().path("code").intValue();
            assertTrue(code == 6 || code == 11, call.out());
            assertTrue(call.assertError(code).contains("detached again"), call.out());
            assertEquals(3, fake.asked().size(), fake.asked().toString());
            assertEquals("DELETE /v1/tasks/c1", fake.asked().getLast());
        }
    }

    @Test
    void hostileListsDoNoHarm() throws Exception {
        String own = label("c1");
        try (var fake = fake(asked -> asked.startsWith("GET") ? tasks("../../v1/handover", own) : DONE)) {
            CniPlugin.run(environment("DEL"), config()).assertError(11);
            assertEquals(1, fake.asked().size(), "nothing was asked with that name: " + fake.asked());
        }
        Files.delete(socket());
        for (String list : List.of(
                FakeBraid.SILENCE,
                "nonsense",
                FakeBraid.json(200, ""),
                FakeBraid.json(200, "[]"),
                FakeBraid.json(200, "{\"tasks\":7}"),
                FakeBraid.json(200, "x".repeat(5 << 20)),
                FakeBraid.json(500, "{\"error\":{\"kind\":\"failed\",\"message\":\"no\"}}"))) {
            try (var _ = fake(_ -> list)) {
                CniPlugin.run(environment("DEL"), config()).assertError(11);
                CniPlugin.run(environment("STATUS"), config())
                        .assertError(list.contains("200") && list.length() < 1000 ? 51 : 50);
            }
            Files.delete(socket());
        }
    }

    @Test
    void deletesWhatHasItsLabelOnly() throws Exception {
        String list =
                tasks("c1", "cni:net:c1:eth1", "a", "cni:net2:c1:eth0", "b", label("c1"), "c", label("c11"), "d", "");
        try (var fake = fake(asked -> asked.startsWith("GET") ? list : FakeBraid.json(404, ""))) {
            CniPlugin.run(environment("DEL"), config()).assertSilent();
            assertEquals(List.of("GET /v1/tasks", "DELETE /v1/tasks/b"), fake.asked());
        }
    }

    @Test
    void deleteDoesNotCareAboutTheRestOfTheConfiguration() throws Exception {
        try (var _ = fake(_ -> NO_TASKS)) {
            ObjectNode config = plugin().config("0.3.1").put("unknown", 1).put("mtu", "x");
            var environment = environment("DEL");
            environment.put("CNI_ARGS", "nonsense");
            environment.remove("CNI_NETNS");
            CniPlugin.run(environment, config).assertSilent();
        }
    }

    @Test
    void garbageIsTakenAwayAsFarAsPossible() throws Exception {
        String list = tasks("a", label("c1"), "b", label("c2"), "c", label("c3"), "d", "cni:net2:c4:eth0", "e", "");
        try (var fake = fake(asked -> asked.startsWith("GET")
                ? list
                : asked.endsWith("/b")
                        ? FakeBraid.json(500, "{\"error\":{\"kind\":\"failed\",\"message\":\"stuck\"}}")
                        : FakeBraid.json(204, ""))) {
            ObjectNode config = plugin().config(CniPlugin.VERSION);
            config.set(
                    "cni.dev/valid-attachments",
                    CniPlugin.parse(
                            "[{\"containerID\":\"c1\",\"ifname\":\"eth0\"},{\"containerID\":\"*\",\"ifname\":\"*\"}]"));
            String said = CniPlugin.run(Map.of("CNI_COMMAND", "GC"), config).assertError(102);
            assertTrue(said.contains("stuck"), said);
            assertEquals(List.of("GET /v1/tasks", "DELETE /v1/tasks/b", "DELETE /v1/tasks/c"), fake.asked());
        }
    }

    @Test
    void aDeadSocketIsNoBraid() throws Exception {
        ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                .bind(UnixDomainSocketAddress.of(socket()))
                .close();
        CniPlugin.run(environment("STATUS"), config()).assertError(50);
        CniPlugin.run(environment("ADD"), config()).assertError(11);
        CniPlugin.run(environment("DEL"), config()).assertError(11);
    }

    @Test
    void theExampleIsGood() throws Exception {
        JsonNode list = CniPlugin.parse(Files.readString(Path.of("..", "docker", "cni", "10-braid.conflist")));
        assertEquals(1, list.path("plugins").size());
        ObjectNode config = ((ObjectNode) list.path("plugins").path(0)).deepCopy();
        assertEquals("braid", config.path("type").asText());
        config.set("cniVersion", list.path("cniVersion"));
        config.set("name", list.path("name"));
        config.remove("capabilities");
        config.put("socket", socket().toString());
        config.putObject("runtimeConfig").putArray("ips").add("10.100.0.1");
        request(environment("ADD"), config);
    }

    @Test
    void anInterruptedAddIsTakenBack() throws Exception {
        try (var fake = fake(asked -> {
            if (asked.startsWith("POST")) {
                try {
                    Command.run(List.of("sh", "-c", "kill -TERM " + pluginPid()));
                    Thread.sleep(200);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return ATTACHED;
            }
            return asked.startsWith("GET") ? tasks("c1", label("c1")) : DONE;
        })) {
            String said = CniPlugin.run(environment("ADD"), config()).assertError(11);
            assertTrue(said.contains("interrupted"), said);
            assertEquals("DELETE /v1/tasks/c1", fake.asked().getLast());
        }
    }

    /** The plugin that is a child of this process; its own children only copy its command line. */
    private static long pluginPid() {
        return ProcessHandle.current()
                .children()
                .filter(child -> child.info().commandLine().orElse("").contains("docker/cni/braid"))
                .mapToLong(ProcessHandle::pid)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void inputThatDoesNotEndIsNotWaitedFor() throws Exception {
        var builder = new ProcessBuilder("../docker/cni/braid");
        builder.environment().putAll(environment("ADD"));
        Process process = builder.start();
        assertTrue(process.waitFor(Duration.ofSeconds(20)));
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(5, CniPlugin.parse(said).path("code").intValue(), said);
    }
}
