package io.braid.bfd;

import static io.braid.bfd.MachineFixture.MS;
import static io.braid.bfd.SessionState.ADMIN_DOWN;
import static io.braid.bfd.SessionState.DOWN;
import static io.braid.bfd.SessionState.INIT;
import static io.braid.bfd.SessionState.UP;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bfd.StateChange.Cause;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every state with every event of RFC 5880 section 6.2 and 6.8. */
final class SessionMachineTest {
    @ParameterizedTest
    @CsvSource({
        // state, received, next, cause, diagnostic we tell
        "DOWN, ADMIN_DOWN, DOWN, , NONE",
        "DOWN, DOWN, INIT, HANDSHAKE, NONE",
        "DOWN, INIT, UP, HANDSHAKE, NONE",
        "DOWN, UP, DOWN, , NONE",
        "INIT, ADMIN_DOWN, DOWN, PEER_ADMIN_DOWN, NEIGHBOR_SIGNALED_SESSION_DOWN",
        "INIT, DOWN, INIT, , NONE",
        "INIT, INIT, UP, HANDSHAKE, NONE",
        "INIT, UP, UP, HANDSHAKE, NONE",
        "UP, ADMIN_DOWN, DOWN, PEER_ADMIN_DOWN, NEIGHBOR_SIGNALED_SESSION_DOWN",
        "UP, DOWN, DOWN, PEER_DOWN, NEIGHBOR_SIGNALED_SESSION_DOWN",
        "UP, INIT, UP, , NONE",
        "UP, UP, UP, , NONE",
        "ADMIN_DOWN, ADMIN_DOWN, ADMIN_DOWN, , ADMINISTRATIVELY_DOWN",
        "ADMIN_DOWN, DOWN, ADMIN_DOWN, , ADMINISTRATIVELY_DOWN",
        "ADMIN_DOWN, INIT, ADMIN_DOWN, , ADMINISTRATIVELY_DOWN",
        "ADMIN_DOWN, UP, ADMIN_DOWN, , ADMINISTRATIVELY_DOWN"
    })
    void followsTheStateMachine(
            SessionState state,
            SessionState received,
            SessionState next,
            @Nullable Cause cause,
            Diagnostic diagnostic) {
        MachineFixture f = MachineFixture.in(state);
        DiscardReason discarded = f.receive(f.peer(received));
        assertEquals(next, f.machine.state());
        assertEquals(diagnostic, f.machine.view().diagnostic());
        assertEquals(state == ADMIN_DOWN ? DiscardReason.SESSION_ADMIN_DOWN : null, discarded);
        if (cause == null) {
            assertTrue(f.out.changes.isEmpty(), "reported " + f.out.changes);
            assertTrue(f.out.packets.isEmpty(), "only changes are sent at once");
        } else {
            StateChange change = f.out.lastChange();
            assertEquals(1, f.out.changes.size());
            assertEquals(new StateChange(state, next, cause, diagnostic, Diagnostic.NONE, Duration.ZERO), change);
            // "in order to more rapidly communicate a change in state" (section 6.8.7)
            assertEquals(1, f.out.packets.size());
            assertEquals(next, f.out.lastPacket().state());
            assertEquals(MachineFixture.REMOTE, f.out.lastPacket().yourDiscriminator());
        }
    }

    @ParameterizedTest
    @EnumSource(SessionState.class)
    void silenceEndsInitAndUpOnly(SessionState state) {
        MachineFixture f = MachineFixture.in(state);
        f.receive(f.peer(state == UP ? UP : DOWN));
        f.out.clear();
        f.advance(3_100 * MS);
        if (state == ADMIN_DOWN) {
            assertEquals(ADMIN_DOWN, f.machine.state());
            assertTrue(f.out.changes.isEmpty());
            return;
        }
        assertEquals(DOWN, f.machine.state());
        StateChange change = f.out.lastChange();
        assertEquals(Cause.DETECTION_TIME_EXPIRED, change.cause());
        assertEquals(Diagnostic.CONTROL_DETECTION_TIME_EXPIRED, change.local());
        assertEquals(state == UP ? Duration.ofMillis(150) : Duration.ofSeconds(3), change.silence());
        assertEquals(state == UP, change.isPathFailure());
        ControlPacket told = f.out.packets.stream()
                .filter(p -> p.state() == DOWN)
                .findFirst()
                .orElseThrow();
        assertEquals(1, told.diagnosticCode());
        assertEquals(0, told.yourDiscriminator(), "nothing is known of the peer any more");
    }

