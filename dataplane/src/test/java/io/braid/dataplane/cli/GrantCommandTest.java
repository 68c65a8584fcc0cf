package io.braid.dataplane.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.ControlServer;
import io.braid.dataplane.control.FakeService;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrantCommandTest {
    @TempDir
    private Path directory;

    private static Invocation grant(String... arguments) {
        return Invocation.of(new GrantCommand(), arguments);
    }

    private String made(String... more) {
        var arguments = new java.util.ArrayList<>(
                List.of("make", "--key", directory.resolve("grant.key").toString(), "--task", "t", "--host", "gpu-17"));
        arguments.addAll(List.of(more));
        Invocation made = grant(arguments.toArray(String[]::new));
        assertEquals(0, made.exitCode(), made.err());
        return made.out();
    }

    private Path file(String name, String text) throws Exception {
        return Files.writeString(directory.resolve(name), text);
    }

    @Test
    void keysAreMadeOnceAndForTheirOwner() throws Exception {
        Invocation made = grant("key", "--out", directory.toString());
        assertEquals(0, made.exitCode(), made.err());
        Path secret = directory.resolve("grant.key");
        Path open = directory.resolve("grant.key.pub");
        assertTrue(
                made.out()
                        .matches("private key " + secret + "\npublic key  " + open
                                + "\nkey id      [A-Za-z0-9_-]{43}\n"),
                made.out());
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)));
        Invocation again = grant("key", "--out", secret.toString());
        assertEquals(
                new Invocation(
                        1,
                        "",
                        "braid: cannot write the keys: " + secret + " is there already; keys are not overwritten\n"),
                again);
        assertEquals(2, grant("key").exitCode());
    }

    @Test
    void whatIsMadeIsGoodWhereItIsFor() throws Exception {
        grant("key", "--out", directory.toString());
        String key = directory.resolve("grant.key.pub").toString();
        Path token = file("token", made("--ip", "10.100.0.7,2001:DB8:100::7", "--job", "job-9", "--valid", "2h"));
        Invocation good = grant("inspect", "--public-key", key, token.toString());
        assertEquals(0, good.exitCode(), good.err());
        assertTrue(good.out().matches("""
                                task     t
                                host     gpu-17
                                ip       10.100.0.7, 2001:db8:100::7
                                job      job-9
                                begins   \\S+Z
                                expires  \\S+Z
                                key      \\S{43}
                                id       [0-9a-f-]{36}
                                verdict  good
                                """), good.out());
        Invocation unverified = grant("inspect", token.toString());
        assertEquals(1, unverified.exitCode());
        assertTrue(
                unverified
                        .out()
                        .endsWith("verdict  not good (not-verified): no public key is given to verify it with\n"),
                unverified.out());
        for (String host : List.of("gpu-17", "gpu-18")) {
            Path config = file("host.yaml", """
                    host: HOST
                    uplinks: [{name: nic0, device: "vdev:net_null0", addresses: [192.0.2.1/31], gateways: [192.0.2.0]}]
                    tasks: {prefixes: [10.100.0.0/16], grants: {public-keys: [KEY]}}
                    """.replace("HOST", host).replace("KEY", key));
            Invocation there = grant("inspect", "-c", config.toString(), "--json", token.toString());
            assertEquals(host.equals("gpu-17") ? 0 : 1, there.exitCode(), there.out());
            assertTrue(
                    there.out()
                            .startsWith(
                                    host.equals("gpu-17")
                                            ? "{\n  \"good\" : true,\n  \"reason\" : null,"
                                            : "{\n  \"good\" : false,\n  \"reason\" : \"grant-wrong-host\","),
                    there.out());
        }
        assertEquals(
                2,
                grant("inspect", "-c", "/nowhere", "--public-key", key, token.toString())
                        .exitCode());
        assertEquals(2, grant("inspect", directory.resolve("none").toString()).exitCode());
    }

    @Test
    void timesAreLookedAt() throws Exception {
        grant("key", "--out", directory.toString());
        String key = directory.resolve("grant.key.pub").toString();
        Path past = file("past", made("--ip", "10.0.0.1", "--not-before", "2020-01-01T00:00:00Z", "--valid", "1d"));
        Invocation over = grant("inspect", "--public-key", key, past.toString());
        assertEquals(1, over.exitCode());
        assertTrue(
                over.out().contains("verdict  not good (grant-expired): it expired at 2020-01-02T00:00:00Z"),
                over.out());
        Path future =
                file("future", made("--ip", "10.0.0.1", "--not-before", "2090-01-01T00:00:00Z", "--valid", "30s"));
        assertTrue(
                grant("inspect", "--public-key", key, future.toString()).out().contains("(grant-not-yet-valid)"));
        Path garbage = file("garbage", "garbage");
        assertEquals(
                new Invocation(
                        1,
                        "verdict  not good (grant-malformed): expected three parts with dots between them, found 1\n",
                        ""),
                grant("inspect", garbage.toString()));
    }

    @Test
    void typingErrorsAreTold() {
        grant("key", "--out", directory.toString());
        String key = directory.resolve("grant.key").toString();
        for (var wrong : List.of(
                List.of("--ip", "10.0.0", "--ip"),
                List.of("--valid", "1w", "--valid"),
                List.of("--valid", "0s", "--valid"),
                List.of("--not-before", "tomorrow", "--not-before"),
                List.of("--task", "-t", "--task"),
                List.of("--host", "a b", "--host"),
                List.of("--job", "a b", "--job"),
                List.of("--key", directory + "/none", "--key"))) {
            var arguments = new java.util.ArrayList<>(List.of("make"));
            for (var pair : List.of(
                    List.of("--key", key),
                    List.of("--task", "t"),
                    List.of("--host", "h"),
                    List.of("--ip", "10.0.0.1"))) {
                if (!pair.getFirst().equals(wrong.getFirst())) {
                    arguments.addAll(pair);
                }
            }
            arguments.addAll(wrong.subList(0, 2));
            Invocation told = grant(arguments.toArray(String[]::new));
            assertEquals(2, told.exitCode(), told.out());
            assertTrue(told.err().contains(wrong.get(2) + ": "), told.err());
        }
        assertEquals(2, grant().exitCode());
        for (String command : List.of("key", "make", "inspect", "renew")) {
            Invocation help = grant(command, "--help");
            assertEquals(0, help.exitCode());
            assertTrue(help.out().contains("Usage"), help.out());
        }
    }

    @Test
    void anotherGrantIsBrought() throws Exception {
        var service = new FakeService();
        try (var server = ControlServer.start(directory.resolve("control.sock"), service)) {
            String socket = server.socket().toString();
            Path token = file("token", "eyJ.eyJ.c2ln\n");
            Invocation.of(new AttachCommand(), "t", "--ip", "10.0.0.1", "--socket", socket);
            assertEquals(
                    new Invocation(0, "task t has grant 4f1c0d7e of job job-9 until 2026-11-30T13:00:00Z\n", ""),
                    grant("renew", "t", "--grant", token.toString(), "--socket", socket));
            InputStream before = System.in;
            try {
                System.setIn(new ByteArrayInputStream("eyK.eyJ.c2ln\n".getBytes(StandardCharsets.US_ASCII)));
                assertEquals(
                        0,
                        grant("renew", "t", "--grant", "-", "--json", "--socket", socket)
                                .exitCode());
            } finally {
                System.setIn(before);
            }
            assertEquals(List.of("t eyJ.eyJ.c2ln", "t eyK.eyJ.c2ln"), service.renewed);
            assertEquals(
                    1,
                    grant("renew", "u", "--grant", token.toString(), "--socket", socket)
                            .exitCode());
            assertEquals(
                    2,
                    grant("renew", "t", "--grant", "/nowhere", "--socket", socket)
                            .exitCode());
        }
    }
}
