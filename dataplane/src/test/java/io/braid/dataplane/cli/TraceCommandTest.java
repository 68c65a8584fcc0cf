package io.braid.dataplane.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.ControlServer;
import io.braid.dataplane.control.FakeService;
import io.braid.dataplane.control.TraceQuery;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Traces over the control socket. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TraceCommandTest {
    private static final String PACKET = """
            {"time":"2026-11-30T20:12:52.117865124Z","worker":"worker-1","port":"train-1","queue":2,"length":98,\
            "packet":"icmp 10.0.0.1 > 10.0.0.2","bytes":"00","later":true,"steps":[\
            {"node":"parse","verdict":"go on","detail":{"ethertype":"0x0800","bytes":"84"}},\
            {"node":"task-input","verdict":"dropped: source_not_owned","detail":{}}]}
            """;
    private static final String END = """
            {"end":{"packets":1,"lost":%d}}
            """;

    private final FakeService service = new FakeService();

    @SuppressWarnings("NullAway.Init")
    private Path socket;

    @SuppressWarnings("NullAway.Init")
    private ControlServer server;

    @BeforeEach
    void start(@TempDir Path directory) {
        socket = directory.resolve("control.sock");
        server = ControlServer.start(socket, service);
        service.looking.blocks = 1;
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Invocation trace(String says, String... arguments) {
        service.looking.block = says.getBytes(StandardCharsets.UTF_8);
        var all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--socket", socket.toString()));
        return Invocation.of(new TraceCommand(), all.toArray(String[]::new));
    }

    @Test
    void showsEachNode() {
        assertEquals(
                new Invocation(0, """
                        2026-11-30 20:12:52.117865124Z  train-1 queue 2 worker-1  98 bytes: icmp 10.0.0.1 > 10.0.0.2
                          parse         go on; ethertype: 0x0800; bytes: 84
                          task-input    dropped: source_not_owned

                        """, "braid: 1 packets; 7 more matched, and were too many\n"),
                trace("\n" + PACKET + "\n" + END.formatted(7)));
    }

    @Test
    void answersProgramsToo() {
        assertEquals(new Invocation(0, PACKET, "braid: 1 packets\n"), trace(PACKET + END.formatted(0), "--json"));
    }

    @Test
    void everyOptionReachesTheServer() {
        assertEquals(
                0,
                trace(END.formatted(0), "--count", "7", "--seconds", "8", "--sample", "1/1000")
                        .exitCode());
        assertEquals(new TraceQuery(List.of(), null, null, 7, 8, 1000), service.looking.traced);
    }

    @Test
    void oneThatBreaksOffIsNoSuccess() {
        Invocation broken = trace(PACKET);
        assertEquals(1, broken.exitCode());
        assertTrue(broken.err().contains("the running braid ended the trace"), broken.err());
        Invocation nonsense = trace("{}\n");
        assertEquals(1, nonsense.exitCode());
        assertTrue(nonsense.err().contains("of another version"), nonsense.err());
    }

    @ParameterizedTest
    @CsvSource({
        "--count, 0, 'count: expected 1 to'",
        "--seconds, 3601, 'seconds: expected 1 to 3600'",
        "--sample, 5, '--sample: expected 1/N'",
        "--sample, 1/0, 'sample: expected 1 to'"
    })
    void wrongUsageIsRefused(String option, String value, String message) {
        Invocation refused = trace(END.formatted(0), option, value);
        assertEquals(2, refused.exitCode());
        assertTrue(refused.err().contains(message), refused.err());
    }

    @Test
    void aTaskThatIsNotThereIsSaid() {
        Invocation refused = trace(END.formatted(0), "--task", "nobody");
        assertEquals(1, refused.exitCode());
        assertTrue(refused.err().contains("no task nobody is attached; attached are "), refused.err());
    }
}
