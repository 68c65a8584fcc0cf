package io.braid.bfd;

import static io.braid.bfd.MachineFixture.MS;
import static io.braid.bfd.MachineFixture.with;
import static io.braid.bfd.SessionState.DOWN;
import static io.braid.bfd.SessionState.INIT;
import static io.braid.bfd.SessionState.UP;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Intervals, jitter, detection and Poll Sequences (RFC 5880 sections 6.5, 6.8.2 to 6.8.4 and 6.8.7). */
final class SessionTimersTest {
    private static void assertGaps(List<Long> times, long least, long most) {
        for (int i = 1; i < times.size(); i++) {
            long gap = times.get(i) - times.get(i - 1);
            assertTrue(gap >= least && gap <= most, "gap " + gap / 1e6 + " ms, not " + least / MS + "-" + most / MS);
        }
    }

    @Test
    void sendsOnceASecondUntilUp() {
        MachineFixture f = new MachineFixture(BfdTimers.FAST);
        assertEquals(0, f.machine.remaining(f.now), "the first packet is due at once");
        List<Long> times = f.advance(20_000 * MS);
        assertTrue(times.size() >= 20 && times.size() <= 28, times.size() + " packets");
        assertGaps(times, 750 * MS, 1000 * MS);
        ControlPacket p = f.out.lastPacket();
        assertEquals(1_000_000, p.desiredMinTxMicros());
        assertEquals(50_000, p.requiredMinRxMicros());
        assertEquals(MachineFixture.LOCAL, p.myDiscriminator());
        assertEquals(0, p.yourDiscriminator());
    }

