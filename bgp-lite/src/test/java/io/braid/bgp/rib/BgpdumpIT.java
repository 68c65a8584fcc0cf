package io.braid.bgp.rib;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The usual reader of MRT dumps sees in ours what happened; it leaves out KEEPALIVE messages. */
class BgpdumpIT {
    @TempDir
    Path folder;

    private List<String> bgpdump(byte[] dump) throws IOException, InterruptedException {
        Path file = Files.write(folder.resolve("dump.mrt"), dump);
        Process process = new ProcessBuilder("bgpdump", "-m", file.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD) // where it says that it logs to syslog
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        return output.lines().toList();
    }

    private static List<String> expected(String kind, String time) {
        String said = "|4200000001|IGP|192.0.2.0|0|7|no-export|NAG||";
        return List.of(
                kind + "|" + time + "|STATE|192.0.2.0|4200000001|5|6",
                kind + "|" + time + "|A|192.0.2.0|4200000001|10.100.0.7/32" + said,
                kind + "|" + time + "|A|2001:db8::|65000|2001:db8:100::7/128|4200000001|IGP|2001:db8::1|0|7"
                        + "|no-export|NAG||",
                kind + "|" + time + "|W|192.0.2.0|4200000001|10.100.0.8/32",
                kind + "_LOCAL|" + time + "|A|192.0.2.0|4200000001|10.100.0.7/32" + said,
                kind + "|" + time + "|STATE|2001:db8::|65000|6|1");
    }

    @Test
    void aSessionsLife() throws IOException, InterruptedException {
        assertEquals(expected("BGP4MP", "1700000000"), bgpdump(MrtSamples.life(false)));
    }

    @Test
    void withMicroseconds() throws IOException, InterruptedException {
        assertEquals(expected("BGP4MP_ET", "1700000000.123456"), bgpdump(MrtSamples.life(true)));
    }

    @Test
    void routesWithPathNumbers() throws IOException, InterruptedException {
        String head = "BGP4MP_AP|1700000000|A|192.0.2.0|65000|10.100.0.7/32|";
        String tail = "|4200000001|IGP|192.0.2.0|0|7|no-export|NAG||";
        assertEquals(List.of(head + 1 + tail, head + 2 + tail), bgpdump(MrtSamples.paths()));
    }
}
