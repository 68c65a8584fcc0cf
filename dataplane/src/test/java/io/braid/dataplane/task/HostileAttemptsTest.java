package io.braid.dataplane.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.ControlClient;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlServer;
import io.braid.dataplane.control.RawClient;
import io.braid.dataplane.grant.GrantPolicy;
import io.braid.dataplane.grant.GrantWatch;
import io.braid.dataplane.grant.Scheduler;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a hostile client tries through the control socket: each attempt is refused, leaves one line, and attaches nothing. */
class HostileAttemptsTest {
    private static final List<String> IPS = List.of("10.100.0.7", "2001:db8:100::7");
    private static final String YAML = """
            host: HOST
            uplinks: [{name: nic0, device: "vdev:net_null0", addresses: [192.0.2.1/31], gateways: [192.0.2.0]}]
            tasks:
              prefixes: [10.100.0.0/16, "2001:db8:100::/48"]
              grants: {public-keys: [KEYS]}
              allow: [{task: "web-*", ips: [10.100.9.0/28, "2001:db8:100:9::/64"]}]
            """;

    private final Scheduler scheduler = new Scheduler();
    private final Instant begin = Instant.parse("2026-11-30T12:00:00Z");
    private volatile Instant now = begin;

    @TempDir
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private GrantedHost host;

    @SuppressWarnings("NullAway.Init")
    private ControlServer server;

    @SuppressWarnings("NullAway.Init")
    private ControlClient braid;

