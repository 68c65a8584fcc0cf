package io.braid.bgp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of malformed UPDATEs, rule by rule of RFC 7606. */
class ErrorHandlingTest {
    private static final String ORIGIN = "40010100";
    private static final String AS_PATH = "400206 0201 0000FDE8";
    private static final String NEXT_HOP = "400304 C0000201";
    private static final String GOOD = ORIGIN + AS_PATH + NEXT_HOP;
    private static final String LOCAL_PREF = "400504 00000064";
    private static final String ROUTE = "20 0A640001";
    private static final String IPV6_ROUTE = "80 20010DB8000000000000000000000001";
    private static final String IPV6_HOP = "20010DB80000000000000000000000FE";
    private static final String MP_REACH = "800E26 000201 10" + IPV6_HOP + "00" + IPV6_ROUTE;
    private static final String MP_UNREACH = "800F14 000201" + IPV6_ROUTE;
    private static final Nlri V4 = Nlri.of(Prefix.parse("10.100.0.1/32"));
    private static final Nlri V6 = Nlri.of(Prefix.parse("2001:db8::1/128"));

    private static Decoded decode(String withdrawn, String attributes, String announced, Negotiated context) {
        return Wire.decode(Wire.update(withdrawn, attributes, announced), context);
    }

    private static Decoded.Accepted accepted(String attributes, String announced, Negotiated context) {
        return Wire.accepted(decode("", attributes, announced, context));
    }

    private static void assertAnnounced(Decoded.Accepted read, Nlri... routes) {
        assertEquals(
                List.of(routes),
                routes(read).announced().stream().map(Routes.Announced::route).toList());
    }

    private static void assertWithdrawn(Decoded.Accepted read, Nlri... routes) {
        assertEquals(
                List.of(routes),
                routes(read).withdrawn().stream().map(Routes.Withdrawn::route).toList());
        assertTrue(routes(read).announced().isEmpty(), "nothing is announced");
        assertTrue(((Update) read.message()).attributes().isEmpty(), "no attributes are left");
    }

    private static Routes routes(Decoded.Accepted read) {
        return Routes.of((Update) read.message());
    }

    private static void assertFault(Decoded.Accepted read, ErrorReason reason, Handling handling) {
        assertEquals(1, read.faults().size(), read.faults()::toString);
        assertEquals(reason, read.faults().getFirst().reason());
        assertEquals(handling, read.faults().getFirst().handling());
    }

    @Test
    void goodMessageHasNoFaults() {
        Decoded.Accepted read = accepted(GOOD, ROUTE, Contexts.EXTERNAL);
        assertEquals(List.of(), read.faults());
        assertAnnounced(read, V4);
        read = accepted(ORIGIN + AS_PATH + MP_REACH, "", Contexts.EXTERNAL);
        assertEquals(List.of(), read.faults());
        assertAnnounced(read, V6);
    }

