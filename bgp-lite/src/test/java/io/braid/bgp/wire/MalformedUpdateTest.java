package io.braid.bgp.wire;

import static io.braid.bgp.wire.UpdateSamples.AS_PATH;
import static io.braid.bgp.wire.UpdateSamples.GOOD;
import static io.braid.bgp.wire.UpdateSamples.IPV6_HOP;
import static io.braid.bgp.wire.UpdateSamples.IPV6_ROUTE;
import static io.braid.bgp.wire.UpdateSamples.MP_REACH;
import static io.braid.bgp.wire.UpdateSamples.MP_UNREACH;
import static io.braid.bgp.wire.UpdateSamples.ORIGIN;
import static io.braid.bgp.wire.UpdateSamples.ROUTE;
import static io.braid.bgp.wire.UpdateSamples.V4;
import static io.braid.bgp.wire.UpdateSamples.V6;
import static io.braid.bgp.wire.UpdateSamples.accepted;
import static io.braid.bgp.wire.UpdateSamples.assertAnnounced;
import static io.braid.bgp.wire.UpdateSamples.assertFault;
import static io.braid.bgp.wire.UpdateSamples.assertWithdrawn;
import static io.braid.bgp.wire.UpdateSamples.decode;
import static io.braid.bgp.wire.UpdateSamples.routes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of UPDATEs whose structure or routes are wrong (RFC 7606 sections 3 to 5). */
class MalformedUpdateTest {
    /** RFC 7606 section 4: an attribute list whose end is wrong is no reason for a reset where routes are announced. */
    @ParameterizedTest
    @CsvSource({"40", "4001", "400102", "400102 00", "5001", "500100", "50010002 00", "40C8FF0102", "800E"})
    void attributeThatIsCutOff(String rest) {
        assertWithdrawn(accepted(GOOD + rest, ROUTE, Contexts.EXTERNAL), V4);
        assertWithdrawn(accepted(MP_REACH + ORIGIN + AS_PATH + rest, "", Contexts.EXTERNAL), V6);
        assertEquals(
                ErrorReason.MALFORMED_ATTRIBUTE_LIST,
                Wire.rejected(decode("", rest, "", Contexts.EXTERNAL)).reason());
        assertEquals(
                ErrorReason.MALFORMED_ATTRIBUTE_LIST,
                Wire.rejected(decode(ROUTE, rest, "", Contexts.EXTERNAL)).reason());
    }

    @Test
    void fieldLengthsThatDoNotFitEndTheSession() {
        for (String body : List.of("00010000", "00050000", "FFFF0000", "00000001", "0000FFFF", "0004000000")) {
            BgpError error =
                    Wire.rejected(Wire.decode(Wire.message(MessageType.UPDATE, Wire.hex(body)), Contexts.EXTERNAL));
            assertEquals(ErrorReason.MALFORMED_ATTRIBUTE_LIST, error.reason(), body);
        }
    }

    @Test
    void routesThatCannotBeReadEndTheSession() {
        for (String bad : List.of("21 0A00000101", "20 0A0000", "FF", "18", ROUTE + "08")) {
            for (Decoded decoded : List.of(
                    decode("", GOOD, bad, Contexts.EXTERNAL),
                    decode(bad, "", "", Contexts.EXTERNAL),
                    decode(bad, GOOD, ROUTE, Contexts.EXTERNAL))) {
                assertEquals(
                        ErrorReason.INVALID_NETWORK_FIELD,
                        Wire.rejected(decoded).reason(),
                        bad);
            }
        }
    }

    /** RFC 7606 sections 5.3 and 7.11. */
    @ParameterizedTest
    @CsvSource({
        "800E05 000201 0000", // next hop of no bytes
        "800E04 000201 00", // shorter than any
        "800E09 000201 04 C0000201 00", // IPv4 next hop
        "800E16 000201 11 20010DB80000000000000000000000FEAA 00", // 17 bytes
        "800E15 000201 20 20010DB80000000000000000000000FE 00", // next hop longer than the attribute
        "800E14 000201 10 20010DB80000000000000000000000FE", // reserved byte missing
        "800E27 000201 10 20010DB80000000000000000000000FE 00 81 20010DB800000000000000000000000100", // /129
        "800E25 000201 10 20010DB80000000000000000000000FE 00 80 20010DB80000000000000000000000", // cut off
        "C00E26 000201 10 20010DB80000000000000000000000FE 00 80 20010DB8000000000000000000000001", // flags
        "800F05 000201 81 20",
        "800F05 000201 80 20",
        "C00F14 000201 80 20010DB8000000000000000000000001",
    })
    void familyIsDisabledWhenItsRoutesCannotBeRead(String bad) {
        Decoded.Accepted read = accepted(bad + GOOD, ROUTE, Contexts.EXTERNAL);
        assertFault(read, ErrorReason.OPTIONAL_ATTRIBUTE, Handling.AFI_SAFI_DISABLE);
        assertEquals(Family.IPV6_UNICAST, read.faults().getFirst().family());
        assertEquals(Bytes.of(Wire.hex(bad)), read.faults().getFirst().data());
        assertAnnounced(read, V4);
        assertEquals(
                ErrorReason.OPTIONAL_ATTRIBUTE,
                Wire.rejected(decode("", bad + ORIGIN + AS_PATH, "", Contexts.IPV6_ONLY))
                        .reason(),
                "the only family");
    }

