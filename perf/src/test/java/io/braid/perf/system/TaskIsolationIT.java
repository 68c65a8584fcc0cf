package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.StatusReport;
import io.braid.dataplane.control.TaskLimits;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.Ipv4Address;
import io.braid.dataplane.net.MacAddress;
import io.braid.linux.NetworkNamespace;
import io.braid.perf.lab.Command;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.FrameSocket;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Netns;
import io.braid.perf.lab.StreamCount;
import io.braid.perf.lab.UdpStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks that share a host, a worker and its buffers without harm to each other: two of one job, one of another that is up to no good and capped. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TaskIsolationIT {
    private static final int GOOD = 1;
    private static final int FRIEND = 2;
    private static final int STRANGER = 3;
    private static final int CAPPED = 4;
    private static final long CAP = 20_000_000;
    private static final long GATEWAY = MacAddress.parse("02:b2:a1:d0:00:01").bits();
    private static final int CAP_FRAME = 1000;
    private static final long SENDER = MacAddress.parse("02:66:00:00:00:01").bits();
    private static final int FLOOD_MILLIS = 6_000;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Rig rig;

    @BeforeAll
    static void start() throws InterruptedException {
        rig = Rig.start(Rig.plan(2, 4), yaml -> yaml + "workers: {cpus: [1]}\n");
        rig.braid().attach(GOOD, AttachRequest.KIND_TAP, null, "a", null);
        rig.braid().attach(FRIEND, AttachRequest.KIND_TAP, null, "a", null);
        rig.braid().attach(STRANGER, AttachRequest.KIND_TAP, null, "b", null);
        rig.braid().attach(CAPPED, AttachRequest.KIND_TAP, null, null, new TaskLimits(CAP, CAP, null, null));
        for (int task = 1; task <= 4; task++) {
            rig.assertReachesStorage(task);
        }
    }

    @AfterAll
    static void end() throws InterruptedException {
        Rig.end(rig);
    }

    private static String ping(int task, String... options) throws InterruptedException {
        var command = new ArrayList<>(List.of("ping", "-n", "-c", "3", "-i", "0.2", "-W", "1"));
        command.addAll(List.of(options));
        Command.Output output = Command.execute(rig.plan().task(task).wrap(command), "", Duration.ofSeconds(15));
        return output.out() + output.err();
    }

    @Test
    void tasksOfOneJobTalkAndOthersAreTold() throws InterruptedException {
        LabPlan plan = rig.plan();
        for (Family family : Family.values()) {
            rig.assertPings(plan.task(GOOD), plan.taskAddress(FRIEND, family));
            rig.assertPings(plan.task(FRIEND), plan.taskAddress(GOOD, family));
        }
        long before = rig.taskDrops(STRANGER, "local_traffic_refused");
        assertTrue(ping(STRANGER, plan.taskAddress(GOOD, Family.V4)).contains("Packet filtered"));
        String six = ping(STRANGER, plan.taskAddress(GOOD, Family.V6));
        assertTrue(six.contains("Administratively prohibited"), six);
        // Neither by a NIC address of the other, nor from one of its own.
        for (StatusReport.Task other : List.of(rig.task(GOOD), rig.task(FRIEND))) {
            other.nicAddresses().forEach(nic -> assertSilent(nic.address()));
        }
        for (var own : rig.task(STRANGER).nicAddresses()) {
            Family family = own.address().contains(":") ? Family.V6 : Family.V4;
            String output = ping(STRANGER, "-I", own.address(), plan.taskAddress(GOOD, family));
            assertTrue(output.contains(" 0 received"), output);
        }
        // A task without a job is alone.
        assertTrue(ping(CAPPED, plan.taskAddress(STRANGER, Family.V4)).contains("Packet filtered"));
        assertTrue(rig.taskDrops(STRANGER, "local_traffic_refused") >= before + 3 * 10);
        assertEquals("a", rig.task(GOOD).job());
        rig.awaitBalance();
    }

    private static void assertSilent(String address) {
        try {
            String output = ping(STRANGER, address);
            assertTrue(output.contains(" 0 received"), output);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theHostCanConnectToATaskAndNoTaskToTheHost() throws InterruptedException, IOException {
        LabPlan plan = rig.plan();
        for (Family family : Family.values()) {
            String host = plan.hostAddress(0, family);
            String task = plan.taskAddress(GOOD, family);
            plan.host().ip("route replace " + task + " via " + plan.torAddress(0, family));
            rig.assertPings(plan.task(GOOD), host);
            try (NetworkNamespace hosts = NetworkNamespace.open(plan.host().name());
                    NetworkNamespace tasks =
                            NetworkNamespace.open(plan.task(GOOD).name());
                    ServerSocket onHost = hosts.run(() -> new ServerSocket(0, 5, InetAddress.ofLiteral(host)));
                    ServerSocket inTask = tasks.run(() -> new ServerSocket(0, 5, InetAddress.ofLiteral(task)))) {
                var refused = assertThrows(
                        IOException.class,
                        () -> tasks.run(() -> connect(onHost)).close());
                assertTrue(refused.toString().matches(".*(host|denied).*"), refused.toString());
                hosts.run(() -> connect(inTask)).close();
            }
        }
        assertTrue(rig.taskDrops(GOOD, "host_traffic_refused") >= 2);
    }

    private static Socket connect(ServerSocket server) throws IOException {
        var socket = new Socket();
        socket.connect(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()), 5000);
        return socket;
    }

    @Test
    void aCappedTaskHasItsRateBothWaysAndOthersAllTheyAskFor() throws InterruptedException {
        LabPlan plan = rig.plan();
        String capped = plan.taskAddress(CAPPED, Family.V4);
        String storage = plan.storageAddress(Family.V4);
        byte[] out = Forgery.udp4(GATEWAY, capped, storage, CAP_FRAME - 42);
        long uplink = MacAddress.parse(rig.status().uplinks().getFirst().mac()).bits();
        byte[] in = Forgery.udp4(uplink, storage, capped, CAP_FRAME - 42);
        assertCapped("out", new Flooder(plan.task(CAPPED), "task0", List.of(out)));
        assertCapped("in", new Flooder(plan.tor(), plan.switchPort(0), List.of(in)));
        assertEquals(new TaskLimits(CAP, CAP, null, null), rig.task(CAPPED).limits());
        rig.awaitBalance();
    }

    private static void assertCapped(String way, Flooder flooder) throws InterruptedException {
        String reason = "over_cap_" + way;
        try (var beside = new Beside(2_000)) {
            flooder.start();
            Thread.sleep(1_000); // what was saved up is spent
            long asked = System.nanoTime();
            StatusReport.Task before = rig.task(CAPPED);
            long began = System.nanoTime();
            Thread.sleep(FLOOD_MILLIS);
            long ended = System.nanoTime();
            StatusReport.Task after = rig.task(CAPPED);
            // When the counters were read is not known better than this.
            double longest = (System.nanoTime() - asked) / 1e9;
            double shortest = (ended - began) / 1e9;
            double seconds = (longest + shortest) / 2;
            flooder.end();
            long over = after.drops().getOrDefault(reason, 0L) - before.drops().getOrDefault(reason, 0L);
            long passed = way.equals("out")
                    ? after.rx().packets() - before.rx().packets() - over
                    : after.tx().packets() - before.tx().packets();
            double rate = passed * CAP_FRAME * 8 / seconds;
            System.out.printf(
                    "cap of %d bit/s %s: %.0f bit/s passed (%+.2f %%) of %.0f offered%n",
                    CAP, way, rate, 100 * (rate / CAP - 1), (passed + over) * CAP_FRAME * 8 / seconds);
            assertTrue(over > passed, over + " packets over the cap, " + passed + " passed");
            // Never more. Less only when the worker itself had no CPU for longer than a burst lasts.
            assertTrue(rate * seconds / longest < CAP * 1.02, rate + " bit/s passed");
            assertTrue(rate * seconds / shortest > CAP * 0.9, rate + " bit/s passed");
            beside.assertUnharmed();
        } finally {
            flooder.end();
        }
    }

    /** A task that sends at an even rate and does not want to notice its neighbors. */
    private static final class Beside implements AutoCloseable {
        private final Map<String, Long> dropped = rig.task(GOOD).drops();
        private final long received = rig.task(GOOD).rx().packets();
        private final UdpStream stream;

        Beside(int packetsPerSecond) {
            LabPlan plan = rig.plan();
            stream = new UdpStream(
                    plan.task(GOOD), plan.storage(), List.of(plan.storageAddress(Family.V4)), 7_001, packetsPerSecond);
        }

        /** Braid took in what the task's kernel gave it, and lost none of it. */
        void assertUnharmed() throws InterruptedException {
            stream.stop();
            StreamCount count = stream.count();
            StatusReport.Task task = rig.task(GOOD);
            long taken = task.rx().packets() - received;
            System.out.printf(
                    "  beside it: %d sent, Braid took %d, %d arrived%n",
                    count.sent(), taken, count.sent() - count.lost());
            assertEquals(dropped, task.drops());
            assertTrue(taken >= count.sent() * 0.95, taken + " of " + count.sent() + " were taken in");
        }

        @Override
        public void close() {
            stream.close();
        }
    }

    @Test
    void termsOutliveTheProcess() throws InterruptedException {
        rig.braid().takeOver();
        assertEquals("b", rig.task(STRANGER).job());
        assertEquals(new TaskLimits(CAP, CAP, null, null), rig.task(CAPPED).limits());
        rig.assertReachesStorage(GOOD);
        assertTrue(ping(STRANGER, rig.plan().taskAddress(GOOD, Family.V4)).contains("Packet filtered"));
    }

    /** One task sends rubbish as fast as its kernel takes it; another one of the same worker loses nothing by it. */
    @Test
    void aTaskThatFloodsTakesNothingFromAnother() throws InterruptedException {
        for (Flood kind : Flood.values()) {
            long received = rig.task(STRANGER).rx().packets();
            var flooder = new Flooder(rig.plan().task(STRANGER), "task0", kind.frames());
            int leastFree = Integer.MAX_VALUE;
            try (var beside = new Beside(5_000)) {
                flooder.start();
                long end = System.nanoTime() + FLOOD_MILLIS * 1_000_000L;
                while (System.nanoTime() < end) {
                    leastFree = Math.min(leastFree, (int) rig.status().mempool().available());
                    Thread.sleep(50);
                }
                long flood = (rig.task(STRANGER).rx().packets() - received) * 1000 / FLOOD_MILLIS;
                System.out.printf("flood of %s: %d packets/s, %d buffers free at least%n", kind, flood, leastFree);
                assertTrue(flood > 5_000, "no flood: " + flood + " packets/s");
                beside.assertUnharmed();
            } finally {
                flooder.end();
            }
            assertTrue(leastFree > 512, leastFree + " buffers free");
            assertEquals(0, rig.status().drops().getOrDefault("no_buffer", 0L));
        }
        Map<String, Long> drops = rig.task(STRANGER).drops();
        for (String reason :
                List.of("source_not_owned", "too_many_group_frames", "local_traffic_refused", "unknown_ethertype")) {
            assertTrue(drops.getOrDefault(reason, 0L) > 0, reason + " in " + drops);
        }
        rig.awaitBalance();
    }

    private enum Flood {
        NOISE,
        ARP,
        REFUSED;

        List<byte[]> frames() {
            String own = rig.plan().taskAddress(STRANGER, Family.V4);
            String other = rig.plan().taskAddress(GOOD, Family.V4);
            return switch (this) {
                case NOISE -> {
                    byte[] unknown = Forgery.udp4(GATEWAY, own, other, 26);
                    unknown[12] = 0x12;
                    yield List.of(Forgery.udp4(GATEWAY, "198.51.100.1", other, 26), unknown);
                }
                case ARP -> {
                    var sender = (Ipv4Address) IpAddress.parse(own);
                    yield List.of(Forgery.arp(Forgery.BROADCAST, 1, SENDER, sender, new Ipv4Address(0x0a000001)));
                }
                case REFUSED -> List.of(Forgery.udp4(GATEWAY, own, other, 26));
            };
        }
    }

    /** Sends frames one after the other, again and again, at full speed, from a thread of its own. */
    private static final class Flooder {
        private final Netns netns;
        private final String iface;
        private final List<byte[]> frames;
        private final Thread thread = Thread.ofPlatform().name("flood").unstarted(this::run);
        private volatile boolean running = true;

        Flooder(Netns netns, String iface, List<byte[]> frames) {
            this.netns = netns;
            this.iface = iface;
            this.frames = frames;
        }

        void start() {
            thread.start();
        }

        private void run() {
            try (FrameSocket socket = FrameSocket.open(netns, iface)) {
                for (int i = 0; running; i = (i + 1) % frames.size()) {
                    if (!socket.send(frames.get(i))) {
                        LockSupport.parkNanos(10_000); // the kernel's queue is full: it empties
                    }
                }
            }
        }

        void end() throws InterruptedException {
            running = false;
            thread.join();
        }
    }
}