    @Test
    void inDownTheForgottenPeerCostsNoChange() {
        MachineFixture f = MachineFixture.in(UP);
        f.receive(f.peer(DOWN));
        assertEquals(DOWN, f.machine.state());
        assertEquals(MachineFixture.REMOTE, f.machine.view().remoteDiscriminator());
        f.out.clear();
        f.advance(3_100 * MS);
        assertTrue(f.out.changes.isEmpty());
        assertEquals(0, f.machine.view().remoteDiscriminator());
    }

    @ParameterizedTest
    @EnumSource(SessionState.class)
    void theOperatorHoldsItDownAndLetsGo(SessionState state) {
        MachineFixture f = MachineFixture.in(state);
        f.machine.setAdminDown(true, f.now);
        f.machine.setAdminDown(true, f.now);
        assertEquals(ADMIN_DOWN, f.machine.state());
        if (state != ADMIN_DOWN) {
            assertEquals(1, f.out.changes.size());
            assertEquals(Cause.LOCAL_ADMIN_DOWN, f.out.lastChange().cause());
            assertFalse(f.out.lastChange().isPathFailure());
            assertEquals(7, f.out.lastPacket().diagnosticCode());
        }
        // "SHOULD be for at least a Detection Time" (section 6.8.16): it goes on at the slow pace.
        f.out.clear();
        int sent = f.advance(10_000 * MS).size();
        assertTrue(sent >= 10 && sent <= 14, sent + " packets in 10 s");
        assertTrue(f.out.packets.stream().allMatch(p -> p.state() == ADMIN_DOWN));

        f.machine.setAdminDown(false, f.now);
        f.machine.setAdminDown(false, f.now);
        assertEquals(DOWN, f.machine.state());
        assertEquals(Cause.LOCAL_ADMIN_UP, f.out.lastChange().cause());
        assertEquals(1, f.out.changes.size());
        assertEquals(DOWN, f.out.lastPacket().state());
        f.receive(f.peer(INIT));
        assertEquals(UP, f.machine.state());
    }

    @Test
    void theDiscriminatorIsForgottenAfterSilenceAndLearntAnew() {
        MachineFixture f = MachineFixture.in(UP);
        ControlPacket up = f.peer(UP);
        f.receive(up);
        f.advance(160 * MS);
        assertEquals(DOWN, f.machine.state());
        ControlPacket restarted =
                new ControlPacket(0, DOWN, false, false, false, false, 3, 0x33333333, 0, 1_000_000, 50_000, 0);
        assertNull(f.receive(restarted));
        assertEquals(INIT, f.machine.state());
        assertEquals(0x33333333, f.out.lastPacket().yourDiscriminator());
    }

    @Test
    void aRestartedPeerTakesAnUpSessionDown() {
        MachineFixture f = MachineFixture.in(UP);
        f.receive(new ControlPacket(0, DOWN, false, false, false, false, 3, 0x33333333, 0, 1_000_000, 50_000, 0));
        assertEquals(DOWN, f.machine.state());
        assertEquals(Cause.PEER_DOWN, f.out.lastChange().cause());
        assertTrue(f.out.lastChange().isPathFailure());
        assertEquals(0x33333333, f.out.lastPacket().yourDiscriminator());
    }

    @Test
    void anAdminDownPeerIsNoPathFailure() {
        MachineFixture f = MachineFixture.in(UP);
        ControlPacket p = f.peer(ADMIN_DOWN);
        f.receive(new ControlPacket(
                7,
                p.state(),
                false,
                false,
                false,
                false,
                3,
                p.myDiscriminator(),
                p.yourDiscriminator(),
                1_000_000,
                50_000,
                0));
        assertEquals(Diagnostic.ADMINISTRATIVELY_DOWN, f.out.lastChange().remote());
        assertFalse(f.out.lastChange().isPathFailure());
    }
}
