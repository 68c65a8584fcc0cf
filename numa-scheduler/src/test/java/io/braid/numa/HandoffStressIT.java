package io.braid.numa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@link HandoffStress} by jcstress in JVMs of its own. Needs two CPUs; takes about half a minute. */
@Timeout(300)
final class HandoffStressIT {
    private static final Pattern SUMMARY = Pattern.compile(
            "\\(Results: (\\d+) planned; (\\d+) passed, (\\d+) failed, (\\d+) soft errs, (\\d+) hard errs\\)");

    @TempDir
    private Path directory;

    @Test
    void noInterleavingBreaksTheContract() throws IOException, InterruptedException {
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.openjdk.jcstress.Main",
                        "-t",
                        "HandoffStress",
                        "-c",
                        "2",
                        "-f",
                        "1",
                        "-fsm",
                        "1",
                        "-sc",
                        "false",
                        "-af",
                        "NONE",
                        "-iters",
                        "1",
                        "-time",
                        "500",
                        "-hs",
                        "256",
                        "-jvmArgs",
                        "--enable-native-access=ALL-UNNAMED -XX:+UseSerialGC",
                        "-r",
                        directory.resolve("report").toString()))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertTrue(process.waitFor(240, TimeUnit.SECONDS), () -> "jcstress goes on for too long: " + read(output));
        } finally {
            process.destroyForcibly();
        }
        String text = read(output);
        assertEquals(0, process.exitValue(), text);
        Matcher summary = SUMMARY.matcher(text);
        String last = "";
        int planned = 0;
        while (summary.find()) {
            last = summary.group();
            planned = Integer.parseInt(summary.group(1));
            assertEquals("0/0/0", summary.group(3) + "/" + summary.group(4) + "/" + summary.group(5), text);
        }
        assertTrue(planned >= tests(), () -> "every test must have run: " + text);
        assertTrue(last.contains(planned + " passed"), text);
    }

    private static int tests() {
        return HandoffStress.class.getClasses().length;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
