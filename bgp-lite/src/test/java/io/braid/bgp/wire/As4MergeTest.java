package io.braid.bgp.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Sessions with peers that know two-byte AS numbers only (RFC 6793 sections 4.2 and 6). */
class As4MergeTest {
    private static final String START = "40010100 400304C0000201";
    private static final String PATH = "400208 0203 0064 5BA0 5BA0"; // 100 23456 23456
    private static final String AS4_PATH = "C0110A 0202 00030D40 00030D41"; // 200000 200001
    private static final IpAddress ROUTER = IpAddress.parse("192.0.2.9");

    private static Decoded.Accepted read(String attributes) {
        return Wire.accepted(Wire.decode(Wire.update("", START + attributes, "200A640001"), Contexts.OLD));
    }

    private static PathAttributes attributes(String attributes) {
        Decoded.Accepted read = read(attributes);
        assertEquals(List.of(), read.faults());
        return ((Update) read.message()).attributes();
    }

    @Test
    void leadingAsesArePutBeforeTheLongPath() {
        assertEquals(AsPath.of(100, 200000, 200001), attributes(PATH + AS4_PATH).asPath());
    }

    @Test
    void longPathThatIsLongerThanThePathIsOutOfDate() {
        assertEquals(AsPath.of(100), attributes("400204 0201 0064" + AS4_PATH).asPath());
    }

    @Test
    void setsCountOnce() {
        AsPath path = new AsPath(List.of(
                AsSegment.of(AsSegment.Type.SEQUENCE, 1, 2, 3), AsSegment.of(AsSegment.Type.SET, 4, 5, Open.AS_TRANS)));
        AsPath as4 = new AsPath(
                List.of(AsSegment.of(AsSegment.Type.SEQUENCE, 3), AsSegment.of(AsSegment.Type.SET, 4, 5, 70000)));
        assertEquals(
                new AsPath(List.of(
                        AsSegment.of(AsSegment.Type.SEQUENCE, 1, 2, 3), AsSegment.of(AsSegment.Type.SET, 4, 5, 70000))),
                As4Merge.merge(path, as4));
        assertEquals(path, As4Merge.merge(path, AsPath.of(1, 2, 3, 4, 5)));
        assertEquals(as4, As4Merge.merge(AsPath.of(1, 2), as4));
    }

    @Test
    void aggregatorIsCompletedFromItsLongForm() {
        PathAttributes read = attributes(PATH + "C00706 5BA0 C0000209" + AS4_PATH + "C01208 00030D40 C0000209");
        assertEquals(Optional.of(new Attribute.Aggregator(200000, ROUTER)), read.get(Attribute.Aggregator.class));
        assertEquals(AsPath.of(100, 200000, 200001), read.asPath());
    }

    @Test
    void anotherAggregationMakesBothLongFormsOutOfDate() { // section 4.2.3
        PathAttributes read = attributes(PATH + "C00706 0064 C0000209" + AS4_PATH + "C01208 00030D40 C0000209");
        assertEquals(Optional.of(new Attribute.Aggregator(100, ROUTER)), read.get(Attribute.Aggregator.class));
        assertEquals(AsPath.of(100, 23456, 23456), read.asPath());
    }

    @Test
    void longAggregatorAloneSaysNothing() {
        PathAttributes read = attributes(PATH + AS4_PATH + "C01208 00030D40 C0000209");
        assertEquals(Optional.empty(), read.get(Attribute.Aggregator.class));
        assertEquals(AsPath.of(100, 200000, 200001), read.asPath());
    }

    @Test
    void malformedLongFormsAreDropped() { // section 6
        for (String bad : List.of(
                "C01100",
                "C0110102",
                "C0110A 0203 00030D40 00030D41",
                "C01102 0200",
                "C0110A 0502 00030D40 00030D41",
                "C01106 0201 00000000",
                "80110A 0202 00030D40 00030D41",
                "C01207 00030D40 C00002",
                "C01208 00000000 C0000209")) {
            Decoded.Accepted read = read(PATH + bad);
            assertEquals(1, read.faults().size(), bad);
            assertEquals(Handling.ATTRIBUTE_DISCARD, read.faults().getFirst().handling());
            assertEquals(
                    AsPath.of(100, 23456, 23456),
                    ((Update) read.message()).attributes().asPath());
        }
    }

    @Test
    void confederationsInTheLongPathAreLeftOut() { // section 6
        assertEquals(
                AsPath.of(100, 200000, 200001),
                attributes(PATH + "C01110 0301 0000FDE8 0202 00030D40 00030D41").asPath());
    }

    @Test
    void longFormsFromAPeerThatNeedsNoneAreUnread() { // section 4.1
        Decoded.Accepted read = Wire.accepted(Wire.decode(
                Wire.update("", START + "400206 0201 00000064" + AS4_PATH + "C01208 00030D40 C0000209", "200A640001"),
                Contexts.EXTERNAL));
        assertEquals(2, read.faults().size());
        assertEquals(AsPath.of(100), ((Update) read.message()).attributes().asPath());
    }

    @Test
    void longNumbersAreWrittenInBothForms() {
        PathAttributes attributes = PathAttributes.of(Origin.IGP, AsPath.of(100, 200000))
                .with(new Attribute.Aggregator(200000, ROUTER))
                .with(new Attribute.LargeCommunities(List.of(new LargeCommunity(1, 2, 3))));
        var update = Update.announce(
                attributes,
                new Update.Reach(
                        Family.IPV4_UNICAST,
                        NextHop.of(IpAddress.parse("192.0.2.1")),
                        List.of(Nlri.of(Prefix.parse("10.100.0.1/32")))));
        assertArrayEquals(
                Wire.update(
                        "",
                        "40010100 400206 0202 0064 5BA0 400304C0000201 C00706 5BA0 C0000209"
                                + "C0110A 0202 00000064 00030D40 C01208 00030D40 C0000209 C0200C 000000010000000200000003",
                        "200A640001"),
                Wire.encode(update, Contexts.OLD).getFirst());
    }

    @Test
    void shortNumbersNeedNoSecondForm() {
        var update = Update.announce(
                PathAttributes.of(Origin.IGP, AsPath.of(100)).with(new Attribute.Aggregator(100, ROUTER)),
                new Update.Reach(
                        Family.IPV4_UNICAST,
                        NextHop.of(IpAddress.parse("192.0.2.1")),
                        List.of(Nlri.of(Prefix.parse("10.100.0.1/32")))));
        assertArrayEquals(
                Wire.update("", "40010100 400204 0201 0064 400304C0000201 C00706 0064 C0000209", "200A640001"),
                Wire.encode(update, Contexts.OLD).getFirst());
    }
}
