package io.braid.dpdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The arguments that EAL is started with. */
class EalOptionsTest {
    private static final String PREFIX =
            "--file-prefix=braid-" + ProcessHandle.current().pid();

    @Test
    void ordinaryPagesLeaveNoFilesAndTakeTheMemoryAtOnce() {
        List<String> arguments = EalOptions.ordinaryPages(64).arguments(false);
        assertEquals(
                List.of(
                        "braid",
                        "-l",
                        "0",
                        "--no-telemetry",
                        PREFIX,
                        "--log-level=*:warning",
                        "--no-huge",
                        "--no-shconf",
                        "-m",
                        "64",
                        "--no-pci"),
                arguments);
    }

    @Test
    void hugepagesAreInMemoryAndBounded() {
        var options = new EalOptions(
                512,
                EalOptions.Hugepages.AUTO,
                List.of("0000:3b:00.0", "0000:3b:00.1"),
                3,
                List.of("--log-level=pmd:debug"));
        List<String> arguments = options.arguments(true);
        assertTrue(arguments.containsAll(List.of("--in-memory", "--socket-limit=512")), arguments.toString());
        // EAL refuses both together.
        assertFalse(arguments.contains("--no-huge"), arguments.toString());
        assertFalse(arguments.contains("--no-pci"), arguments.toString());
        assertEquals(
                List.of("-a", "0000:3b:00.0", "-a", "0000:3b:00.1", "--log-level=pmd:debug"),
                arguments.subList(arguments.size() - 5, arguments.size()));
    }

    @Test
    void tooLittleMemoryIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> EalOptions.ordinaryPages(31));
    }
}
