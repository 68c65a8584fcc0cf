package io.braid.dataplane.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.config.LoadedConfig;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainingTest {
    @TempDir
    Path directory;

    @Test
    void leavesAForeignNamespaceAlone() throws Exception {
        var err = new StringWriter();
        String here = Files.readSymbolicLink(Path.of("/proc/self/ns/net")).toString();

        assertEquals(1, Training.run(directory, here, new PrintWriter(err, true)));

        assertTrue(err.toString().contains("needs root and a network namespace of its own"), err::toString);
        assertTrue(Files.notExists(Path.of("/sys/class/net/train0")));
        assertTrue(Files.notExists(directory.resolve("control.sock")));
    }

    @Test
    void itsConfigurationIsValid() throws Exception {
        String here = Files.readSymbolicLink(Path.of("/proc/self/ns/net")).toString();
        Training.run(directory, here, new PrintWriter(new StringWriter()));

        LoadedConfig loaded = ConfigLoader.load(directory.resolve("host.yaml"));

        assertEquals(List.of(), loaded.warnings());
        assertEquals(
                directory.resolve("control.sock"), loaded.config().control().socket());
    }
}