    @BeforeEach
    void start() throws Exception {
        host = new GrantedHost(config("gpu-17"), () -> now);
        server = ControlServer.start(directory.resolve("control.sock"), host);
        braid = new ControlClient(server.socket());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private HostConfig config(String name) throws Exception {
        Path keys = scheduler.publishTo(directory.resolve("scheduler.pub"));
        return ConfigLoader.parse(
                        "host.yaml",
                        YAML.replace("HOST", name)
                                .replace("KEYS", keys.toString())
                                .getBytes(StandardCharsets.UTF_8))
                .config();
    }

    private String grant(String task, String... ips) {
        String list = "[\"" + String.join("\",\"", ips) + "\"]";
        return scheduler.sign(HostileTokens.claims(begin)
                .replace("train-1", task)
                .replace("[\"10.100.0.7\",\"2001:db8:100::7\"]", list));
    }

    private static AttachRequest request(String task, List<String> ips, @Nullable String grant) {
        return new AttachRequest(task, ips, "tap", null, false, null, grant);
    }

    private String assertRefused(String name, @Nullable String secret, Runnable attempt) {
        var before = List.copyOf(host.tasks.keySet());
        host.audited.clear();
        ControlException refused = assertThrows(ControlException.class, attempt::run, name);
        assertEquals(1, host.audited.size(), () -> name + " left " + host.audited);
        String line = host.audited.getFirst();
        assertTrue(line.contains(" outcome=refused "), line);
        assertTrue(line.contains(" pid=" + ProcessHandle.current().pid() + " "), line);
        assertTrue(line.matches(".* uid=[0-9]+ gid=[0-9]+ command=\\S+ cgroup=\\S+ netns=[0-9]+ why=\".*\""), line);
        assertTrue(line.chars().allMatch(c -> c >= ' ' && c < 0x7f), line);
        assertEquals(before, List.copyOf(host.tasks.keySet()), name);
        if (secret != null && secret.length() > 200 && secret.lastIndexOf('.') + 32 < secret.length()) {
            String signature = secret.substring(secret.lastIndexOf('.') + 1, secret.lastIndexOf('.') + 17);
            assertTrue(!line.contains(signature) && !refused.explanation().contains(signature), line);
        }
        return line;
    }

    @Test
    void everyHostileTokenIsRefusedAndLeavesOneLine() throws Exception {
        Map<String, String> tokens = HostileTokens.of(scheduler, now);
        assertTrue(tokens.size() >= 150, () -> "there are " + tokens.size());
        tokens.forEach((name, token) -> {
            String line = assertRefused(name, token, () -> braid.attach(request("train-1", IPS, token)));
            assertTrue(line.startsWith("action=attach outcome=refused reason=grant-"), () -> name + ": " + line);
            assertTrue(line.contains(" task=train-1 ips=10.100.0.7,2001:db8:100::7 "), line);
        });
        // And the very same request with a good one:
        host.audited.clear();
        braid.attach(request("train-1", IPS, grant("train-1", "10.100.0.7", "2001:DB8:100::7")));
        assertTrue(
                host.audited
                        .getFirst()
                        .startsWith("action=attach outcome=granted task=train-1 ips=10.100.0.7,2001:db8:100::7 key="
                                + scheduler.keyId() + " grant=g1 pid="),
                host.audited::toString);
        // None of them is taken in place of it, either.
        tokens.forEach((name, token) -> {
            if (!token.isEmpty() && token.length() < 8192) {
                host.audited.clear();
                String body = "{\"grant\":" + json(token) + "}";
                String answer = post("/v1/tasks/train-1/grant", body);
                assertTrue(answer.startsWith("HTTP/1.1 40"), () -> name + ": " + answer);
                assertEquals(1, host.audited.size(), name);
                assertTrue(host.audited.getFirst().startsWith("action=renew outcome=refused "), name);
            }
        });
    }

    private static String json(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }

    private String post(String path, String body) {
        try {
            return RawClient.exchange(
                    server.socket(),
                    "POST " + path + " HTTP/1.1\r\nHost: b\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatComesWithoutAGoodGrantIsRefused() {
        assertReason("grant-required", request("train-1", IPS, null));
        assertReason("grant-required", request("web-1", List.of("10.100.8.1"), null));
        assertReason("grant-required", request("web-1", List.of("10.100.9.1", "10.100.9.16"), null));
        assertReason("grant-required", request("web", List.of("10.100.9.1"), null));
        assertReason("grant-required", request("Web-1", List.of("10.100.9.1"), null));
        assertReason("grant-malformed", request("web-1", List.of("10.100.9.1"), "x")); // not needed, and not good
        braid.attach(request("web-1", List.of("10.100.9.1", "2001:db8:100:9::1"), null));
    }

    private void assertReason(String reason, AttachRequest request) {
        String line = assertRefused(request.toString(), request.grant(), () -> braid.attach(request));
        assertTrue(line.contains(" reason=" + reason + " "), line);
    }

    @Test
    void whatAnotherHasIsNotGivenTwice() {
        braid.attach(request("train-1", IPS, grant("train-1", "10.100.0.7", "2001:db8:100::7")));
        assertReason("task-attached", request("train-1", IPS, grant("train-1", "10.100.0.7", "2001:db8:100::7")));
        assertReason("task-attached", request("train-1", List.of("10.100.0.9"), grant("train-1", "10.100.0.9")));
        assertReason("address-taken", request("train-2", List.of("10.100.0.7"), grant("train-2", "10.100.0.7")));
        assertReason(
                "address-taken",
                request("train-2", List.of("2001:DB8:100:0:0::7"), grant("train-2", "2001:db8:100::7")));
        assertReason(
                "address-taken",
                request("train-2", List.of("10.100.0.9", "10.100.0.7"), grant("train-2", "10.100.0.7", "10.100.0.9")));
        assertReason("outside-prefixes", request("train-2", List.of("10.101.0.7"), grant("train-2", "10.101.0.7")));
        assertReason("outside-prefixes", request("train-2", List.of("192.0.2.1"), grant("train-2", "192.0.2.1")));
        assertReason("grant-wrong-task", request("train-2", IPS, grant("train-1", "10.100.0.7", "2001:db8:100::7")));
        assertReason("grant-wrong-address", request("train-2", IPS, grant("train-2", "10.100.0.7")));
    }

    @Test
    void aGrantIsNotGoodOnAnotherHost() throws Exception {
        String token = grant("train-1", "10.100.0.7", "2001:db8:100::7");
        braid.attach(request("train-1", IPS, token));
        stop();
        host = new GrantedHost(config("gpu-18"), () -> now);
        server = ControlServer.start(directory.resolve("other.sock"), host);
        braid = new ControlClient(server.socket());
        assertReason("grant-wrong-host", request("train-1", IPS, token));
    }

    @Test
    void brokenRequestsLeaveALineEach() {
        var bodies = new ArrayList<String>(List.of(
                "",
                "{",
                "[]",
                "null",
                "x",
                grant("train-1", "10.100.0.7"),
                "{\"task\":\"t\"}",
                "{\"task\":1,\"ips\":[],\"kind\":\"tap\"}",
                "{\"task\":\"../x\",\"ips\":[\"10.100.0.7\"],\"kind\":\"tap\"}",
                "{\"task\":\"t\\naction=attach outcome=granted\",\"ips\":[\"10.100.0.7\"],\"kind\":\"tap\"}",
                "{\"task\":\"t\",\"ips\":[\"10.100.0.7 outcome=granted\"],\"kind\":\"tap\"}",
                "{\"task\":\"t\",\"task\":\"u\",\"ips\":[\"10.100.0.7\"],\"kind\":\"tap\"}",
                "{\"task\":\"t\",\"ips\":[\"10.100.0.7\"],\"kind\":\"macvtap\"}",
                "{\"task\":\"t\",\"ips\":[\"10.100.0.7\"],\"kind\":\"tap\",\"grant\":7}",
                "{\"task\":\"t\",\"ips\":[\"10.100.0.7\"],\"kind\":\"tap\",\"grnat\":\"a.b.c\"}",
                "[".repeat(2000),
                "x".repeat(70_000)));
        for (String body : bodies) {
            host.audited.clear();
            String answer = post("/v1/tasks", body);
            assertTrue(answer.startsWith("HTTP/1.1 4"), answer);
            assertEquals(1, host.audited.size(), () -> body + " left " + host.audited);
            String line = host.audited.getFirst();
            assertTrue(line.matches("action=attach outcome=refused reason=bad-request task=.* pid=[0-9]+ .*"), line);
            assertTrue(line.chars().allMatch(c -> c >= ' ' && c < 0x7f) && !line.contains("eyJ"), line);
            String unquoted = line.replaceAll("\"(?:[^\"\\\\]|\\\\.)*\"", "Q");
            assertEquals(1, unquoted.split("outcome=", -1).length - 1, unquoted);
        }
        for (String path : List.of(
                "/v1/tasks/-x/announce",
                "/v1/tasks/-x/withdraw",
                "/v1/tasks/-x/lease",
                "/v1/tasks/nobody/announce",
                "/v1/tasks/nobody/lease",
                "/v1/tasks/-x/grant",
                "/v1/tasks/nobody/grant")) {
            host.audited.clear();
            String answer = post(path, path.endsWith("grant") ? "{\"grant\":\"a.b.c\"}" : "");
            assertTrue(answer.startsWith("HTTP/1.1 40"), answer);
            assertEquals(1, host.audited.size(), () -> path + " left " + host.audited);
        }
        assertEquals(Map.of(), host.tasks);
    }

    @Test
    void aKeyThatIsTakenAwayEndsWhatItSigned() throws Exception {
        braid.attach(request("train-1", IPS, grant("train-1", "10.100.0.7", "2001:db8:100::7")));
        Path keys = directory.resolve("scheduler.pub");
        try (var watch = new GrantWatch(host.grants, host.audit())) {
            watch.start();
            host.audited.clear();
            Files.writeString(keys, "half a ke"); // as while it is being written: nothing ends by that
            Thread.sleep(1200);
            assertEquals(List.of(), host.audited);
            new Scheduler().publishTo(keys);
            long limit = System.nanoTime() + 5_000_000_000L;
            while (host.audited.isEmpty() && System.nanoTime() < limit) {
                Thread.sleep(5);
            }
        }
        assertEquals(
                List.of("action=expire outcome=withdrawn reason=grant-revoked task=train-1"
                        + " ips=10.100.0.7,2001:db8:100::7 key=" + scheduler.keyId() + " grant=g1 by=braid"),
                host.audited);
        String line = assertRefused("announce", null, () -> braid.announced("train-1", true));
        assertTrue(line.startsWith("action=announce outcome=refused reason=grant-revoked task=train-1 "), line);
        // The key's return does not bring it back, as an ended grant stays ended; another grant does.
        scheduler.publishTo(keys);
        assertRefused("announce", null, () -> braid.announced("train-1", true));
        braid.renew("train-1", grant("train-1", "10.100.0.7", "2001:db8:100::7"));
        braid.announced("train-1", true);
    }

    /** As when the configuration is read again: first both keys are named, then the new one alone. */
    @Test
    void keysAreExchangedWithoutARestart() throws Exception {
        braid.attach(request("train-1", IPS, grant("train-1", "10.100.0.7", "2001:db8:100::7")));
        var next = new Scheduler();
        Path old = directory.resolve("scheduler.pub");
        Path other = next.publishTo(directory.resolve("next.pub"));
        String token = next.sign(
                HostileTokens.claims(begin).replace("train-1", "train-2").replace("0.7", "0.8"));
        String yaml = YAML.replace("HOST", "gpu-17");
        assertRefused("the new key", token, () -> braid.attach(request("train-2", List.of("10.100.0.8"), token)));
        host.grants.adopt(policy(yaml.replace("KEYS", old + ", " + other)));
        try (var watch = new GrantWatch(host.grants, host.audit())) {
            watch.start();
            braid.attach(request("train-2", List.of("10.100.0.8"), token));
            host.audited.clear();
            host.grants.adopt(policy(yaml.replace("KEYS", other.toString())));
            long limit = System.nanoTime() + 5_000_000_000L;
            while (host.audited.isEmpty() && System.nanoTime() < limit) {
                Thread.sleep(5);
            }
        }
        assertEquals(1, host.audited.size(), host.audited::toString);
        assertTrue(
                host.audited
                        .getFirst()
                        .startsWith("action=expire outcome=withdrawn reason=grant-revoked task=train-1 "),
                host.audited::toString);
        braid.announced("train-2", true);
    }

    private GrantPolicy policy(String yaml) throws Exception {
        return new GrantPolicy(
                ConfigLoader.parse("host.yaml", yaml.getBytes(StandardCharsets.UTF_8))
                        .config(),
                () -> now);
    }

    @Test
    void nobodyJoinsAJobThatTheirGrantDoesNotName() {
        String grant = granted("train");
        for (String of : List.of(grant, scheduler.sign(HostileTokens.claims(begin)))) {
            var claims =
                    new AttachRequest("train-1", IPS, "tap", null, false, null, of, null, null, "another", null, null);
            String line = assertRefused("another job", of, () -> braid.attach(claims));
            assertTrue(line.contains("reason=grant-wrong-job task=train-1 "), line);
        }
        braid.attach(request("train-1", IPS, grant));
        assertEquals(
                "train",
                Objects.requireNonNull(host.tasks.get("train-1")).terms().job());
        String next = granted("another");
        String line = assertRefused("another job's renewal", next, () -> braid.renew("train-1", next));
        assertTrue(line.contains("reason=grant-wrong-job task=train-1 "), line);
        assertEquals(
                "train", Objects.requireNonNull(host.grants.status("train-1")).job());
    }

    private String granted(String job) {
        return scheduler.sign(HostileTokens.claims(begin).replace("\"jti\"", "\"job\":\"" + job + "\",\"jti\""));
    }

    @Test
    void nobodyBringsBackAnExpiredTaskWithoutAnotherGrant() {
        braid.attach(request("train-1", IPS, grant("train-1", "10.100.0.7", "2001:db8:100::7")));
        now = begin.plusSeconds(3600);
        host.audited.clear();
        try (var watch = new GrantWatch(host.grants, host.audit())) {
            watch.start();
            long limit = System.nanoTime() + 5_000_000_000L;
            while (host.audited.isEmpty() && System.nanoTime() < limit) {
                Thread.onSpinWait();
            }
        }
        assertEquals(
                List.of("action=expire outcome=withdrawn reason=grant-expired task=train-1"
                        + " ips=10.100.0.7,2001:db8:100::7 key=" + scheduler.keyId() + " grant=g1 by=braid"),
                host.audited);
        String line = assertRefused("announce", null, () -> braid.announced("train-1", true));
        assertTrue(
                line.startsWith("action=announce outcome=refused reason=grant-expired task=train-1 ips=- key="
                        + scheduler.keyId() + " grant=g1 pid="),
                line);
        assertRefused("hold", null, () -> braid.hold("train-1", () -> {}));
        String old = grant("train-1", "10.100.0.7", "2001:db8:100::7");
        assertRefused("the old one", old, () -> braid.renew("train-1", old));
        String next = scheduler.sign(HostileTokens.claims(now));
        host.audited.clear();
        assertEquals(
                "2026-11-30T14:00:00Z", braid.renew("train-1", next).value().expires());
        assertTrue(
                host.audited
                        .getFirst()
                        .startsWith("action=renew outcome=granted task=train-1 ips=- key=" + scheduler.keyId()
                                + " grant=g1 pid="),
                host.audited::toString);
        braid.announced("train-1", true);
        braid.detach("train-1");
        assertEquals(
                List.of("renew", "announce", "detach"),
                host.audited.stream()
                        .map(each -> each.replaceAll("action=(\\w+) .*", "$1"))
                        .toList());
    }
}