    @Test
    void multiprotocolAttributeWithoutFamilyEndsTheSession() {
        for (String bad : List.of("800E00", "800E020002", "800F00", "800F020002")) {
            assertEquals(
                    ErrorReason.OPTIONAL_ATTRIBUTE,
                    Wire.rejected(decode("", bad + GOOD, ROUTE, Contexts.EXTERNAL))
                            .reason());
        }
    }

    @Test
    void nextHopOfIpv6RoutesThatIsNoHost() {
        for (String hop : List.of("00".repeat(16), "00".repeat(15) + "01", "FF02" + "00".repeat(14))) {
            Decoded.Accepted read =
                    accepted("800E26 000201 10" + hop + "00" + IPV6_ROUTE + ORIGIN + AS_PATH, "", Contexts.EXTERNAL);
            assertFault(read, ErrorReason.INVALID_NEXT_HOP, Handling.TREAT_AS_WITHDRAW);
            assertWithdrawn(read, V6);
        }
    }

    @Test
    void secondNextHopThatIsNotLinkLocalSaysNothing() {
        Decoded.Accepted read = accepted(
                "800E36 000201 20" + IPV6_HOP + IPV6_HOP + "00" + IPV6_ROUTE + ORIGIN + AS_PATH, "", Contexts.EXTERNAL);
        assertEquals(
                NextHop.of(IpAddress.parse("2001:db8::fe")),
                ((Update) read.message()).announced().getFirst().nextHop());
    }

    @Test
    void ipv6NextHopForIpv4RoutesOnlyWhereAgreedOn() {
        String attribute = "800E1A 000101 10" + IPV6_HOP + "00" + ROUTE;
        assertFault(
                accepted(attribute + ORIGIN + AS_PATH, "", Contexts.EXTERNAL),
                ErrorReason.OPTIONAL_ATTRIBUTE,
                Handling.AFI_SAFI_DISABLE);
        Negotiated agreed =
                Contexts.of(false, true, java.util.Set.of(Family.IPV4_UNICAST), 4096, java.util.Set.of(), true);
        assertAnnounced(accepted(attribute + ORIGIN + AS_PATH, "", agreed), V4);
    }

    @Test
    void familiesThatWereNotAgreedOnAreIgnored() {
        Decoded.Accepted read = accepted(MP_REACH + MP_UNREACH + GOOD, ROUTE, Contexts.IPV4_ONLY);
        assertAnnounced(read, V4);
        assertTrue(read.faults().stream().allMatch(f -> f.handling() == Handling.ATTRIBUTE_DISCARD));
        assertFalse(read.faults().isEmpty());
        read = Wire.accepted(decode(ROUTE, MP_REACH + GOOD, ROUTE, Contexts.IPV6_ONLY));
        assertAnnounced(read, V6);
        assertEquals(List.of(), routes(read).withdrawn());
        read = accepted("800E0B 004001 04 00000000 00 FF FF" + GOOD, ROUTE, Contexts.EXTERNAL);
        assertAnnounced(read, V4);
    }

    @Test
    void ofSeveralErrorsTheStrongestCounts() {
        Decoded.Accepted read =
                accepted(GOOD + "40060100" + "800403000001" + "C0C80101" + "C0C80101", ROUTE, Contexts.EXTERNAL);
        assertEquals(3, read.faults().size());
        assertWithdrawn(read, V4);
        String disabled = "800F05 000201 81 20";
        read = accepted(disabled + GOOD + "800403000001", ROUTE, Contexts.EXTERNAL);
        assertEquals(
                List.of(Handling.AFI_SAFI_DISABLE, Handling.TREAT_AS_WITHDRAW),
                read.faults().stream().map(BgpError::handling).toList());
        assertWithdrawn(read, V4);
    }

    @Test
    void faultsAreCountedAndTheStrongestKept() {
        var attributes = new StringBuilder(GOOD);
        for (int code = 100; code < 150; code++) {
            attributes.append(String.format("80%02X00", code).repeat(2));
        }
        attributes.append("800403000001");
        Decoded.Accepted read = accepted(attributes.toString(), ROUTE, Contexts.EXTERNAL);
        assertEquals(Decoded.MAX_FAULTS, read.faults().size());
        assertTrue(read.faults().stream().anyMatch(f -> f.handling() == Handling.TREAT_AS_WITHDRAW));
        assertWithdrawn(read, V4);
    }

    @Test
    void emptyMultiprotocolAttributesBesideOthersAreNoEndOfRib() {
        Decoded.Accepted read = accepted("800F03000201" + GOOD, ROUTE, Contexts.EXTERNAL);
        assertAnnounced(read, V4);
        assertEquals(List.of(), ((Update) read.message()).withdrawn());
        read = accepted("800E15 000201 10" + IPV6_HOP + "00" + ORIGIN + AS_PATH, "", Contexts.EXTERNAL);
        assertEquals(new Update(List.of(), List.of(), PathAttributes.NONE), read.message());
        assertEquals(Optional.empty(), ((Update) read.message()).endOfRib());
    }

    @Test
    void emptyMultiprotocolAttributeBesideOthersThatAnnounceNothingIsNoEndOfRib() { // RFC 4724 section 2: only it
        Decoded.Accepted read = accepted("800F03000201" + ORIGIN, "", Contexts.EXTERNAL);
        assertEquals(new Update(List.of(), List.of(), PathAttributes.NONE), read.message());
    }

    @Test
    void nextHopAttributeIsNothingToRoutesInTheMultiprotocolOne() { // RFC 4760 section 3
        Decoded.Accepted read = accepted(MP_REACH + ORIGIN + AS_PATH + "400304 00000000", "", Contexts.EXTERNAL);
        assertEquals(List.of(), read.faults());
        assertAnnounced(read, V6);
    }
}