    @Test
    void upIsFastAtOnceAndToldByAPollSequence() {
        MachineFixture f = MachineFixture.in(INIT);
        f.advance(300 * MS);
        f.out.clear();
        f.receive(f.peer(UP));
        ControlPacket first = f.out.lastPacket();
        assertEquals(UP, first.state());
        assertEquals(50_000, first.desiredMinTxMicros());
        assertTrue(first.poll());
        assertTrue(f.machine.remaining(f.now) <= 50 * MS, "the slow packet is not waited for");
        f.advance(100 * MS);
        assertTrue(f.out.packets.stream().allMatch(ControlPacket::poll), "until the answer comes");
        f.receive(f.fin(UP));
        f.out.clear();
        f.advance(100 * MS);
        assertTrue(f.out.packets.stream().noneMatch(ControlPacket::poll));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 255})
    void jitterKeepsToItsBounds(int multiplier) {
        MachineFixture f = MachineFixture.in(UP, BfdTimers.ofMillis(50, multiplier));
        // What the peer sends in between changes nothing.
        List<Long> times = new java.util.ArrayList<>();
        long offset = 0;
        for (int i = 0; i < 2000; i++) {
            for (long t : f.advance(10 * MS)) {
                times.add(offset + t);
            }
            offset += 10 * MS;
            f.receive(f.peer(UP));
        }
        long most = multiplier == 1 ? 45 * MS : 50 * MS;
        assertGaps(times.subList(1, times.size()), 37 * MS + MS / 2, most);
        double mean = (times.getLast() - times.get(1)) / (times.size() - 2.0) / MS;
        assertEquals(multiplier == 1 ? 41.25 : 43.75, mean, 0.5);
    }

    /** A peer that sends without pause must not keep us from sending (zebra-rs#1131). */
    @Test
    void receivingNeverMovesTheTransmitTimer() {
        MachineFixture f = MachineFixture.in(UP);
        f.receive(f.fin(UP));
        for (int i = 0; i < 1000; i++) {
            long before = f.machine.remaining(f.now);
            long due = f.now + before;
            f.now += Math.min(before, MS / 4);
            f.receive(i % 3 == 0 ? f.poll(UP) : f.peer(UP));
            // Detection is 150 ms away after each packet, so what remains is the transmit timer.
            assertEquals(due, f.now + f.machine.remaining(f.now), "packet " + i);
            f.machine.expire(f.now);
        }
        long periodic = f.out.packets.stream().filter(p -> !p.fin()).count();
        assertTrue(periodic >= 4, periodic + " in 250 ms");
    }

    @Test
    void everyPollIsAnsweredAtOnceUnlessThePeerHasGoneMad() {
        MachineFixture f = MachineFixture.in(UP);
        for (int i = 0; i < 20; i++) {
            f.out.clear();
            f.receive(f.poll(UP));
            ControlPacket answer = f.out.lastPacket();
            assertTrue(answer.fin());
            assertFalse(answer.poll(), "\"P clear and F set\"");
            f.now += 2 * MS;
        }
        f.out.clear();
        for (int i = 0; i < 1000; i++) {
            f.receive(f.poll(UP));
            f.now += 1000;
        }
        assertEquals(1, f.out.packets.size(), "1000 polls in 1 ms");
        assertEquals(999, f.machine.view().suppressedFinals());
    }

    @Test
    void thePeersSlownessIsHonouredBothWays() {
        MachineFixture f = MachineFixture.in(UP);
        f.receive(with(f.peer(UP), false, true, false, 300_000, 400_000));
        assertEquals(Duration.ofMillis(400), f.machine.view().transmitInterval());
        assertEquals(Duration.ofMillis(900), f.machine.view().detectionTime());
        f.advance(50 * MS); // the packet that was due already
        f.out.clear();
        for (int i = 0; i < 20; i++) {
            f.receive(with(f.peer(UP), false, false, false, 300_000, 400_000));
            f.advance(300 * MS);
        }
        assertTrue(f.out.packets.size() >= 14 && f.out.packets.size() <= 21, f.out.packets.size() + " in 6 s");
        // "the local system MUST honor the new interval immediately"
        f.receive(with(f.peer(UP), false, false, false, 300_000, 10_000));
        assertTrue(f.machine.remaining(f.now) <= 50 * MS);
    }

    @Test
    void aPeerThatWantsNothingGetsNothing() {
        MachineFixture f = MachineFixture.in(UP);
        f.receive(with(f.peer(UP), false, true, false, 50_000, 0));
        f.out.clear();
        assertEquals(0, f.advance(149 * MS).size());
        assertEquals(Duration.ZERO, f.machine.view().transmitInterval());
        // Gone: it must be possible to find it again.
        f.advance(3000 * MS);
        assertEquals(DOWN, f.machine.state());
        assertTrue(f.out.packets.size() >= 3, f.out.packets.size() + " packets after the loss");
    }

    @Test
    void aPeerInDemandModeIsPolledOnly() {
        MachineFixture f = MachineFixture.in(UP);
        f.receive(with(f.peer(UP), false, true, true, 50_000, 50_000));
        f.out.clear();
        for (int i = 0; i < 10; i++) {
            f.advance(100 * MS);
            f.receive(with(f.peer(UP), false, false, true, 50_000, 50_000));
        }
        assertEquals(0, f.out.packets.size(), "\"MUST cease the periodic transmission\"");
        f.machine.setTimers(BfdTimers.ofMillis(100, 3), f.now);
        f.advance(100 * MS);
        assertTrue(f.out.lastPacket().poll());
        f.out.clear();
        f.receive(with(f.peer(UP), true, false, true, 50_000, 50_000));
        assertTrue(f.out.lastPacket().fin(), "a Poll is answered in demand mode too");
    }

    @Test
    void detectionTimeIsThePeersMultiplierTimesTheSlowerInterval() {
        MachineFixture f = MachineFixture.in(UP, new BfdTimers(50_000, 80_000, 9));
        ControlPacket p = f.peer(UP);
        f.receive(new ControlPacket(
                0, UP, false, false, false, false, 4, p.myDiscriminator(), p.yourDiscriminator(), 50_000, 50_000, 0));
        assertEquals(Duration.ofMillis(320), f.machine.view().detectionTime());
        f.advance(319 * MS);
        assertEquals(UP, f.machine.state());
        f.advance(MS);
        assertEquals(DOWN, f.machine.state());
        // Extremes do not overflow: 255 x 4294 s.
        f.receive(f.peer(INIT));
        f.receive(new ControlPacket(
                0,
                UP,
                false,
                false,
                false,
                false,
                255,
                p.myDiscriminator(),
                p.yourDiscriminator(),
                0xffffffffL,
                0xffffffffL,
                0));
        assertEquals(255L * 0xffffffffL, f.machine.view().detectionTime().toNanos() / 1000);
        assertEquals(0xffffffffL, f.machine.view().transmitInterval().toNanos() / 1000);
    }

    @Test
    void slowerTimersHoldWhenThePeerHasConfirmedThem() {
        MachineFixture f = MachineFixture.in(UP);
        f.receive(f.fin(UP)); // the sequence of coming up has no packet yet, so this F is stale
        f.advance(50 * MS);
        f.receive(f.fin(UP));
        f.machine.setTimers(new BfdTimers(400_000, 30_000, 3), f.now);
        assertEquals(Duration.ofMillis(50), f.machine.view().transmitInterval(), "not before the answer");
        assertEquals(Duration.ofMillis(150), f.machine.view().detectionTime(), "not before the answer");
        f.advance(50 * MS);
        ControlPacket told = f.out.lastPacket();
        assertTrue(told.poll());
        assertEquals(400_000, told.desiredMinTxMicros());
        assertEquals(30_000, told.requiredMinRxMicros());
        f.receive(with(f.peer(UP), false, true, false, 30_000, 50_000));
        assertEquals(Duration.ofMillis(400), f.machine.view().transmitInterval());
        assertEquals(Duration.ofMillis(90), f.machine.view().detectionTime());
        assertFalse(f.machine.view().polling());
    }

    @Test
    void fasterSendingAndSlowerReceivingHoldAtOnce() {
        MachineFixture f = MachineFixture.in(UP, BfdTimers.ofMillis(500, 3));
        f.receive(with(f.peer(UP), false, true, false, 50_000, 10_000));
        f.machine.setTimers(new BfdTimers(20_000, 800_000, 3), f.now);
        assertEquals(Duration.ofMillis(20), f.machine.view().transmitInterval());
        assertEquals(Duration.ofMillis(2400), f.machine.view().detectionTime());
    }

    @Test
    void aChangeDuringAPollSequenceIsFollowedByAnother() {
        MachineFixture f = MachineFixture.in(UP);
        f.advance(60 * MS); // P of coming up is out
        f.machine.setTimers(BfdTimers.ofMillis(200, 3), f.now);
        f.receive(f.fin(UP)); // answers the packet before the change
        assertTrue(f.machine.view().polling());
        assertEquals(Duration.ofMillis(50), f.machine.view().transmitInterval());
        f.receive(f.fin(UP)); // no P was sent since: stale
        assertTrue(f.machine.view().polling());
        f.advance(60 * MS);
        f.receive(f.fin(UP));
        assertFalse(f.machine.view().polling());
        assertEquals(Duration.ofMillis(200), f.machine.view().transmitInterval());
    }

    @Test
    void aHeldUpThreadDoesNotSendABurst() {
        MachineFixture f = MachineFixture.in(UP);
        f.receive(f.fin(UP));
        f.out.clear();
        f.now += 140 * MS; // no expire in between
        f.machine.expire(f.now);
        assertEquals(1, f.out.packets.size());
        f.machine.expire(f.now);
        assertEquals(1, f.out.packets.size());
        assertEquals(UP, f.machine.state());
    }

    @Test
    void goingDownIsSlowAgain() {
        MachineFixture f = MachineFixture.in(UP);
        f.receive(f.peer(UP));
        f.advance(200 * MS);
        assertEquals(DOWN, f.machine.state());
        f.out.clear();
        List<Long> times = f.advance(10_000 * MS);
        assertGaps(times, 750 * MS, 1000 * MS);
        assertEquals(1_000_000, f.out.lastPacket().desiredMinTxMicros());
    }
}