    /** One malformed value of each attribute that has any, and what the table says of it. */
    @ParameterizedTest
    @CsvSource({
        // no length that an attribute may not have
        "4001020000, TREAT_AS_WITHDRAW, ATTRIBUTE_LENGTH",
        "400100, TREAT_AS_WITHDRAW, ATTRIBUTE_LENGTH",
        "400305C000020100, TREAT_AS_WITHDRAW, ATTRIBUTE_LENGTH",
        "400300, TREAT_AS_WITHDRAW, ATTRIBUTE_LENGTH",
        "800403000001, TREAT_AS_WITHDRAW, ATTRIBUTE_LENGTH",
        "400503000001, TREAT_AS_WITHDRAW, ATTRIBUTE_LENGTH",
        "40060100, ATTRIBUTE_DISCARD, ATTRIBUTE_LENGTH",
        "C007060000C0000201, ATTRIBUTE_DISCARD, ATTRIBUTE_LENGTH",
        "C00700, ATTRIBUTE_DISCARD, ATTRIBUTE_LENGTH",
        "C008050000000000, TREAT_AS_WITHDRAW, ATTRIBUTE_LENGTH",
        "C00800, TREAT_AS_WITHDRAW, ATTRIBUTE_LENGTH",
        "800903000000, TREAT_AS_WITHDRAW, ATTRIBUTE_LENGTH",
        "800A00, TREAT_AS_WITHDRAW, ATTRIBUTE_LENGTH",
        "800A050000000000, TREAT_AS_WITHDRAW, ATTRIBUTE_LENGTH",
        "C01007 00000000000000, TREAT_AS_WITHDRAW, ATTRIBUTE_LENGTH",
        "C01000, TREAT_AS_WITHDRAW, ATTRIBUTE_LENGTH",
        "C0190400000000, TREAT_AS_WITHDRAW, ATTRIBUTE_LENGTH",
        "C0200B0000000000000000000000, TREAT_AS_WITHDRAW, ATTRIBUTE_LENGTH",
        "C02000, TREAT_AS_WITHDRAW, ATTRIBUTE_LENGTH",
        "C02303000000, TREAT_AS_WITHDRAW, ATTRIBUTE_LENGTH",
        // no value that cannot be
        "40010103, TREAT_AS_WITHDRAW, INVALID_ORIGIN",
        "400304 00000000, TREAT_AS_WITHDRAW, INVALID_NEXT_HOP",
        "400304 E0000001, TREAT_AS_WITHDRAW, INVALID_NEXT_HOP",
        "400304 7F000001, TREAT_AS_WITHDRAW, INVALID_NEXT_HOP",
        "400304 F0000001, TREAT_AS_WITHDRAW, INVALID_NEXT_HOP",
        "C0070800000000C0000201, ATTRIBUTE_DISCARD, OPTIONAL_ATTRIBUTE",
        // AS_PATH: segment type 0 and 5, none in a segment, cut off, rest, AS 0, confederation
        "400206 0001 0000FDE8, TREAT_AS_WITHDRAW, MALFORMED_AS_PATH",
        "400206 0501 0000FDE8, TREAT_AS_WITHDRAW, MALFORMED_AS_PATH",
        "400202 0200, TREAT_AS_WITHDRAW, MALFORMED_AS_PATH",
        "400206 0202 0000FDE8, TREAT_AS_WITHDRAW, MALFORMED_AS_PATH",
        "400207 0201 0000FDE8 02, TREAT_AS_WITHDRAW, MALFORMED_AS_PATH",
        "400206 0201 00000000, TREAT_AS_WITHDRAW, MALFORMED_AS_PATH",
        "400206 0301 0000FDE8, TREAT_AS_WITHDRAW, MALFORMED_AS_PATH",
        "400206 0401 0000FDE8, TREAT_AS_WITHDRAW, MALFORMED_AS_PATH",
        "400201 02, TREAT_AS_WITHDRAW, MALFORMED_AS_PATH",
    })
    void malformedValue(String attribute, Handling handling, ErrorReason reason) {
        String rest = GOOD + LOCAL_PREF;
        int code = Wire.hex(attribute)[1];
        for (String good : List.of(ORIGIN, AS_PATH, NEXT_HOP, LOCAL_PREF)) {
            rest = Wire.hex(good)[1] == code ? rest.replace(good, "") : rest;
        }
        Decoded.Accepted read = accepted(attribute + rest, ROUTE, Contexts.INTERNAL);
        assertFault(read, reason, handling);
        assertEquals(handling, AttributeType.of(code).orElseThrow().handling());
        assertEquals(Bytes.of(Wire.hex(attribute)), read.faults().getFirst().data());
        if (handling == Handling.TREAT_AS_WITHDRAW) {
            assertWithdrawn(read, V4);
            // the same with routes in MP_REACH_NLRI, and in both
            assertWithdrawn(accepted(MP_REACH + attribute + rest, ROUTE, Contexts.INTERNAL), V4, V6);
            if (reason != ErrorReason.INVALID_NEXT_HOP) { // NEXT_HOP is nothing to routes in MP_REACH_NLRI
                assertWithdrawn(accepted(MP_REACH + attribute + rest, "", Contexts.INTERNAL), V6);
            }
            // RFC 7606 section 5.2: without any route it is a reset
            if (reason != ErrorReason.INVALID_NEXT_HOP) {
                BgpError error = Wire.rejected(decode("", attribute + rest, "", Contexts.INTERNAL));
                assertEquals(reason, error.reason());
                // also when only withdrawn routes come with it
                assertEquals(
                        reason,
                        Wire.rejected(decode(ROUTE, attribute + rest, "", Contexts.INTERNAL))
                                .reason());
                assertEquals(
                        reason,
                        Wire.rejected(decode("", MP_UNREACH + attribute + rest, "", Contexts.INTERNAL))
                                .reason());
            }
        } else {
            assertAnnounced(read, V4);
            assertEquals(3, ((Update) read.message()).attributes().list().size(), "ORIGIN, AS_PATH and LOCAL_PREF");
            Decoded.Accepted alone = accepted(attribute + rest, "", Contexts.INTERNAL);
            assertFault(alone, reason, Handling.ATTRIBUTE_DISCARD);
        }
    }

