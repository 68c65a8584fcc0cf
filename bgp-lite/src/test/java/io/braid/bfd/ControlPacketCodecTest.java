package io.braid.bfd;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ControlPacketCodecTest {
    /** Up, diagnostic 3, P and C set, x 3, 50 ms both ways; the layout drawn in RFC 5880 section 4.1. */
    private static final String GOLDEN = "23e80318" + "11223344" + "8899aabb" + "0000c350" + "0000c350" + "00000000";

    private static final ControlPacket PACKET = new ControlPacket(
            3, SessionState.UP, true, false, true, false, 3, 0x11223344, 0x8899aabb, 50_000, 50_000, 0);

    private static Decoded decode(byte[] bytes) {
        // Memory of exactly this size: reading beyond it throws.
        try (Arena arena = Arena.ofConfined()) {
            return ControlPacketCodec.decode(arena.allocateFrom(JAVA_BYTE, bytes), bytes.length);
        }
    }

    private static byte[] golden() {
        return HexFormat.of().parseHex(GOLDEN);
    }

    private static byte[] encode(ControlPacket packet) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment data = arena.allocate(ControlPacketCodec.BYTES);
            ControlPacketCodec.encode(packet, data);
            return data.toArray(JAVA_BYTE);
        }
    }

    @Test
    void readsAndWritesTheLayoutOfTheRfc() {
        assertEquals(PACKET, decode(golden()));
        assertEquals(GOLDEN, HexFormat.of().formatHex(encode(PACKET)));
        assertEquals(Diagnostic.NEIGHBOR_SIGNALED_SESSION_DOWN, PACKET.diagnostic());
    }

    @Test
    void intervalsAreUnsigned() {
        byte[] bytes = golden();
        for (int i = 12; i < 24; i++) {
            bytes[i] = (byte) 0xff;
        }
        ControlPacket packet = assertInstanceOf(ControlPacket.class, decode(bytes));
        assertEquals(4_294_967_295L, packet.desiredMinTxMicros());
        assertEquals(4_294_967_295L, packet.requiredMinRxMicros());
        assertEquals(4_294_967_295L, packet.requiredMinEchoRxMicros());
        assertArrayEquals(bytes, encode(packet));
    }

    /** Each rule of section 6.8.6 that needs no session, broken alone. */
    @ParameterizedTest
    @CsvSource({
        "0, 03, VERSION",
        "0, 43, VERSION",
        "3, 17, LENGTH_TOO_SMALL",
        "3, 00, LENGTH_TOO_SMALL",
        "3, 19, LENGTH_BEYOND_PAYLOAD",
        "3, ff, LENGTH_BEYOND_PAYLOAD",
        "2, 00, ZERO_MULTIPLIER",
        "1, e9, MULTIPOINT",
        "1, ec, LENGTH_TOO_SMALL"
    })
    void aBrokenRuleIsNamed(int offset, String value, DiscardReason reason) {
        byte[] bytes = golden();
        bytes[offset] = (byte) Integer.parseInt(value, 16);
        assertEquals(reason, decode(bytes));
    }

    @Test
    void discriminatorsAreChecked() {
        byte[] bytes = golden();
        for (int i = 4; i < 8; i++) {
            bytes[i] = 0;
        }
        assertEquals(DiscardReason.ZERO_MY_DISCRIMINATOR, decode(bytes));
        for (SessionState state : SessionState.values()) {
            byte[] noYour = golden();
            for (int i = 8; i < 12; i++) {
                noYour[i] = 0;
            }
            noYour[1] = (byte) (state.code() << 6);
            if (state == SessionState.UP || state == SessionState.INIT) {
                assertEquals(DiscardReason.ZERO_YOUR_DISCRIMINATOR, decode(noYour), state.toString());
            } else {
                assertInstanceOf(ControlPacket.class, decode(noYour), state.toString());
            }
        }
    }

    @Test
    void authenticatedPacketsAreDiscardedAndTheirLengthChecked() {
        byte[] bytes = java.util.Arrays.copyOf(golden(), 32);
        bytes[1] |= 0x04;
        for (int length : new int[] {24, 25}) {
            bytes[3] = (byte) length;
            assertEquals(DiscardReason.LENGTH_TOO_SMALL, decode(bytes));
        }
        for (int length : new int[] {26, 32}) {
            bytes[3] = (byte) length;
            assertEquals(DiscardReason.AUTHENTICATION, decode(bytes));
        }
        bytes[3] = 33;
        assertEquals(DiscardReason.LENGTH_BEYOND_PAYLOAD, decode(bytes));
    }

    @Test
    void anyLengthBelow24IsTruncatedAndMoreIsIgnored() {
        for (int length = 0; length < 24; length++) {
            assertEquals(DiscardReason.TRUNCATED, decode(java.util.Arrays.copyOf(golden(), length)), length + " bytes");
        }
        for (int length = 24; length < 80; length++) {
            assertEquals(PACKET, decode(java.util.Arrays.copyOf(golden(), length)), length + " bytes");
        }
    }

    /** Bytes at random, half of them a valid packet with a few bytes changed: never throws, and what it accepts is sane. */
    @ParameterizedTest
    @ValueSource(longs = {1, 20, 300, 4000, 50_000})
    void survivesAnything(long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        Set<DiscardReason> seen = EnumSet.noneOf(DiscardReason.class);
        int accepted = 0;
        for (int round = 0; round < 40_000; round++) {
            byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            if (random.nextBoolean()) {
                bytes = java.util.Arrays.copyOf(golden(), 24 + random.nextInt(10));
                for (int change = random.nextInt(4); change > 0; change--) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                }
            }
            switch (decode(bytes)) {
                case DiscardReason reason -> seen.add(reason);
                case ControlPacket packet -> {
                    accepted++;
                    assertTrue(packet.multiplier() > 0 && packet.myDiscriminator() != 0, "seed " + seed + " " + packet);
                    byte[] expected = java.util.Arrays.copyOf(bytes, 24);
                    expected[3] = 24; // a longer length field without authentication is legal, and not ours
                    assertArrayEquals(expected, encode(packet), "seed " + seed);
                }
            }
        }
        assertTrue(accepted > 1000, "accepted " + accepted);
        assertTrue(seen.size() >= 6, "seed " + seed + " saw only " + seen);
    }
}
