package io.braid.dpdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said when DPDK is not there, or is another one. */
class DpdkLibrariesTest {
    @TempDir
    private Path directory = Path.of(".");

    @BeforeEach
    void lookOnlyThere() {
        System.setProperty(DpdkLibraries.DIRECTORY_PROPERTY, directory.toString());
    }

    @AfterEach
    void lookEverywhere() {
        System.clearProperty(DpdkLibraries.DIRECTORY_PROPERTY);
    }

    private String refusal() {
        return String.valueOf(
                assertThrows(DpdkException.class, DpdkLibraries::locate).getMessage());
    }

    @Test
    void noLibrarySaysWhatToInstall() {
        assertTrue(
                refusal().startsWith("no DPDK found: librte_eal.so.23 is in none of [" + directory + "]"), refusal());
        assertTrue(refusal().contains("apt-get install dpdk"), refusal());
    }

    @Test
    void anotherAbiIsRefusedByItsNumber() throws IOException {
        Files.createFile(directory.resolve("librte_eal.so.25"));
        assertTrue(refusal().contains("librte_eal.so.25], need librte_eal.so.23"), refusal());
    }

    @Test
    void theKnownAbiIsFoundBesideOthers() throws IOException {
        Files.createFile(directory.resolve("librte_eal.so.25"));
        Files.createFile(directory.resolve("librte_eal.so.23"));
        assertEquals(directory, DpdkLibraries.locate());
    }

    @Test
    void aLibraryThatIsNoneSaysWhichPackageToInstall() throws IOException {
        Files.writeString(directory.resolve("librte_net_ring.so.23"), "not a library");
        var refused = assertThrows(DpdkException.class, () -> DpdkLibraries.loadOne(directory, "net_ring"));
        assertTrue(String.valueOf(refused.getMessage()).contains("librte-net-ring23"), refused.getMessage());
    }
}
