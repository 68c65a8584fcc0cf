package io.braid.bgp.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.braid.bgp.session.SessionEvent.Violation;
import io.braid.bgp.wire.BgpRole;
import io.braid.bgp.wire.Capability;
import io.braid.bgp.wire.ErrorReason;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.Open;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What is expected of a peer's OPEN, and what is said in the own one. */
final class OpenCheckTest {
    private static PeerConfig config(long asn, CapabilityOffer offer) {
        return PeerConfig.of("p", SpeakerPair.address("192.0.2.2"), asn).with(offer);
    }

    private static @Nullable Violation check(CapabilityOffer own, Open remote) {
        Open local = FsmFixture.open(65017, 90, "192.0.2.1", own);
        return OpenCheck.check(config(65000, own), local, remote);
    }

    private static ErrorReason reason(@Nullable Violation violation) {
        assertNotNull(violation);
        return violation.notification().reason().orElseThrow();
    }

    @Test
    void theAsIsTheConfiguredOne() {
        assertNull(check(CapabilityOffer.DEFAULT, FsmFixture.PEER));
        Open other = FsmFixture.open(65001, 90, "192.0.2.2", CapabilityOffer.DEFAULT);
        assertEquals(ErrorReason.BAD_PEER_AS, reason(check(CapabilityOffer.DEFAULT, other)));
    }

    @Test
    void equalRouterIdsAreAnErrorWithinAnAsOnly() {
        Open external = FsmFixture.open(65000, 90, "192.0.2.1", CapabilityOffer.DEFAULT);
        assertNull(check(CapabilityOffer.DEFAULT, external), "RFC 6286 section 2.2");
        Open internal = FsmFixture.open(65017, 90, "192.0.2.1", CapabilityOffer.DEFAULT);
        Violation violation = OpenCheck.check(config(65017, CapabilityOffer.DEFAULT), internal, internal);
        assertEquals(ErrorReason.BAD_BGP_IDENTIFIER, reason(violation));
    }

    @Test
    void withoutACommonFamilyTheMissedOnesAreListed() {
        CapabilityOffer six = CapabilityOffer.DEFAULT.withFamilies(Set.of(Family.IPV6_UNICAST));
        Open four = FsmFixture.open(
                65000, 90, "192.0.2.2", CapabilityOffer.DEFAULT.withFamilies(Set.of(Family.IPV4_UNICAST)));
        Violation violation = check(six, four);
        assertEquals(ErrorReason.UNSUPPORTED_CAPABILITY, reason(violation));
        assertNotNull(violation);
        assertEquals("010400020001", violation.notification().data().toString());
        Open silent = new Open(65000, 90, FsmFixture.PEER.routerId(), List.of());
        assertEquals(ErrorReason.UNSUPPORTED_CAPABILITY, reason(check(six, silent)), "no family means IPv4");
        assertNull(check(CapabilityOffer.DEFAULT, silent));
    }

    @ParameterizedTest
    @EnumSource(BgpRole.class)
    void rolesBelongTogether(BgpRole own) {
        CapabilityOffer offer = CapabilityOffer.DEFAULT.withRole(own, false);
        for (BgpRole other : BgpRole.values()) {
            Open remote = FsmFixture.open(65000, 90, "192.0.2.2", CapabilityOffer.DEFAULT.withRole(other, false));
            Violation violation = check(offer, remote);
            if (other == own.counterpart()) {
                assertNull(violation);
            } else {
                assertEquals(ErrorReason.ROLE_MISMATCH, reason(violation));
            }
            assertNull(check(CapabilityOffer.DEFAULT, remote), "who says no role takes any");
        }
        assertNull(check(offer, FsmFixture.PEER), "a peer without a role");
        CapabilityOffer strict = CapabilityOffer.DEFAULT.withRole(own, true);
        assertEquals(ErrorReason.ROLE_MISMATCH, reason(check(strict, FsmFixture.PEER)));
        Open unknown = new Open(65000, 90, FsmFixture.PEER.routerId(), List.of(new Capability.Role(77)));
        assertEquals(ErrorReason.ROLE_MISMATCH, reason(check(offer, unknown)));
    }

    @Test
    void everythingThatIsOfferedIsSaid() {
        var state = new RestartState() {
            boolean restarting = true;

            @Override
            public boolean restarting() {
                return restarting;
            }

            @Override
            public boolean forwardingKept(Family family) {
                return family == Family.IPV4_UNICAST;
            }
        };
        CapabilityOffer offer = CapabilityOffer.DEFAULT
                .withAddPath(Set.of(), Set.of(Family.IPV4_UNICAST))
                .withExtendedNextHop()
                .withExtendedMessage()
                .withEnhancedRefresh()
                .withRole(BgpRole.CUSTOMER, true)
                .withGracefulRestart(new CapabilityOffer.GracefulRestart(
                        Duration.ofMinutes(2), true, Set.of(Family.values()), state));
        Open open = FsmFixture.open(4200000001L, 90, "192.0.2.1", offer);
        assertEquals(2, open.capabilities(Capability.MultiProtocol.class).size());
        assertEquals(
                new Capability.FourByteAs(4200000001L),
                open.capability(Capability.FourByteAs.class).orElseThrow());
        var restart = open.capability(Capability.GracefulRestart.class).orElseThrow();
        assertEquals(
                new Capability.GracefulRestart(
                        true,
                        true,
                        120,
                        List.of(
                                new Capability.GracefulRestart.Kept(Family.IPV4_UNICAST.number(), true),
                                new Capability.GracefulRestart.Kept(Family.IPV6_UNICAST.number(), false))),
                restart);
        state.restarting = false;
        Open later = FsmFixture.open(4200000001L, 90, "192.0.2.1", offer);
        assertEquals(
                false,
                later.capability(Capability.GracefulRestart.class).orElseThrow().restarting(),
                "asked anew for each OPEN");
        assertEquals(10, open.capabilities().size());
    }

    @ParameterizedTest
    @CsvSource({"-1", "4096"})
    void restartTimesAreBounded(long seconds) {
        assertThrows(
                IllegalArgumentException.class,
                () -> new CapabilityOffer.GracefulRestart(
                        Duration.ofSeconds(seconds), false, Set.of(), RestartState.NONE));
    }

    @Test
    void offersThatContradictThemselvesAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> CapabilityOffer.DEFAULT.withFamilies(Set.of()));
        assertThrows(
                IllegalArgumentException.class,
                () -> CapabilityOffer.DEFAULT
                        .withAddPath(Set.of(Family.IPV6_UNICAST), Set.of())
                        .withFamilies(Set.of(Family.IPV4_UNICAST)));
    }
}
