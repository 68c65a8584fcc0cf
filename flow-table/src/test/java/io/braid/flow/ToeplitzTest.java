package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToeplitzTest {
    private static final int TRIALS = 20_000;

    private final long seed = Seeds.seedFor(ToeplitzTest.class);

    /** Microsoft, "Verifying the RSS Hash Calculation"; the same in Intel's 82599 datasheet and DPDK's test_thash.c. */
    @ParameterizedTest
    @CsvSource({
        "66.9.149.187,   2794,  161.142.100.80, 1766,  323e8fc2, 51ccc178",
        "199.92.111.2,   14230, 65.69.140.83,   4739,  d718262a, c626b0ea",
        "24.19.198.95,   12898, 12.22.207.184,  38024, d2d0a5de, 5c2b394a",
        "38.27.205.30,   48228, 209.142.163.6,  2217,  82989176, afc7327f",
        "153.39.163.191, 44251, 202.188.127.2,  1303,  5d1809c5, 10e828a2"
    })
    void microsoftsVectorsIpv4(
            String source, int sourcePort, String destination, int destinationPort, String l3, String l3l4) {
        int from = Addresses.ipv4(source);
        int to = Addresses.ipv4(destination);
        Toeplitz hash = Toeplitz.microsoft();
        assertEquals(HexFormat.fromHexDigits(l3), hash.ipv4Addresses(from, to));
        assertEquals(HexFormat.fromHexDigits(l3l4), hash.ipv4(from, to, sourcePort, destinationPort));
    }

    @ParameterizedTest
    @CsvSource({
        "3ffe:2501:200:1fff::7, 2794, 3ffe:2501:200:3::1, 1766, 2cc18cd5, 40207d3d",
        "3ffe:501:8::260:97ff:fe40:efab, 14230, ff02::1, 4739, 0f0c461c, dde51bbf",
        "3ffe:1900:4545:3:200:f8ff:fe21:67cf, 44251, fe80::200:f8ff:fe21:67cf, 38024, 4b61e985, 02d1feef"
    })
    void microsoftsVectorsIpv6(
            String source, int sourcePort, String destination, int destinationPort, String l3, String l3l4) {
        long[] from = Addresses.ipv6(source);
        long[] to = Addresses.ipv6(destination);
        Toeplitz hash = Toeplitz.microsoft();
        assertEquals(HexFormat.fromHexDigits(l3), hash.ipv6Addresses(from[0], from[1], to[0], to[1]));
        assertEquals(
                HexFormat.fromHexDigits(l3l4), hash.ipv6(from[0], from[1], to[0], to[1], sourcePort, destinationPort));
    }

    /** Random keys and inputs against the specification's words; a long key counts for its first 40 bytes. */
    @ParameterizedTest
    @ValueSource(ints = {Toeplitz.KEY_BYTES, Toeplitz.LONG_KEY_BYTES})
    void isTheSpecificationForAnyKey(int keyBytes) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] key = new byte[keyBytes];
        for (int trial = 0; trial < 200; trial++) {
            random.nextBytes(key);
            Toeplitz hash = Toeplitz.of(key);
            int source = random.nextInt();
            int destination = random.nextInt();
            long[] source6 = {random.nextLong(), random.nextLong()};
            long[] destination6 = {random.nextLong(), random.nextLong()};
            int ports = random.nextInt();
            int from = ports >>> 16;
            int to = ports & 0xFFFF;
            String where = "seed " + seed + ", trial " + trial;
            assertEquals(
                    ReferenceToeplitz.hash(key, ReferenceToeplitz.ipv4(source, destination)),
                    hash.ipv4Addresses(source, destination),
                    where);
            assertEquals(
                    ReferenceToeplitz.hash(key, ReferenceToeplitz.ipv4(source, destination, from, to)),
                    hash.ipv4(source, destination, from, to),
                    where);
            assertEquals(
                    ReferenceToeplitz.hash(key, ReferenceToeplitz.ipv6(source6, destination6)),
                    hash.ipv6Addresses(source6[0], source6[1], destination6[0], destination6[1]),
                    where);
            assertEquals(
                    ReferenceToeplitz.hash(key, ReferenceToeplitz.ipv6(source6, destination6, from, to)),
                    hash.ipv6(source6[0], source6[1], destination6[0], destination6[1], from, to),
                    where);
        }
    }

    /** Signed shorts, as a reader of packets may pass them, are the same ports. */
    @Test
    void signExtendedPortsAreTheSame() {
        Toeplitz hash = Toeplitz.microsoft();
        assertEquals(hash.ipv4(1, 2, 0xFFFE, 0x8000), hash.ipv4(1, 2, (short) 0xFFFE, (short) 0x8000));
        assertEquals(hash.ipv6(1, 2, 3, 4, 0xFFFE, 0x8000), hash.ipv6(1, 2, 3, 4, (short) 0xFFFE, (short) 0x8000));
    }

    @Test
    void symmetricKeyTreatsBothDirectionsAlike() {
        SplittableRandom random = new SplittableRandom(seed);
        Toeplitz symmetric = Toeplitz.symmetric();
        Toeplitz microsoft = Toeplitz.microsoft();
        int differ = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            int a = random.nextInt();
            int b = random.nextInt();
            long a0 = random.nextLong();
            long a1 = random.nextLong();
            long b0 = random.nextLong();
            long b1 = random.nextLong();
            int p = random.nextInt(1 << 16);
            int q = random.nextInt(1 << 16);
            String where = "seed " + seed + ", trial " + trial;
            assertEquals(symmetric.ipv4Addresses(a, b), symmetric.ipv4Addresses(b, a), where);
            assertEquals(symmetric.ipv4(a, b, p, q), symmetric.ipv4(b, a, q, p), where);
            assertEquals(symmetric.ipv6Addresses(a0, a1, b0, b1), symmetric.ipv6Addresses(b0, b1, a0, a1), where);
            assertEquals(symmetric.ipv6(a0, a1, b0, b1, p, q), symmetric.ipv6(b0, b1, a0, a1, q, p), where);
            differ += microsoft.ipv4(a, b, p, q) != microsoft.ipv4(b, a, q, p) ? 1 : 0;
        }
        assertTrue(differ > TRIALS * 0.99, "the ordinary key tells directions apart, yet only " + differ + " differed");
    }

    /** The weakness that the Javadoc names: equal halves, and only the XOR of the input's 16-bit words counts. */
    @Test
    void symmetricKeyHasSixteenBits() {
        SplittableRandom random = new SplittableRandom(seed);
        Toeplitz symmetric = Toeplitz.symmetric();
        for (int trial = 0; trial < TRIALS; trial++) {
            int source = random.nextInt();
            int destination = random.nextInt();
            int port = random.nextInt(1 << 16);
            int hash = symmetric.ipv4(source, destination, port, 443);
            assertEquals(hash >>> 16, hash & 0xFFFF, "seed " + seed);
            int folded = (source >>> 16 ^ source ^ destination >>> 16 ^ destination ^ port ^ 443) & 0xFFFF;
            assertEquals(hash, symmetric.ipv4(0, folded, 0, 0), "seed " + seed);
        }
    }

    /** Linear over XOR, for every key: the reason why it never chooses a path. */
    @Test
    void isLinear() {
        SplittableRandom random = new SplittableRandom(seed);
        Toeplitz hash = Toeplitz.microsoft();
        for (int trial = 0; trial < TRIALS; trial++) {
            int a = random.nextInt();
            int b = random.nextInt();
            int p = random.nextInt();
            int q = random.nextInt();
            assertEquals(hash.ipv4(a ^ b, a, p ^ q, p), hash.ipv4(a, a, p, p) ^ hash.ipv4(b, 0, q, 0), "seed " + seed);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 39, 41, 51, 53, 64})
    void otherKeyLengthsAreRefused(int length) {
        byte[] key = new byte[length];
        Arrays.fill(key, (byte) 1);
        var refused = assertThrows(IllegalArgumentException.class, () -> Toeplitz.of(key));
        assertEquals("an RSS key has 40 or 52 bytes, not " + length, refused.getMessage());
    }

    /** Also when the only bits of a long key lie where no address or port reaches. */
    @Test
    void zeroKeyIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> Toeplitz.of(new byte[40]));
        byte[] tail = new byte[52];
        tail[40] = 1;
        var refused = assertThrows(IllegalArgumentException.class, () -> Toeplitz.of(tail));
        assertTrue(refused.toString().contains("set a key on the NIC"), refused::toString);
    }

    @Test
    void keyIsCopiedBothWays() {
        byte[] given = Toeplitz.microsoft().key();
        Toeplitz hash = Toeplitz.of(given);
        int before = hash.ipv4(1, 2, 3, 4);
        given[0] ^= 1;
        hash.key()[0] ^= 1;
        assertEquals(before, hash.ipv4(1, 2, 3, 4));
        assertArrayEquals(Toeplitz.microsoft().key(), hash.key());
        assertNotEquals(given[0], hash.key()[0]);
        assertEquals(0x6D5A, ByteBuffer.wrap(Toeplitz.symmetric().key()).getShort(38));
    }
}
