package io.braid.dataplane.pem;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks are found between whatever else there is, and what is none is told of. */
class PemTest {
    private static final byte[] DER = {0, 1, 2, (byte) 0xff, 4};

    @TempDir
    private Path directory;

    private Path file(String text) throws Exception {
        return Files.writeString(directory.resolve("file"), text);
    }

    @Test
    void blocksAreReadAsTheyWereWritten() throws Exception {
        String text = "Bag Attributes\n" + new Pem.Block(Pem.CERTIFICATE, DER).text() + "subject=/CN=x\n"
                + new Pem.Block(Pem.PRIVATE_KEY, new byte[100]).text().replace("\n", "\r\n");
        List<Pem.Block> blocks = Pem.read(file(text));
        assertEquals(
                List.of(Pem.CERTIFICATE, Pem.PRIVATE_KEY),
                blocks.stream().map(Pem.Block::label).toList());
        assertArrayEquals(DER, blocks.getFirst().der());
        assertArrayEquals(new byte[100], blocks.getLast().der());
        assertEquals("a CERTIFICATE, a PRIVATE KEY", Pem.words(blocks));
    }

    @Test
    void whatIsNoneIsToldOf() throws Exception {
        assertEquals("no PEM block", Pem.words(Pem.read(file("-----BEGIN X-----\nAAAA\n-----END Y-----\n"))));
        assertFound("no file", directory.resolve("gone"));
        assertFound("a directory", directory);
        assertFound("more than 65536 bytes", file("x".repeat(SmallFile.MOST_BYTES + 1)));
        assertFound("a X that is not base64", file("-----BEGIN X-----\nAAA\nA=A\n-----END X-----\n"));
    }

    private static void assertFound(String found, Path file) {
        var e = assertThrows(UnusableFileException.class, () -> Pem.read(file));
        assertEquals(found, e.found());
    }
}
