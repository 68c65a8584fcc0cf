package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.StatusReport;
import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.Ipv4Address;
import io.braid.dataplane.net.Ipv6Address;
import io.braid.dataplane.net.MacAddress;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.FrameSocket;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Netns;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Neighbors and tasks that lie or send rubbish: nobody's traffic is diverted, and the process stays up with every packet accounted for. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class HostileNeighborIT {
    private static final long LIAR = MacAddress.parse("02:66:66:66:66:66").bits();
    private static final int FRAMES_PER_MILLI = 3;
    private static final int[] TYPES = {0x0800, 0x0800, 0x86dd, 0x86dd, 0x0806, 0x8100, 0x88a8, 0x88cc, 0x1234};

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Rig rig;

    @BeforeAll
    static void start() throws InterruptedException {
        rig = Rig.start(Rig.plan(2, 2), UnaryOperator.identity());
        rig.braid().attach(1);
        rig.braid().attach(2);
        rig.assertReachesStorage(1);
        rig.assertReachesStorage(2);
    }

    @AfterAll
    static void end() throws InterruptedException {
        Rig.end(rig);
    }

    private static List<String> gatewayMacs() {
        return rig.status().uplinks().getFirst().gateways().stream()
                .map(gateway -> gateway.address() + " " + gateway.mac())
                .toList();
    }

    @Test
    void liesAboutTheGatewayAreNotBelieved() throws InterruptedException {
        LabPlan plan = rig.plan();
        List<String> before = gatewayMacs();
        assertEquals(2, before.size());
        long own = MacAddress.parse(rig.status().uplinks().getFirst().mac()).bits();
        var gateway4 = (Ipv4Address) IpAddress.parse(plan.torAddress(0, Family.V4));
        var gateway6 = (Ipv6Address) IpAddress.parse(plan.torAddress(0, Family.V6));
        var host4 = (Ipv4Address) IpAddress.parse(plan.hostAddress(0, Family.V4));
        var host6 = (Ipv6Address) IpAddress.parse(plan.hostAddress(0, Family.V6));
        List<byte[]> lies = List.of(
                Forgery.arp(own, 2, LIAR, gateway4, host4), // a reply that nobody asked for
                Forgery.arp(Forgery.BROADCAST, 2, LIAR, gateway4, gateway4), // gratuitous
                Forgery.arp(Forgery.BROADCAST, 1, LIAR, gateway4, gateway4),
                Forgery.arp(own, 1, LIAR, gateway4, host4), // a question whose sender lies
                Forgery.advertisement(own, LIAR, gateway6, host6, 0xe0),
                Forgery.advertisement(0x3333_0000_0001L, LIAR, gateway6, Forgery.ALL_NODES, 0xa0));
        try (FrameSocket socket = FrameSocket.open(plan.tor(), plan.switchPort(0))) {
            for (int round = 0; round < 4; round++) {
                for (byte[] lie : lies) {
                    assertTrue(socket.send(lie));
                    Thread.sleep(100);
                    assertEquals(before, gatewayMacs());
                }
            }
        }
        rig.assertReachesStorage(1);
        rig.awaitBalance();
    }

    @Test
    void rubbishFromTheWireIsDroppedWithReasons() throws InterruptedException {
        LabPlan plan = rig.plan();
        long mac = MacAddress.parse(rig.status().uplinks().get(1).mac()).bits();
        long received = rig.status().uplinks().get(1).rx().packets();
        long sent = flood(plan.tor(), plan.switchPort(1), mac, 10_000);
        StatusReport status = rig.awaitBalance();
        StatusReport.Uplink uplink = status.uplinks().get(1);
        assertTrue(uplink.rx().packets() - received >= sent * 9 / 10, sent + " sent, " + uplink);
        assertTrue(uplink.drops().size() >= 10, "few of the reasons to drop were met: " + uplink.drops());
        rig.assertReachesStorage(1);
        rig.assertPings(plan.tor(), plan.hostAddress(1, Family.V4));
        rig.assertPings(plan.tor(), plan.hostAddress(1, Family.V6));
    }

    @Test
    void rubbishFromATaskHarmsNoOtherTask() throws InterruptedException {
        LabPlan plan = rig.plan();
        Netns task = plan.task(2);
        long gateway = MacAddress.parse("02:b2:a1:d0:00:01").bits();
        flood(task, "task0", gateway, 3_000);
        rig.awaitBalance();
        assertTrue(rig.task(2).drops().size() >= 8, rig.task(2).drops().toString());
        rig.assertReachesStorage(1);
        rig.assertReachesStorage(2);
    }

    /** Sends random frames for a while, some mere noise and some that get past the first checks; returns how many. */
    private static long flood(Netns netns, String iface, long mac, int millis) throws InterruptedException {
        long seed = System.nanoTime();
        System.out.println("random frames from seed " + seed);
        var random = new Random(seed);
        long sent = 0;
        try (FrameSocket socket = FrameSocket.open(netns, iface)) {
            long began = System.nanoTime();
            long due = 0;
            while (due < (long) millis * FRAMES_PER_MILLI) {
                due = Math.min((System.nanoTime() - began) / 1_000_000, millis) * FRAMES_PER_MILLI;
                long offered = sent;
                while (sent < due) {
                    if (!socket.send(frame(random, mac))) {
                        break; // the kernel's queue is full: it empties
                    }
                    sent++;
                }
                Thread.sleep(offered == sent ? 5 : 1);
                if (System.nanoTime() - began > 2_000_000L * millis) {
                    break;
                }
            }
        }
        return sent;
    }

    private static byte[] frame(Random random, long mac) {
        byte[] bytes = new byte[14 + random.nextInt(random.nextInt(10) == 0 ? 1486 : 120)];
        random.nextBytes(bytes);
        var frame = ByteBuffer.wrap(bytes);
        if (random.nextInt(20) != 0) {
            Forgery.putMac(frame, random.nextInt(8) == 0 ? Forgery.BROADCAST : mac);
            frame.put(6, (byte) (bytes[6] & 0xfe));
            int type = TYPES[random.nextInt(TYPES.length)];
            frame.putShort(12, (short) type);
            if (type == 0x0800 && bytes.length >= 34) {
                Forgery.plausibleIpv4(frame, random, rig.plan());
            } else if (type == 0x86dd && bytes.length >= 54) {
                Forgery.plausibleIpv6(frame, random, rig.plan());
            } else if (type == 0x0806 && bytes.length >= 42 && random.nextBoolean()) {
                frame.putLong(14, 0x0001_0800_0604_0001L | random.nextInt(3));
            }
        }
        return bytes;
    }
}
