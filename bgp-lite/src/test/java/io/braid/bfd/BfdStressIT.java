package io.braid.bfd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.linux.Interfaces;
import io.braid.linux.Sysctl;
import io.braid.linux.UdpSocket;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Busy CPUs and forged packets: what must not bring a session down, and what sessions cost. */
final class BfdStressIT extends EnginePair {
    @Test
    void busyCpusRaiseNoFalseAlarm() throws Exception {
        inTime(() -> {
            System.gc(); // the garbage of earlier tests is not asked about here
            BfdSession session = up(0, false);
            BfdSession six = ours.add(LabLink.config(1, true, true, BfdTimers.FAST), ourLog);
            theirs.add(LabLink.config(1, true, false, BfdTimers.FAST), theirLog);
            ourLog.await(SessionState.UP, UP_LIMIT);
            theirLog.await(SessionState.UP, UP_LIMIT);
            awaitFast(six);
            ourLog.clear();
            theirLog.clear();
            long before = session.status().received();
            try (BusyCpus busy = new BusyCpus()) {
                assertNotNull(busy);
                ours.takeLongestDelay();
                Thread.sleep(10_000);
            }
            Duration delay = ours.takeLongestDelay();
            assertEquals(List.of(), ourLog.changes(), () -> "longest delay " + delay);
            assertEquals(List.of(), theirLog.changes(), () -> "longest delay " + delay);
            long received = session.status().received() - before;
            System.out.println("both CPUs busy for 10 s: no change, " + received
                    + " packets received (228 at 43.75 ms), longest delay " + delay.toNanos() / 1000 + " us");
            assertTrue(received >= 190, received + " packets in 10 s");
        });
    }

    @Test
    void hostileDatagramsAreCountedAndChangeNothing() throws Exception {
        inTime(() -> {
            BfdSession session = up(0, false);
            int number = session.status().view().localDiscriminator();
            Interfaces.in(link.peerName).addAddress("eth0", InetAddress.getByName("192.0.0.66"), 24);
            ControlPacket down =
                    new ControlPacket(0, SessionState.DOWN, false, false, false, false, 3, 99, number, 1, 1, 0);
            ControlPacket unknown =
                    new ControlPacket(0, SessionState.DOWN, false, false, false, false, 3, 99, ~number, 1, 1, 0);
            ControlPacket stray =
                    new ControlPacket(0, SessionState.DOWN, false, false, false, false, 3, 99, 0, 1, 1, 0);
            try (Arena arena = Arena.ofConfined()) {
                send(arena, "192.0.0.2", "eth0", 0, 254, down);
                assertCounted(DiscardReason.TTL_NOT_255);
                send(arena, "192.0.0.66", "eth0", 0, 255, down);
                assertCounted(DiscardReason.WRONG_SENDER);
                send(arena, "192.0.0.66", "eth0", 0, 255, stray);
                assertCounted(DiscardReason.NO_SESSION);
                send(arena, "192.0.0.2", "eth0", 0, 255, unknown);
                assertCounted(DiscardReason.UNKNOWN_DISCRIMINATOR);
                // The peer's own address, by another cable.
                Interfaces.in(link.oursName).run("route", "add", "192.0.0.2/32", "dev", "eth1", "metric", "1");
                Sysctl.in(link.ours).write("net.ipv4.conf.all.rp_filter", "0");
                Sysctl.in(link.ours).write("net.ipv4.conf.eth1.rp_filter", "0");
                Interfaces.in(link.peerName).run("addr", "add", "192.0.0.2/32", "dev", "eth1");
                send(arena, "192.0.0.2", "eth1", 1, 255, down);
                assertCounted(DiscardReason.WRONG_INTERFACE);
                MemorySegment shortOne = arena.allocate(23);
                sendRaw("192.0.0.66", "eth0", 0, 255, shortOne);
                assertCounted(DiscardReason.TRUNCATED);
            }
            assertEquals(SessionState.UP, session.state());
            assertEquals(List.of(), ourLog.changes());
        });
    }

    private void assertCounted(DiscardReason reason) {
        LabLink.until(() -> reason + " counted: " + ours.discards(), Duration.ofSeconds(2), () -> {
            Long count = ours.discards().get(reason);
            return count != null && count > 0;
        });
    }

    private void send(Arena arena, String source, String device, int cable, int ttl, ControlPacket packet) {
        MemorySegment data = arena.allocate(ControlPacketCodec.BYTES);
        ControlPacketCodec.encode(packet, data);
        sendRaw(source, device, cable, ttl, data);
    }

    private void sendRaw(String source, String device, int cable, int ttl, MemorySegment data) {
        try (UdpSocket socket = UdpSocket.open(link.peers, new InetSocketAddress(source, 0), device)) {
            socket.setTtl(ttl);
            int sent = socket.sendTo(
                    data, new InetSocketAddress(LabLink.ipv4(cable, true), SessionTransport.CONTROL_PORT));
            assertEquals(data.byteSize(), sent);
        }
    }

    @Test
    void anIdleEngineCostsLittle() throws Exception {
        inTime(() -> {
            for (int n = 0; n < CABLES; n++) {
                for (boolean v6 : new boolean[] {false, true}) {
                    ours.add(LabLink.config(n, v6, true, BfdTimers.FAST), ourLog);
                    theirs.add(LabLink.config(n, v6, false, BfdTimers.FAST), theirLog);
                }
            }
            LabLink.until(
                    "six sessions",
                    UP_LIMIT,
                    () -> ourLog.changes().stream()
                                    .filter(c -> c.to() == SessionState.UP)
                                    .count()
                            == 6);
            Thread.sleep(3_000); // compiled by then
            long before = ours.call(BfdStressIT::threadCpuMicros);
            Thread.sleep(5_000);
            long used = ours.call(BfdStressIT::threadCpuMicros) - before;
            double percent = used / 5_000_000.0 * 100;
            System.out.printf("six sessions at 50 ms: %.2f%% of a core%n", percent);
            assertTrue(percent < 10, percent + "%");
        });
    }

    private static long threadCpuMicros() {
        return java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1000;
    }
}
