package io.braid.bgp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

/** UPDATEs in pieces that can be put together wrongly, and what is to become of them. */
final class UpdateSamples {
    static final String ORIGIN = "40010100";
    static final String AS_PATH = "400206 0201 0000FDE8";
    static final String NEXT_HOP = "400304 C0000201";
    static final String GOOD = ORIGIN + AS_PATH + NEXT_HOP;
    static final String LOCAL_PREF = "400504 00000064";
    static final String ROUTE = "20 0A640001";
    static final String IPV6_ROUTE = "80 20010DB8000000000000000000000001";
    static final String IPV6_HOP = "20010DB80000000000000000000000FE";
    static final String MP_REACH = "800E26 000201 10" + IPV6_HOP + "00" + IPV6_ROUTE;
    static final String MP_UNREACH = "800F14 000201" + IPV6_ROUTE;
    static final Nlri V4 = Nlri.of(Prefix.parse("10.100.0.1/32"));
    static final Nlri V6 = Nlri.of(Prefix.parse("2001:db8::1/128"));

    private UpdateSamples() {}

    static Decoded decode(String withdrawn, String attributes, String announced, Negotiated context) {
        return Wire.decode(Wire.update(withdrawn, attributes, announced), context);
    }

    static Decoded.Accepted accepted(String attributes, String announced, Negotiated context) {
        return Wire.accepted(decode("", attributes, announced, context));
    }

    static void assertAnnounced(Decoded.Accepted read, Nlri... routes) {
        assertEquals(
                List.of(routes),
                routes(read).announced().stream().map(Routes.Announced::route).toList());
    }

    static void assertWithdrawn(Decoded.Accepted read, Nlri... routes) {
        assertEquals(
                List.of(routes),
                routes(read).withdrawn().stream().map(Routes.Withdrawn::route).toList());
        assertTrue(routes(read).announced().isEmpty(), "nothing is announced");
        assertTrue(((Update) read.message()).attributes().isEmpty(), "no attributes are left");
    }

    static Routes routes(Decoded.Accepted read) {
        return Routes.of((Update) read.message());
    }

    static void assertFault(Decoded.Accepted read, ErrorReason reason, Handling handling) {
        assertEquals(1, read.faults().size(), read.faults()::toString);
        assertEquals(reason, read.faults().getFirst().reason());
        assertEquals(handling, read.faults().getFirst().handling());
    }
}
