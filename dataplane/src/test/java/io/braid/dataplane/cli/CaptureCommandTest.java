package io.braid.dataplane.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.CaptureQuery;
import io.braid.dataplane.control.ControlClient;
import io.braid.dataplane.control.ControlServer;
import io.braid.dataplane.control.FakeService;
import io.braid.dataplane.control.RawClient;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Captures over the control socket into files. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CaptureCommandTest {
    private final FakeService service = new FakeService();

    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private Path socket;

    @SuppressWarnings("NullAway.Init")
    private ControlServer server;

    @BeforeEach
    void start(@TempDir Path temporary) {
        directory = temporary;
        socket = directory.resolve("control.sock");
        server = ControlServer.start(socket, service);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Invocation capture(String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--socket", socket.toString()));
        return Invocation.of(new CaptureCommand(), all.toArray(String[]::new));
    }

    private static byte[] block(int type, int length) {
        return ByteBuffer.allocate(length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(type)
                .putInt(length)
                .putInt(length - 4, length)
                .array();
    }

    /** A packet, and statistics of an interface by which some were lost. */
    private static byte[] packetAndStatistics(int lost) {
        var blocks = new ByteArrayOutputStream();
        blocks.writeBytes(block(6, 64));
        byte[] statistics = block(5, 40);
        ByteBuffer.wrap(statistics)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(20, (8 << 16) | 5)
                .putLong(24, lost);
        blocks.writeBytes(statistics);
        return blocks.toByteArray();
    }

    @Test
    void writesWhatComesAndSaysWhatIsMissing() throws Exception {
        service.looking.block = packetAndStatistics(3);
        service.looking.blocks = 2;
        Path file = directory.resolve("x.pcapng");
        Invocation done = capture("-w", file.toString());
        assertEquals(
                new Invocation(0, "", "braid: 2 packets in " + file + "; 3 more matched, and were too many\n"), done);
        byte[] one = packetAndStatistics(3);
        byte[] two = ByteBuffer.allocate(2 * one.length).put(one).put(one).array();
        assertArrayEquals(two, Files.readAllBytes(file));
    }

    @Test
    void everyOptionReachesTheServer() {
        service.looking.block = packetAndStatistics(0);
        service.looking.blocks = 1;
        Invocation done = capture(
                "--port",
                "nic0",
                "--port",
                "train-1",
                "--port",
                "host:nic1",
                "--direction",
                "dropped",
                "--count",
                "7",
                "--seconds",
                "8",
                "--snaplen",
                "99",
                "--size",
                "1MiB",
                "-w",
                directory.resolve("x").toString());
        assertEquals(0, done.exitCode(), done.err());
        assertEquals(
                new CaptureQuery(
                        List.of("nic0", "train-1", "host:nic1"),
                        CaptureQuery.Direction.DROPPED,
                        null,
                        7,
                        8,
                        99,
                        1 << 20),
                service.looking.asked);
    }

    @Test
    void aFullDiskEndsTheCaptureAndIsSaid() throws Exception {
        service.looking.block = packetAndStatistics(0);
        service.looking.blocks = Integer.MAX_VALUE;
        Invocation full = capture("-w", "/dev/full");
        assertEquals(1, full.exitCode());
        assertTrue(full.err().contains("cannot write /dev/full: No space left on device"), full.err());
        assertTrue(service.looking.closed.await(30, TimeUnit.SECONDS), "the server goes on");
    }

    @Test
    void aFileThatCannotBeWrittenIsSaid() {
        Invocation nowhere = capture("-w", directory + "/none/x.pcapng");
        assertEquals(1, nowhere.exitCode());
        assertTrue(nowhere.err().contains("cannot write"), nowhere.err());
    }

    @Test
    void aCaptureThatBreaksOffIsNoSuccess() {
        service.looking.block = block(6, 64);
        service.looking.blocks = 1;
        Invocation broken = capture("-w", directory.resolve("x").toString());
        assertEquals(1, broken.exitCode());
        assertTrue(broken.err().contains("the running braid ended the capture"), broken.err());
        service.looking.block = new byte[] {1, 2, 3};
        broken = capture("-w", directory.resolve("x").toString());
        assertEquals(1, broken.exitCode());
        assertTrue(broken.err().contains("broke off"), broken.err());
        service.looking.block = new byte[100];
        broken = capture("-w", directory.resolve("x").toString());
        assertEquals(1, broken.exitCode());
        assertTrue(broken.err().contains("no capture"), broken.err());
    }

    @Test
    void aRefusalIsSaid() {
        service.looking.refusal = "4 captures and traces are under way already";
        Invocation refused = capture("-w", directory.resolve("x").toString());
        assertEquals(new Invocation(1, "", "braid: 4 captures and traces are under way already\n"), refused);
        assertFalse(Files.exists(directory.resolve("x")));
    }

    @ParameterizedTest
    @CsvSource({
        "--direction, sideways, 'direction: expected in, out, both, dropped'",
        "--count, 0, 'count: expected 1 to'",
        "--seconds, 3601, 'seconds: expected 1 to 3600'",
        "--snaplen, 13, 'snaplen: expected 14 to 65535'",
        "--size, 1KiB, 'bytes: expected'",
        "--size, much, '--size:'",
        "--port, 'a b', 'port: expected the name'",
        "--port, '../x', 'port: expected the name'"
    })
    void wrongUsageIsRefused(String option, String value, String message) {
        Invocation refused = capture(option, value, "-w", directory.resolve("x").toString());
        assertEquals(2, refused.exitCode());
        assertTrue(refused.err().contains(message), refused.err());
    }

    /** As curl might, past all that the command checks. */
    @ParameterizedTest
    @CsvSource({
        "'?count=0', 400",
        "'?count=x', 400",
        "'?count=1&count=2', 400",
        "'?direction=', 400",
        "'?nonsense=1', 400",
        "'?port=%2e%2e', 200",
        "'?port=a%20b', 400",
        "'?filter=%zz', 400",
        "'', 200"
    })
    void theServerChecksToo(String query, int status) throws Exception {
        service.looking.block = packetAndStatistics(0);
        service.looking.blocks = 1;
        String answer = RawClient.exchange(socket, "GET /v1/capture" + query + " HTTP/1.1\r\nHost: b\r\n\r\n");
        assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), answer);
        assertEquals(status == 200, Objects.nonNull(service.looking.asked), answer);
    }

    @Test
    void aClientThatLeavesEndsItsCapture() throws Exception {
        service.looking.block = packetAndStatistics(0);
        service.looking.blocks = Integer.MAX_VALUE;
        try (var reply = new ControlClient(socket).capture(CaptureQuery.all())) {
            assertEquals(64, reply.body().readNBytes(64).length);
        }
        assertTrue(service.looking.closed.await(30, TimeUnit.SECONDS), "the capture goes on");
    }
}
