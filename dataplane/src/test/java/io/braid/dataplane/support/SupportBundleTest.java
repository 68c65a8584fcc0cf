package io.braid.dataplane.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive is read by the system's own tar. */
class SupportBundleTest {
    private static final String TOKEN =
            "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ0cmFpbi0xIn0.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5B";
    private static final String KEY =
            "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIHNlY3JldHNlY3JldA\n-----END PRIVATE KEY-----";

    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    private Path directory;

    private static String tar(String... arguments) throws Exception {
        var command = new ArrayList<>(List.of("tar"));
        command.addAll(List.of(arguments));
        return HostFacts.command(command);
    }

    @Test
    void tarReadsItAndItIsItsOwnersAlone() throws Exception {
        var bundle = new Bundle();
        bundle.add("a.txt", "hello\n");
        bundle.add("host/empty.txt", "");
        bundle.add("block.txt", "x".repeat(512));
        bundle.gather("gone.txt", () -> {
            throw new IOException("no such thing");
        });
        Path file = directory.resolve("b.tar.gz");
        bundle.write(file, "braid-support", Instant.ofEpochSecond(1_800_000_000));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertEquals(
                List.of(
                        "braid-support/MANIFEST.txt",
                        "braid-support/a.txt",
                        "braid-support/block.txt",
                        "braid-support/host/empty.txt"),
                tar("-tzf", file.toString()).lines().toList());
        assertEquals("hello\n", tar("-xzOf", file.toString(), "braid-support/a.txt"));
        assertEquals(
                512, tar("-xzOf", file.toString(), "braid-support/block.txt").length());
        assertTrue(tar("-xzOf", file.toString(), "braid-support/MANIFEST.txt")
                .contains("gone.txt: not to be had: no such thing"));
        assertThrows(FileAlreadyExistsException.class, () -> bundle.write(file, "x", Instant.now()));
        assertTrue(Files.size(file) > 0, "the other one is left alone");
    }

    @Test
    void whatIsTooLargeIsCutOrLeftOutAndSaid() throws Exception {
        var bundle = new Bundle();
        bundle.add("log.txt", "old" + "x".repeat(Bundle.MOST_OF_ONE) + "new");
        for (int i = 0; i < 8; i++) {
            bundle.add("more-" + i, "y".repeat(Bundle.MOST_OF_ONE));
        }
        assertEquals(2, bundle.notes().size(), bundle.notes().toString());
        assertTrue(
                bundle.notes().getLast().startsWith("more-7: left out"),
                bundle.notes().toString());
        Path file = directory.resolve("b.tar.gz");
        bundle.write(file, "b", Instant.now());
        tar("-xzf", file.toString(), "-C", directory.toString(), "b/log.txt"); // of a command's output there is a bound
        String log = Files.readString(directory.resolve("b/log.txt"));
        assertTrue(log.endsWith("new") && !log.contains("old"));
    }

    @Test
    void whatLooksLikeASecretIsTakenOut() {
        String text = "a " + TOKEN + " b\n" + KEY
                + "\npassword: hunter2\n{\"token\":\"abc\", \"x\": 1}\npassword-file: /etc/braid/tor.key\n";
        String clean = Secrets.without(text);
        assertFalse(
                clean.contains("eyJ") || clean.contains("MC4C") || clean.contains("hunter2") || clean.contains("abc"),
                clean);
        assertTrue(clean.contains("password-file: /etc/braid/tor.key"), "a file's name is none: " + clean);
        assertTrue(clean.contains("\"x\": 1"), clean);
        assertFalse(Secrets.without("-----BEGIN PRIVATE KEY-----\ncut off").contains("cut off"));
    }

    @Test
    void theHostIsDescribedAsFarAsItTells() throws Exception {
        Path nic = Files.createDirectories(directory.resolve("sys/bus/pci/devices/0000:3b:00.0"));
        Files.writeString(nic.resolve("class"), "0x020000\n");
        Files.writeString(nic.resolve("numa_node"), "1\n");
        Path pool =
                Files.createDirectories(directory.resolve("sys/devices/system/node/node0/hugepages/hugepages-2048kB"));
        Files.writeString(pool.resolve("free_hugepages"), "256\n");
        var bundle = new Bundle();
        new HostFacts(directory).addTo(bundle);
        assertEquals(Set.of("host/kernel.txt", "host/hugepages.txt", "host/nics.txt"), bundle.names());
        Path file = directory.resolve("b.tar.gz");
        bundle.write(file, "b", Instant.now());
        String nics = tar("-xzOf", file.toString(), "b/host/nics.txt");
        assertTrue(nics.contains("0000:3b:00.0 driver none\n") && nics.contains("numa_node 1\n"), nics);
        assertTrue(tar("-xzOf", file.toString(), "b/host/hugepages.txt").contains("free_hugepages\n256\n"));
    }

    @Test
    void aCommandThatHangsOrFailsCostsANote() {
        assertThrows(IOException.class, () -> HostFacts.command(List.of("false")));
        assertThrows(IOException.class, () -> HostFacts.command(List.of("/nonexistent/command")));
    }
}
