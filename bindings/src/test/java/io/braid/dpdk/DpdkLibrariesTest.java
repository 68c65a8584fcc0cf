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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
                refusal()
                        .startsWith("no DPDK found: librte_eal.so.23 or librte_eal.so.25 is in none of [" + directory
                                + "]"),
                refusal());
        assertTrue(
                refusal().endsWith("install DPDK 22.11 (Debian 12) or 24.11 (Debian 13): apt-get install dpdk"),
                refusal());
    }

    @Test
    void anUnknownAbiIsRefusedByItsNumber() throws IOException {
        Files.createFile(directory.resolve("librte_eal.so.24"));
        assertTrue(refusal().contains("librte_eal.so.24], need librte_eal.so.23 or librte_eal.so.25"), refusal());
    }

    @ParameterizedTest
    @EnumSource
    void aKnownAbiIsFoundBesideOthers(Abi abi) throws IOException {
        Files.createFile(directory.resolve("librte_eal.so.24"));
        Files.createFile(directory.resolve("librte_eal.so." + abi.number()));
        assertEquals(new DpdkLibraries.Found(directory, abi), DpdkLibraries.locate());
    }

    @Test
    void ofSeveralTheNewestIsTaken() throws IOException {
        Files.createFile(directory.resolve("librte_eal.so.23"));
        Files.createFile(directory.resolve("librte_eal.so.25"));
        assertEquals(new DpdkLibraries.Found(directory, Abi.DPDK_24_11), DpdkLibraries.locate());
    }

    @Test
    void aLibraryThatIsNoneSaysWhichPackageToInstall() throws IOException {
        Files.writeString(directory.resolve("librte_net_ring.so.25"), "not a library");
        var found = new DpdkLibraries.Found(directory, Abi.DPDK_24_11);
        var refused = assertThrows(DpdkException.class, () -> DpdkLibraries.loadOne(found, "net_ring"));
        assertTrue(String.valueOf(refused.getMessage()).contains("librte-net-ring25"), refused.getMessage());
    }

    @Test
    void packagesAreNamedAsDebianDoes() {
        assertEquals("librte-net-af-packet23", Abi.DPDK_22_11.debianPackage("net_af_packet"));
        assertEquals("librte-net-mlx5-25", Abi.DPDK_24_11.debianPackage("net_mlx5"));
    }

    @Test
    void nothingIsSaidOfALibraryThatIsNotLoaded() {
        assertThrows(IllegalStateException.class, DpdkLibraries::loadedAbi);
    }
}