    /** Each attribute with each wrong pair of optional and transitive bit. */
    @ParameterizedTest
    @EnumSource(
            value = AttributeType.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"MP_REACH_NLRI", "MP_UNREACH_NLRI", "AS4_PATH", "AS4_AGGREGATOR"})
    void wrongFlags(AttributeType type) {
        String value = switch (type) {
            case ORIGIN -> "0100";
            case AS_PATH -> "060201 0000FDE8";
            case NEXT_HOP -> "04 C0000201";
            case ATOMIC_AGGREGATE -> "00";
            case AGGREGATOR, EXTENDED_COMMUNITIES -> "08 00000001 00000001";
            case IPV6_EXTENDED_COMMUNITIES -> "14" + "00".repeat(20);
            case LARGE_COMMUNITIES -> "0C" + "00".repeat(12);
            default -> "04 00000001";
        };
        String rest = List.of(ORIGIN, AS_PATH, NEXT_HOP, LOCAL_PREF).stream()
                .filter(a -> Wire.hex(a)[1] != type.code())
                .reduce("", String::concat);
        for (int bits = 0; bits < 4; bits++) {
            int flags = bits << 6;
            String attribute = String.format("%02X%02X", flags, type.code()) + value;
            Decoded.Accepted read = accepted(attribute + rest, ROUTE, Contexts.INTERNAL);
            if (flags == type.flags()) {
                assertEquals(List.of(), read.faults());
                // the partial bit and the four unused ones say nothing
                String odd = String.format("%02X%02X", flags | 0x2F, type.code()) + value;
                assertEquals(
                        List.of(),
                        accepted(odd + rest, ROUTE, Contexts.INTERNAL).faults());
            } else {
                assertFault(read, ErrorReason.ATTRIBUTE_FLAGS, type.handling());
                assertEquals(
                        type.handling() == Handling.TREAT_AS_WITHDRAW,
                        routes(read).announced().isEmpty());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 400206020100000001400304C0000201", "2, 40010100400304C0000201", "3, 40010100400206020100000001"})
    void missingMandatoryAttribute(int code, String attributes) {
        Decoded.Accepted read = accepted(attributes, ROUTE, Contexts.EXTERNAL);
        assertFault(read, ErrorReason.MISSING_WELL_KNOWN_ATTRIBUTE, Handling.TREAT_AS_WITHDRAW);
        assertEquals(Bytes.of((byte) code), read.faults().getFirst().data());
        assertWithdrawn(read, V4);
        Decoded.Accepted ipv6 = accepted(MP_REACH + attributes, "", Contexts.EXTERNAL);
        if (code == 3) {
            assertAnnounced(ipv6, V6); // RFC 4760 section 3: NEXT_HOP is not for them
        } else {
            assertWithdrawn(ipv6, V6);
        }
        assertEquals(
                List.of(),
                Wire.accepted(decode(ROUTE, attributes, "", Contexts.EXTERNAL)).faults());
    }

    @Test
    void allAttributesMissing() {
        Decoded.Accepted read = accepted("", ROUTE, Contexts.EXTERNAL);
        assertEquals(3, read.faults().size());
        assertWithdrawn(read, V4);
        assertWithdrawn(accepted(MP_REACH, "", Contexts.EXTERNAL), V6);
    }

    @Test
    void localPrefIsDueFromInternalPeersAndUnreadFromOthers() {
        assertFault(
                accepted(GOOD, ROUTE, Contexts.INTERNAL),
                ErrorReason.MISSING_WELL_KNOWN_ATTRIBUTE,
                Handling.TREAT_AS_WITHDRAW);
        for (String attribute :
                List.of(LOCAL_PREF, "40050100", "800904C0000201", "80090100", "800A04C0000201", "800A00")) {
            Decoded.Accepted read = accepted(GOOD + attribute, ROUTE, Contexts.EXTERNAL);
            assertFault(read, ErrorReason.OPTIONAL_ATTRIBUTE, Handling.ATTRIBUTE_DISCARD);
            assertAnnounced(read, V4);
            assertEquals(2, ((Update) read.message()).attributes().list().size());
        }
    }

    @Test
    void ofAttributesThatAreThereTwiceTheFirstCounts() {
        Decoded.Accepted read =
                accepted(GOOD + "800404 00000007" + "800404 00000008" + "800404 00000009", ROUTE, Contexts.EXTERNAL);
        assertEquals(
                Optional.of(new Attribute.Med(7)),
                ((Update) read.message()).attributes().get(Attribute.Med.class));
        assertTrue(read.faults().stream().allMatch(f -> f.handling() == Handling.ATTRIBUTE_DISCARD));
        read = accepted(GOOD + "C0C80101" + "C0C80102", ROUTE, Contexts.EXTERNAL);
        assertEquals(
                Optional.of(new Attribute.Opaque(200, Bytes.of((byte) 1))),
                ((Update) read.message()).attributes().get(Attribute.Opaque.class));
    }

    @Test
    void severalAttributesWithRoutesEndTheSession() {
        for (String twice : List.of(MP_REACH, MP_UNREACH)) {
            BgpError error = Wire.rejected(decode("", GOOD + twice + twice, ROUTE, Contexts.EXTERNAL));
            assertEquals(ErrorReason.MALFORMED_ATTRIBUTE_LIST, error.reason());
        }
    }

    @Test
    void unknownAttributes() {
        assertEquals( // optional non-transitive: ignored
                2,
                ((Update) accepted(GOOD + "80C80401020304", ROUTE, Contexts.EXTERNAL)
                                .message())
                        .attributes()
                        .list()
                        .size());
        Decoded.Accepted kept = accepted(GOOD + "E0C80401020304", ROUTE, Contexts.EXTERNAL);
        assertEquals(List.of(), kept.faults());
        assertEquals(
                new Attribute.Opaque(200, Bytes.ofHex("01020304")),
                ((Update) kept.message()).attributes().list().getLast());
        for (String flags : List.of("40", "00")) { // RFC 4271 section 6.3, which RFC 7606 leaves
            BgpError error = Wire.rejected(decode("", GOOD + flags + "C80401020304", ROUTE, Contexts.EXTERNAL));
            assertEquals(ErrorReason.UNRECOGNIZED_WELL_KNOWN_ATTRIBUTE, error.reason());
            assertEquals(Bytes.of(Wire.hex(flags + "C80401020304")), error.data());
        }
    }

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
}
