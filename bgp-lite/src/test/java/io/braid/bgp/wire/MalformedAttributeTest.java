package io.braid.bgp.wire;

import static io.braid.bgp.wire.UpdateSamples.AS_PATH;
import static io.braid.bgp.wire.UpdateSamples.GOOD;
import static io.braid.bgp.wire.UpdateSamples.LOCAL_PREF;
import static io.braid.bgp.wire.UpdateSamples.MP_REACH;
import static io.braid.bgp.wire.UpdateSamples.MP_UNREACH;
import static io.braid.bgp.wire.UpdateSamples.NEXT_HOP;
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
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of UPDATEs with a malformed, missing or surplus attribute (RFC 7606 sections 3, 5.2 and 7). */
class MalformedAttributeTest {
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
}
