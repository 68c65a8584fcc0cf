package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.AttachResult;
import io.braid.dataplane.control.StatusReport;
import io.braid.perf.lab.Children;
import io.braid.perf.lab.Command;
import io.braid.perf.lab.DpdkTask;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.Traffic;
import io.braid.perf.lab.Transfer;
import io.braid.perf.lab.Transfer.Protocol;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A task that leaves checksums and segments to be done, and uplinks that can do neither ({@code net_af_packet}): connections do not stall, and tshark, which shares no code with
 * Braid, finds every checksum on the wire right.
 */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class VhostOffloadIT {
    private static final int UPLINKS = 2;
    /** Small, so that each of the kernel's packets makes several. */
    private static final int SEGMENT = 400;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Rig rig;

    @SuppressWarnings("NullAway.Init") // likewise
    private static DpdkTask application;

    @BeforeAll
    static void start() throws InterruptedException {
        rig = Rig.start(Rig.plan(UPLINKS, 2), yaml -> yaml);
        AttachResult port = rig.braid().attach(1, AttachRequest.KIND_VHOST_USER, null);
        rig.braid().attach(2);
        application = DpdkTask.prepare(rig.lab(), 1, port).leavingSegments(SEGMENT);
        application.start();
        rig.assertReachesStorage(1);
    }

    @AfterAll
    static void end() throws InterruptedException {
        application.stop();
        rig.plan().task(1).ip("link del task0");
        rig.braid().detach(1);
        rig.braid().detach(2);
        Rig.end(rig);
    }

    @Test
    void statusSaysWhatWasAgreedUpon() {
        StatusReport.Task task = rig.task(1);
        assertEquals(List.of("checksum", "tso4", "tso6"), task.offloads().receive());
        StatusReport.Uplink uplink = rig.status().uplinks().getFirst();
        assertEquals(List.of(), uplink.offloads().transmit(), "net_af_packet finishes nothing");
    }

    @Test
    void connectionsDoNotStallAndChecksumsOnTheWireAreRight() throws Exception {
        List<Path> captures = new ArrayList<>();
        List<Process> capturing = new ArrayList<>();
        for (int i = 0; i < UPLINKS; i++) {
            Path file = rig.lab().directory().resolve("offload" + i + ".pcap");
            captures.add(file);
            // Only what comes from Braid: the switch's kernel leaves checksums on its own packets to its veth.
            capturing.add(rig.lab()
                    .start(
                            rig.plan().tor(),
                            "tcpdump" + i,
                            List.of(
                                    "tcpdump",
                                    "-Q",
                                    "in",
                                    "-U",
                                    "-i",
                                    rig.plan().switchPort(i),
                                    "-w",
                                    file.toString(),
                                    "tcp",
                                    "or",
                                    "udp",
                                    "or",
                                    "ip6")));
        }
        Thread.sleep(500);
        List<Transfer> transfers = new ArrayList<>();
        for (boolean inbound : new boolean[] {false, true}) {
            for (Family family : Family.values()) {
                transfers.add(new Transfer(1, family, inbound, Protocol.TCP, 2_000_000, 2, 3));
                transfers.add(new Transfer(1, family, inbound, Protocol.UDP, 500_000, 1, 3));
            }
        }
        Rig.assertNothingLost(Traffic.run(rig.lab(), transfers));
        for (Process process : capturing) {
            Children.stop(process);
        }
        long segments = 0;
        for (Path file : captures) {
            assertEquals(
                    List.of(),
                    tshark(file, "tcp.checksum.status == 0 or udp.checksum.status == 0 or ip.checksum.status == 0"));
            assertEquals(List.of(), tshark(file, "tcp.len > " + SEGMENT));
            assertEquals(List.of(), tshark(file, "udp and udp.checksum == 0"));
            segments += tshark(file, "tcp.len == " + SEGMENT + " and tcp.checksum.status == 1")
                    .size();
        }
        assertTrue(segments > 1000, segments + " full segments");
        StatusReport status = rig.awaitBalance();
        assertTrue(status.invariant().generated() > segments, status.invariant().toString());
        assertTrue(
                status.drops().getOrDefault("bad_offload", 0L) == 0,
                status.drops().toString());
    }

    /** Frame numbers of what a filter lets through, with every checksum looked at. */
    private static List<String> tshark(Path file, String filter) throws InterruptedException {
        Command.Output output = Command.execute(
                List.of(
                        "tshark",
                        "-r",
                        file.toString(),
                        "-o",
                        "tcp.check_checksum:TRUE",
                        "-o",
                        "udp.check_checksum:TRUE",
                        "-o",
                        "ip.check_checksum:TRUE",
                        "-T",
                        "fields",
                        "-e",
                        "frame.number",
                        filter),
                "",
                Duration.ofSeconds(60));
        return output.out().lines().filter(line -> line.matches("\\d+")).toList();
    }

    @Test
    void anotherTaskIsReachedThroughItsTap() throws Exception {
        String name = "iperf";
        Process server = rig.lab().start(rig.plan().task(2), name, List.of("iperf3", "-s", "-1"));
        Thread.sleep(500);
        String json = rig.plan()
                .task(1)
                .run("iperf3", "-J", "-t", "2", "-b", "5M", "-c", rig.plan().taskAddress(2, Family.V6));
        server.waitFor(10, TimeUnit.SECONDS);
        assertTrue(json.contains("\"sum_received\""), json);
        rig.awaitBalance();
    }
}
