package io.braid.bfd;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A machine with a clock that the test moves, which starts just before nanoTime wraps, and a peer made of packets. */
final class MachineFixture {
    static final long MS = 1_000_000;
    static final int LOCAL = 0x11111111;
    static final int REMOTE = 0x22222222;

    final Recorder out = new Recorder();
    final SessionMachine machine;
    long now = Long.MAX_VALUE - 700 * MS;

    MachineFixture(BfdTimers timers) {
        machine = new SessionMachine(LOCAL, timers, new SplittableRandom(42), out);
        machine.start(now);
    }

    /** Brought to a state by packets of a peer with the same timers. */
    static MachineFixture in(SessionState state) {
        return in(state, BfdTimers.FAST);
    }

    static MachineFixture in(SessionState state, BfdTimers timers) {
        MachineFixture fixture = new MachineFixture(timers);
        switch (state) {
            case DOWN -> {}
            case ADMIN_DOWN -> fixture.machine.setAdminDown(true, fixture.now);
            case INIT -> fixture.receive(fixture.peer(SessionState.DOWN));
            case UP -> fixture.receive(fixture.peer(SessionState.INIT));
        }
        assertEquals(state, fixture.machine.state());
        fixture.out.clear();
        return fixture;
    }

    ControlPacket peer(SessionState state) {
        long micros = state == SessionState.UP ? 50_000 : 1_000_000;
        return new ControlPacket(0, state, false, false, false, false, 3, REMOTE, LOCAL, micros, 50_000, 0);
    }

    static ControlPacket with(ControlPacket p, boolean poll, boolean fin, boolean demand, long minTx, long minRx) {
        return new ControlPacket(
                p.diagnosticCode(),
                p.state(),
                poll,
                fin,
                p.controlPlaneIndependent(),
                demand,
                p.multiplier(),
                p.myDiscriminator(),
                p.yourDiscriminator(),
                minTx,
                minRx,
                0);
    }

    ControlPacket poll(SessionState state) {
        ControlPacket p = peer(state);
        return with(p, true, false, false, p.desiredMinTxMicros(), p.requiredMinRxMicros());
    }

    ControlPacket fin(SessionState state) {
        ControlPacket p = peer(state);
        return with(p, false, true, false, p.desiredMinTxMicros(), p.requiredMinRxMicros());
    }

    @Nullable
    DiscardReason receive(ControlPacket packet) {
        return machine.receive(packet, now);
    }

    /** Lets time pass, with an expire at each moment the machine asks for; returns when it sent, relative to start. */
    List<Long> advance(long nanos) {
        long start = now;
        List<Long> times = new ArrayList<>();
        long left;
        while ((left = machine.remaining(now)) <= nanos - (now - start)) {
            now += left;
            int before = out.packets.size();
            machine.expire(now);
            for (int i = before; i < out.packets.size(); i++) {
                times.add(now - start);
            }
        }
        now = start + nanos;
        return times;
    }
}
