package io.braid.dataplane.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.ControlServer;
import io.braid.dataplane.control.FakeService;
import io.braid.dataplane.control.TaskLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttachCommandTest {
    private final FakeService service = new FakeService();
    private Path socket;
    private ControlServer server;

    @BeforeEach
    void start(@TempDir Path directory) {
        socket = directory.resolve("control.sock");
        server = ControlServer.start(socket, service);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void asksForWhatWasTypedAndPrintsWhatItGot() {
        var done = attach(
                "train-1", "--ip", "10.100.0.7,2001:DB8::7", "--ip", "10.100.0.8", "--netns", "blue", "--mtu", "1500");
        assertEquals(new Invocation(0, """
                task train-1 attached
                  device    task0 in /run/netns/blue, tap
                  mac       02:00:00:00:01:00
                  mtu       1500
                  ip        10.100.0.7, 2001:db8::7, 10.100.0.8
                  gateway   169.254.1.1, fe80::1 at 02:b2:a1:d0:00:01
                """, ""), done);
        assertEquals(
                List.of(new AttachRequest(
                        "train-1",
                        List.of("10.100.0.7", "2001:db8::7", "10.100.0.8"),
                        "tap",
                        "/run/netns/blue",
                        false,
                        1500,
                        null)),
                service.attached);
    }

    @Test
    void onlyADpdkApplicationHasSeveralQueues() {
        for (String queues : List.of("0", "17", "two")) {
            assertEquals(
                    2,
                    attach("t", "--ip", "10.100.0.7", "--kind", "vhost-user", "--queues", queues)
                            .exitCode());
        }
        assertEquals(2, attach("t", "--ip", "10.100.0.7", "--queues", "2").exitCode());
        assertEquals(List.of(), service.attached);
    }

    @Test
    void asksForADeviceByName() {
        assertEquals(
                0,
                attach("t", "--ip", "10.100.0.7", "--netns", "blue", "--device", "eth0")
                        .exitCode());
        assertEquals("eth0", service.attached.getFirst().device());
        assertEquals(2, attach("u", "--ip", "10.100.0.8", "--device", "eth0").exitCode());
    }

    @Test
    void asksForAJobAndLimits() {
        assertEquals(
                0,
                attach(
                                "t",
                                "--ip",
                                "10.100.0.7",
                                "--job",
                                "job/9",
                                "--rate-out",
                                "10Gbit",
                                "--rate-in",
                                "none",
                                "--packets-in",
                                "2000000")
                        .exitCode());
        assertEquals("job/9", service.attached.getFirst().job());
        assertEquals(
                new TaskLimits(10_000_000_000L, 0L, null, 2_000_000L),
                service.attached.getFirst().limits());
        for (String rate : List.of("10", "10G", "10GB", "10 Gbit", "-1Gbit", "1.5Gbit", "", "1000000Gbit")) {
            var done = attach("u", "--ip", "10.100.0.8", "--rate-out", rate);
            assertEquals(2, done.exitCode(), rate);
            assertTrue(done.err().contains("--rate-out: expected a rate such as 10Gbit"), done.err());
        }
        var done = attach("u", "--ip", "10.100.0.8", "--packets-out", "many");
        assertEquals(2, done.exitCode());
        assertTrue(done.err().contains("--packets-out: expected a number of packets"), done.err());
        assertEquals(2, attach("u", "--ip", "10.100.0.8", "--rate-in", "1kbit").exitCode());
    }

    @Test
    void saysWhatADpdkApplicationNeeds() {
        var done = attach("t", "--ip", "10.100.0.7", "--kind", "vhost-user", "--queues", "4");
        assertEquals(new Invocation(0, """
                task t attached
                  mount     /run/braid/tasks/t into the container, at the same path
                  socket    /run/braid/tasks/t/vhost.sock, which the application makes:
                            --vdev=net_virtio_user0,path=/run/braid/tasks/t/vhost.sock,server=1,queues=4,mac=02:00:00:00:01:00
                  mac       02:00:00:00:01:00
                  mtu       9000
                  ip        10.100.0.7
                  gateway   169.254.1.1, fe80::1 at 02:b2:a1:d0:00:01
                """, ""), done);
    }

    @Test
    void printsJsonForPrograms() {
        var done = attach("t", "--ip", "10.100.0.7", "--json");
        assertEquals(0, done.exitCode());
        assertTrue(done.out().startsWith("{\n  \"task\" : \"t\",\n  \"kind\" : \"tap\",\n"), done.out());
    }

    @Test
    void saysWhyTheDataplaneRefused() {
        attach("t", "--ip", "10.100.0.7");
        assertEquals(
                new Invocation(1, "", "braid: task t is attached already; detach it first\n"),
                attach("t", "--ip", "10.100.0.7"));
    }

    @Test
    void tellsWhatThisVersionDoesNotSupport(@TempDir Path directory) throws Exception {
        Path grant = Files.writeString(directory.resolve("grant"), "unsigned");
        assertWrongUsage("kind: 'netkit' is not a kind", "--kind", "netkit");
        assertWrongUsage("nics: ", "--nics");
        assertWrongUsage("grant: expected a compact token", "--grant", grant.toString());
        assertWrongUsage(
                "cannot read the grant file",
                "--grant",
                directory.resolve("none").toString());
        Files.writeString(grant, "x".repeat(20_000));
        assertWrongUsage("larger than 16384 bytes", "--grant", grant.toString());
        assertEquals(List.of(), service.attached);
    }

    @Test
    void takesTheGrantFromAFile(@TempDir Path directory) throws Exception {
        Path grant = Files.writeString(directory.resolve("grant"), "eyJ.eyJ.c2ln\n");
        assertEquals(
                0,
                attach("t", "--ip", "10.100.0.7", "--grant", grant.toString()).exitCode());
        assertEquals("eyJ.eyJ.c2ln", service.attached.getFirst().grant());
    }

    @Test
    void tellsTypingErrors() {
        assertWrongUsage("ips: '300.1.1.1' is no IP address", "--ip", "300.1.1.1");
        assertWrongUsage("mtu: 100 is out of range", "--mtu", "100");
        assertWrongUsage("'many' is not an int", "--mtu", "many");
        assertWrongUsage("netns: ", "--netns", "../x");
        assertWrongUsage("Unknown option", "--unknown");
        assertEquals(2, Invocation.of(new AttachCommand(), "t").exitCode(), "no --ip");
        assertEquals(2, Invocation.of(new AttachCommand(), "--ip", "10.0.0.1").exitCode(), "no task");
        assertEquals(2, attach("../x", "--ip", "10.0.0.1").exitCode());
        assertEquals(List.of(), service.attached);
    }

    @Test
    void tellsThatNoBraidRuns(@TempDir Path directory) {
        Path none = directory.resolve("none.sock");
        assertEquals(
                new Invocation(
                        1,
                        "",
                        "braid: no braid is running here (socket " + none
                                + " missing): start it with braid run -c FILE\n"),
                Invocation.of(new AttachCommand(), "t", "--ip", "10.0.0.1", "--socket", none.toString()));
        // A typing error is told first.
        assertEquals(
                2,
                Invocation.of(new AttachCommand(), "t", "--ip", "10.0.0", "--socket", none.toString())
                        .exitCode());
    }

    @Test
    void explainsItself() {
        var help = Invocation.of(new AttachCommand(), "--help");
        assertEquals(0, help.exitCode());
        for (String option :
                List.of("TASK", "--ip", "--kind", "--netns", "--nics", "--mtu", "--grant", "--socket", "--json")) {
            assertTrue(help.out().contains(option), help.out());
        }
        assertTrue(help.out().contains("/run/braid/control.sock"), help.out());
    }

    private void assertWrongUsage(String why, String... options) {
        var args = new ArrayList<>(List.of("t", "--ip", "10.100.0.9"));
        args.addAll(List.of(options));
        var done = attach(args.toArray(String[]::new));
        assertEquals(2, done.exitCode(), done.err());
        assertEquals("", done.out());
        assertTrue(done.err().contains(why), done.err());
    }

    private Invocation attach(String... args) {
        var all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--socket", socket.toString()));
        return Invocation.of(new AttachCommand(), all.toArray(String[]::new));
    }
}
