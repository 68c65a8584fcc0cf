package io.braid.dataplane.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each bad file in the resources, with the exact list of errors it must give ({@code NAME.yaml} and {@code
 * NAME.errors}).
 */
class BadConfigTest {
    private static final Path FILES = Path.of("src/test/resources/io/braid/dataplane/config/bad");

    @TempDir
    Path directory;

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(FILES)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void givesExactlyTheseErrors(Path file) throws IOException {
        String name = file.getFileName().toString();
        byte[] content = Files.readAllBytes(file);
        var e = assertThrows(ConfigException.class, () -> ConfigLoader.parse(name, content));
        if (Boolean.getBoolean("braid.golden.write")) { // to be reviewed by eye before it is committed
            Files.writeString(errors(file), e.getMessage() + "\n");
        }
        assertEquals(Files.readString(errors(file)), e.getMessage() + "\n");
    }

    private static Path errors(Path file) {
        return Path.of(file.toString().replace(".yaml", ".errors"));
    }

    @Test
    void thereAreFiles() throws IOException {
        assertTrue(files().size() > 25);
    }

    @Test
    void namesTheFileThatCannotBeRead() {
        assertEquals(
                directory + ": expected a file, found a directory",
                assertThrows(ConfigException.class, () -> ConfigLoader.load(directory))
                        .getMessage());
        Path missing = directory.resolve("none.yaml");
        assertEquals(
                missing + ": expected a file, found none",
                assertThrows(ConfigException.class, () -> ConfigLoader.load(missing))
                        .getMessage());
    }

    @Test
    void refusesMoreThanOneMebibyteWithoutReadingItAll() throws IOException {
        Path large = directory.resolve("large.yaml");
        Files.write(large, new byte[YamlReader.MAX_BYTES + 1]);
        String expected = ": expected at most 1 MiB, found more";
        assertEquals(
                large + expected,
                assertThrows(ConfigException.class, () -> ConfigLoader.load(large))
                        .getMessage());
        Path endless = Path.of("/dev/zero");
        assertEquals(
                endless + expected,
                assertThrows(ConfigException.class, () -> ConfigLoader.load(endless))
                        .getMessage());
    }

    @Test
    void endsTheListOfErrorsSomewhere() {
        var text = new StringBuilder("host: gpu\n");
        for (int i = 0; i < 100_000; i++) {
            text.append('k').append(i).append(": 1\n");
        }
        var e = assertThrows(
                ConfigException.class,
                () -> ConfigLoader.parse("many.yaml", text.toString().getBytes(StandardCharsets.UTF_8)));
        assertEquals(1001, e.problems().size());
        assertEquals(
                "many.yaml: more than 1000 errors; the others are not shown",
                e.problems().getLast().toString());
    }
}
