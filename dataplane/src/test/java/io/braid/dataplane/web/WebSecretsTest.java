package io.braid.dataplane.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.config.ListenAddress;
import io.braid.dataplane.config.WebConfig;
import io.braid.dataplane.net.IpAddress;
import io.braid.linux.CpuSet;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A token that clients have to know, and TLS. */
class WebSecretsTest {
    private static final String TOKEN = "correct-horse-battery";
    private static final ListenAddress LISTEN = new ListenAddress(IpAddress.parse("127.0.0.1"), 0);
    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    private Path directory;

    private Path file(String name, String text, String mode) throws IOException {
        Path file = Files.writeString(directory.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    private static WebConfig config(@Nullable Path token, @Nullable Path certificate, @Nullable Path key) {
        return new WebConfig(
                LISTEN,
                List.of(),
                Optional.ofNullable(token),
                Optional.ofNullable(certificate),
                Optional.ofNullable(key));
    }

    private static String status(InetSocketAddress server, String path, String header) throws IOException {
        String answer =
                RawTcpClient.exchange(server, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n");
        assertEquals(answer.contains(" 401 "), answer.contains("\r\nWWW-Authenticate: Basic realm=\"braid\""), answer);
        return answer.split(" ", 3)[1];
    }

    private static String basic(String user, String password) {
        return "Authorization: Basic "
                + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.ISO_8859_1))
                + "\r\n";
    }

    @Test
    void onlyWhoKnowsTheTokenReads() throws IOException {
        var config = config(file("token", TOKEN + "\n", "rw-------"), null, null);
        try (Listening listening = Listening.on(LISTEN);
                WebServer _ = WebServer.start(config, listening, "gpu-17", TestMoments::full, CpuSet.empty())) {
            var server = (InetSocketAddress) listening.channel().getLocalAddress();
            for (String path : List.of("/", "/metrics", "/api/status", "/none", "/main.js")) {
                assertEquals("401", status(server, path, ""), path);
            }
            for (String path : List.of("/healthz", "/readyz")) {
                assertEquals("200", status(server, path, ""), path);
            }
            assertEquals("200", status(server, "/metrics", "Authorization: Bearer " + TOKEN + "\r\n"));
            assertEquals("200", status(server, "/metrics", "authorization: bearer  " + TOKEN + "\r\n"));
            assertEquals("200", status(server, "/", basic("anybody", TOKEN)));
            assertEquals("200", status(server, "/", basic("", TOKEN)));
            for (String wrong : List.of(
                    "Authorization: Bearer " + TOKEN + "x\r\n",
                    "Authorization: Bearer\r\n",
                    "Authorization: Basic " + TOKEN + "\r\n",
                    "Authorization: Basic %%%\r\n",
                    "Authorization: Digest " + TOKEN + "\r\n",
                    basic(TOKEN, ""),
                    basic("a", TOKEN + "é"))) {
                assertEquals("401", status(server, "/metrics", wrong), wrong);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "short", "two words that are long enough", "tooloooooooooong\u00e9\u00e9"})
    void aTokenThatIsNoneIsToldOf(String text) throws IOException {
        var config = config(file("token", text, "rw-------"), null, null);
        var e = assertThrows(WebFileException.class, () -> WebServer.check(config));
        assertTrue(
                e.explanation().contains("web.token-file: " + directory.resolve("token") + ": expected one line"),
                e.explanation());
    }

    @Test
    void aSecretThatOthersCanReadIsNone() throws IOException {
        var config = config(file("token", TOKEN, "rw-r--r--"), null, null);
        var e = assertThrows(WebFileException.class, () -> WebServer.check(config));
        assertTrue(e.explanation().contains("chmod 600"), e.explanation());
        var gone = config(directory.resolve("gone"), null, null);
        e = assertThrows(WebFileException.class, () -> WebServer.check(gone));
        assertTrue(e.explanation().endsWith("found no file"), e.explanation());
    }

    /** A certificate for 127.0.0.1 as the JDK's tool makes it, and its key. */
    private KeyStore certificate(String algorithm) throws Exception {
        Path store = directory.resolve(algorithm + ".p12");
        Path tool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process keytool = new ProcessBuilder(
                        tool.toString(),
                        "-genkeypair",
                        "-alias",
                        "web",
                        "-keyalg",
                        algorithm,
                        "-dname",
                        "CN=gpu-17",
                        "-ext",
                        "san=ip:127.0.0.1,dns:localhost",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, keytool.waitFor(), said);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        return keys;
    }

    private static String pem(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der) + "\n-----END " + label
                + "-----\n";
    }

    @ParameterizedTest
    @ValueSource(strings = {"EC", "RSA", "Ed25519"})
    void tlsIsSpokenWithACertificate(String algorithm) throws Exception {
        KeyStore keys = certificate(algorithm);
        var config = config(
                file("token", TOKEN, "rw-------"),
                file("web.crt", pem("CERTIFICATE", keys.getCertificate("web").getEncoded()), "rw-r--r--"),
                file("web.key", pem("PRIVATE KEY", keys.getKey("web", PASSWORD).getEncoded()), "rw-------"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        KeyStore known = KeyStore.getInstance("PKCS12");
        known.load(null, null);
        known.setCertificateEntry("web", keys.getCertificate("web"));
        trust.init(known);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        try (Listening listening = Listening.on(LISTEN);
                WebServer _ = WebServer.start(config, listening, "gpu-17", TestMoments::full, CpuSet.empty());
                HttpClient client = HttpClient.newBuilder().sslContext(context).build()) {
            var server = (InetSocketAddress) listening.channel().getLocalAddress();
            var request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + server.getPort() + "/metrics"))
                    .header("Authorization", "Bearer " + TOKEN)
                    .build();
            for (int n = 0; n < 3; n++) {
                HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
                assertEquals(200, answer.statusCode());
                assertTrue(answer.body().contains("braid_sent_packets_total"), answer.body());
            }
            // Who does not speak TLS is let go.
            String plain = RawTcpClient.exchange(server, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertTrue(!plain.contains(" 200 "), plain);
            assertEquals(
                    200,
                    client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode());
        }
    }

    @Test
    void filesThatAreNoCertificateAndKeyAreToldOf() throws Exception {
        KeyStore ec = certificate("EC");
        KeyStore rsa = certificate("RSA");
        Path certificate =
                file("a.crt", pem("CERTIFICATE", ec.getCertificate("web").getEncoded()), "rw-r--r--");
        Path key = file("a.key", pem("PRIVATE KEY", ec.getKey("web", PASSWORD).getEncoded()), "rw-------");
        Path other =
                file("b.key", pem("PRIVATE KEY", rsa.getKey("web", PASSWORD).getEncoded()), "rw-------");
        Path nothing = file("nothing", "nothing\n", "rw-------");
        WebServer.check(config(null, certificate, key));
        Path both = file("both", Files.readString(key) + Files.readString(certificate), "rw-------");
        WebServer.check(config(null, both, both));
        fails(config(null, nothing, key), "web.certificate", "no PEM block");
        fails(config(null, key, key), "web.certificate", "a PRIVATE KEY");
        fails(
                config(null, file("cut.crt", Files.readString(certificate).replace("MII", "M=I"), "rw-r--r--"), key),
                "web.certificate",
                "a CERTIFICATE that is not base64");
        fails(
                config(null, file("odd.crt", pem("CERTIFICATE", new byte[] {1, 2, 3}), "rw-r--r--"), key),
                "web.certificate",
                "a certificate that is none");
        fails(config(null, certificate, nothing), "web.key", "no PEM block");
        fails(config(null, certificate, other), "web.key", "no key of the certificate's kind, EC");
        fails(config(null, certificate, certificate), "web.key", "one that others may read or write");
        fails(
                config(null, certificate, file("ec.key", pem("EC PRIVATE KEY", new byte[] {1}), "rw-------")),
                "web.key",
                "a EC PRIVATE KEY");
    }

    private static void fails(WebConfig config, String option, String found) {
        var e = assertThrows(WebFileException.class, () -> WebServer.check(config));
        assertTrue(e.explanation().startsWith(option + ": "), e.explanation());
        assertTrue(e.explanation().endsWith(", found " + found), e.explanation());
    }
}
