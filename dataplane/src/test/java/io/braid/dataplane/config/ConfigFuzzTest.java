package io.braid.dataplane.config;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Mutated and hostile files: each either loads or is refused by {@link ConfigException}, in bounded time. */
class ConfigFuzzTest {
    private static final int ROUNDS = 4000;
    private static final List<String> TOKENS = List.of(
            ": ",
            "- ",
            "[",
            "]",
            "{",
            "}",
            "&a ",
            "*a",
            "!!set ",
            "? ",
            "|\n",
            ">\n",
            "'",
            "\"",
            "\n",
            "\t",
            "#",
            "---\n",
            "...\n",
            "%YAML 1.1\n",
            "<<: ",
            "null",
            "~",
            "true",
            "1e9",
            "-1",
            "99999999999999999999",
            "0x10",
            "::",
            "/",
            "%",
            "\\u0000",
            "\u0085",
            "\ufeff",
            "auto",
            "10.0.0.0/8");

    @Test
    void mutationsLoadOrAreRefused() throws IOException {
        long seed = Long.getLong("braid.fuzz.seed", 20261129L);
        var random = new Random(seed);
        List<byte[]> corpus = new ArrayList<>();
        corpus.add(Files.readAllBytes(Path.of("host.yaml")));
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/io/braid/dataplane/config/bad"))) {
            for (Path file : files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList()) {
                if (Files.size(file) < 10_000) {
                    corpus.add(Files.readAllBytes(file));
                }
            }
        }
        int loaded = 0;
        int refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] base = random.nextInt(3) == 0 ? corpus.get(random.nextInt(corpus.size())) : corpus.getFirst();
            byte[] mutant = mutate(base, random);
            if (loads(mutant, "seed " + seed + ", round " + round)) {
                loaded++;
            } else {
                refused++;
            }
        }
        assertTrue(loaded > ROUNDS / 100, "too few mutants load to tell anything: " + loaded);
        assertTrue(refused > ROUNDS / 10, "too few mutants are refused to tell anything: " + refused);
    }

    private static byte[] mutate(byte[] base, Random random) {
        byte[] bytes = base.clone();
        for (int i = 0; i <= random.nextInt(4); i++) {
            int at = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
            switch (random.nextInt(5)) {
                case 0 -> {
                    if (bytes.length > 0) {
                        bytes[at] = (byte) random.nextInt(256);
                    }
                }
                case 1 ->
                    bytes = splice(
                            bytes,
                            at,
                            0,
                            TOKENS.get(random.nextInt(TOKENS.size())).getBytes(StandardCharsets.UTF_8));
                case 2 -> bytes = splice(bytes, at, Math.min(random.nextInt(40), bytes.length - at), new byte[0]);
                case 3 -> {
                    int length = Math.min(random.nextInt(200), bytes.length - at);
                    bytes = splice(
                            bytes, random.nextInt(bytes.length + 1), 0, Arrays.copyOfRange(bytes, at, at + length));
                }
                default -> bytes = Arrays.copyOf(bytes, at);
            }
        }
        return bytes;
    }

    private static byte[] splice(byte[] bytes, int at, int removed, byte[] added) {
        byte[] result = new byte[bytes.length - removed + added.length];
        System.arraycopy(bytes, 0, result, 0, at);
        System.arraycopy(added, 0, result, at, added.length);
        System.arraycopy(bytes, at + removed, result, at + added.length, bytes.length - at - removed);
        return result;
    }

    private static boolean loads(byte[] content, String what) {
        try {
            ConfigLoader.parse("fuzz.yaml", content);
            return true;
        } catch (ConfigException e) {
            assertFalse(e.problems().isEmpty(), what);
            for (ConfigProblem problem : e.problems()) {
                String line = problem.toString();
                boolean printable = line.chars().allMatch(c -> c >= ' ' && c != 0x7f);
                assertTrue(printable && line.contains(": ") && line.length() < 2000, what + ": " + line);
            }
            return false;
        } catch (RuntimeException | StackOverflowError e) {
            throw new AssertionError(what + "\n" + new String(content, StandardCharsets.UTF_8), e);
        }
    }

    static List<String> hostile() {
        int size = YamlReader.MAX_BYTES - 100;
        return List.of(
                "[".repeat(size),
                "{".repeat(size),
                "? ".repeat(size / 2),
                "- ".repeat(size / 2),
                "a: ".repeat(size / 3),
                "a: 1\n".repeat(size / 5),
                "[1],\n".repeat(size / 5),
                "tasks: {prefixes: [" + "10.0.0.0/8,".repeat(size / 11) + "]}",
                "dpdk: {extra-args: [" + "a,".repeat(size / 2) + "]}",
                "workers: {cpus: [" + "1,".repeat(size / 2) + "]}",
                "workers: {cpus: \"" + "1,".repeat(size / 2) + "\"}",
                "host: " + "x".repeat(size),
                "host: \"" + "\\n".repeat(size / 2) + "\"",
                "x".repeat(size) + ": 1",
                "\"" + "x ".repeat(size / 2),
                "#".repeat(size),
                "\n".repeat(size),
                " ".repeat(size),
                "&a ".repeat(size / 3),
                "!".repeat(size),
                "%".repeat(size),
                "--- a\n".repeat(size / 6),
                "'".repeat(size),
                "|".repeat(size),
                "1".repeat(size),
                "egress: {flows: " + "1".repeat(size) + "}",
                ":".repeat(size),
                "tasks: {prefixes: [\"" + ":".repeat(size) + "\"]}",
                "uplinks: [{device: \"vdev:a" + ",a=b".repeat(size / 4) + "\"}]");
    }

    /** Ten seconds for a megabyte on a busy machine: far above the usual, far below what quadratic work would take. */
    @ParameterizedTest
    @MethodSource("hostile")
    void hostileMegabyteIsRefusedInBoundedTime(String text) {
        byte[] content = text.getBytes(StandardCharsets.UTF_8);
        String start = text.substring(0, 20);
        assertFalse(assertTimeoutPreemptively(Duration.ofSeconds(10), () -> loads(content, start)), start);
    }
}
