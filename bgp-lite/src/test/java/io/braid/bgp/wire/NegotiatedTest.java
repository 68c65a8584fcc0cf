package io.braid.bgp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What follows from two OPENs. */
class NegotiatedTest {
    private static final Capability V4 = new Capability.MultiProtocol(Family.IPV4_UNICAST.number());
    private static final Capability V6 = new Capability.MultiProtocol(Family.IPV6_UNICAST.number());

    private static Open open(long asn, Capability... capabilities) {
        return new Open(asn, 90, IpAddress.v4((int) asn), Arrays.asList(capabilities));
    }

    private static Capability addPath(boolean receive, boolean send, Family... families) {
        return new Capability.AddPath(Arrays.stream(families)
                .map(f -> new Capability.AddPath.Paths(f.number(), receive, send))
                .toList());
    }

    @Test
    void withoutCapabilitiesItIsIpv4WithTwoBytes() {
        Negotiated result = Negotiated.of(open(1), open(2));
        assertEquals(Negotiated.INITIAL, result);
        assertTrue(Negotiated.of(open(1), open(1)).internal());
        assertEquals(
                EnumSet.of(Family.IPV4_UNICAST),
                Negotiated.of(open(1, V4, V6), open(2)).families());
    }

    @Test
    void familiesThatBothSpeak() {
        assertEquals(
                EnumSet.allOf(Family.class),
                Negotiated.of(open(1, V4, V6), open(2, V6, V4)).families());
        assertEquals(
                EnumSet.of(Family.IPV6_UNICAST),
                Negotiated.of(open(1, V4, V6), open(2, V6)).families());
        assertEquals(Set.of(), Negotiated.of(open(1, V4), open(2, V6)).families());
        Capability other = new Capability.MultiProtocol(new AfiSafi(25, 70));
        assertEquals(Set.of(), Negotiated.of(open(1, V4), open(2, other)).families());
    }

    @Test
    void fourByteNumbersNeedBoth() {
        Capability local = new Capability.FourByteAs(1);
        assertTrue(Negotiated.of(open(1, local), open(2, new Capability.FourByteAs(2)))
                .fourByteAs());
        assertFalse(Negotiated.of(open(1, local), open(2)).fourByteAs());
    }

    @Test
    void pathNumbersInEachDirection() { // RFC 7911 section 4
        Open local = open(1, V4, V6, addPath(false, true, Family.IPV4_UNICAST, Family.IPV6_UNICAST));
        Open remote = open(2, V4, V6, addPath(true, true, Family.IPV4_UNICAST));
        Negotiated result = Negotiated.of(local, remote);
        assertEquals(EnumSet.of(Family.IPV4_UNICAST), result.send().addPath());
        assertEquals(Set.of(), result.receive().addPath());
        Negotiated seenByTheOther = Negotiated.of(remote, local);
        assertEquals(result.send(), seenByTheOther.receive());
        assertEquals(result.receive(), seenByTheOther.send());
        assertEquals(
                Set.of(),
                Negotiated.of(open(1, V6, addPath(true, true, Family.IPV4_UNICAST)), remote)
                        .send()
                        .addPath(),
                "a family that is not spoken");
    }

    @Test
    void longMessagesAreTakenWhenOfferedAndSentWhenBothTakeThem() { // RFC 8654 section 4
        Negotiated offered = Negotiated.of(open(1, new Capability.ExtendedMessage()), open(2));
        assertEquals(65535, offered.receive().maxMessageBytes());
        assertEquals(4096, offered.send().maxMessageBytes());
        Negotiated notOffered = Negotiated.of(open(1), open(2, new Capability.ExtendedMessage()));
        assertEquals(4096, notOffered.receive().maxMessageBytes());
        assertEquals(4096, notOffered.send().maxMessageBytes(), "FRR would refuse them");
        Negotiated both =
                Negotiated.of(open(1, new Capability.ExtendedMessage()), open(2, new Capability.ExtendedMessage()));
        assertEquals(65535, both.send().maxMessageBytes());
    }

    @Test
    void ipv6NextHopsToWhoTakesThem() { // RFC 8950 section 4
        Negotiated result = Negotiated.of(open(1), open(2, Capability.ExtendedNextHop.IPV4_OVER_IPV6));
        assertTrue(result.send().ipv6NextHop());
        assertFalse(result.receive().ipv6NextHop());
    }

    @Test
    void refreshes() {
        Negotiated result = Negotiated.of(open(1, new Capability.EnhancedRefresh()), open(2, new Capability.Refresh()));
        assertTrue(result.refresh());
        assertFalse(result.enhancedRefresh());
        assertTrue(Negotiated.of(open(1, new Capability.EnhancedRefresh()), open(2, new Capability.EnhancedRefresh()))
                .enhancedRefresh());
    }
}
