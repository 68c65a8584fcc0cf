package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against the baselines of corelight/community-id-spec (folder baseline), and as an oracle for other keys without direction. */
class CommunityIdTest {
    /** Protocol, source, port, destination, port, ID with seed 0, ID with seed 1. */
    private static final String BASELINE = """
            58 fe80::200:86ff:fe05:80da 135 fe80::260:97ff:fe07:69ea 136 dGHyGvjMfljg6Bppwm3bg0LO8TY= kHa1FhMYIT6Ym2Vm2AOtoOARDzY=
            58 fe80::260:97ff:fe07:69ea 136 fe80::200:86ff:fe05:80da 135 dGHyGvjMfljg6Bppwm3bg0LO8TY= kHa1FhMYIT6Ym2Vm2AOtoOARDzY=
            58 fe80::260:97ff:fe07:69ea 135 fe80::200:86ff:fe05:80da 136 zavyT/cezQr1fmImYCwYnMXbgck= 2hSqmsDZ2kdcY9kbiUzOEBic0iM=
            58 fe80::200:86ff:fe05:80da 136 fe80::260:97ff:fe07:69ea 135 zavyT/cezQr1fmImYCwYnMXbgck= 2hSqmsDZ2kdcY9kbiUzOEBic0iM=
            58 3ffe:501:1800:2345::2 3 3ffe:507:0:1:200:86ff:fe05:80da 0 2ObVBgIn28oZvibYZhZMBgh7WdQ= lVEtCZpYu84Xqaa++3lXFyuu2n4=
            58 3ffe:501:410:0:2c0:dfff:fe47:33e 1 3ffe:507:0:1:200:86ff:fe05:80da 4 hLZd0XGWojozrvxqE0dWB1iM6R0= W8MHwXpWzpoSTD+cGcaJr4u0ys8=
            58 3ffe:507:0:1:200:86ff:fe05:80da 128 3ffe:501:0:1001::2 129 +TW+HtLHvV1xnGhV1lv7XoJrqQg= GfZxjAkDk2MkegpBYHV6tadtFXQ=
            58 3ffe:501:0:1001::2 129 3ffe:507:0:1:200:86ff:fe05:80da 128 +TW+HtLHvV1xnGhV1lv7XoJrqQg= GfZxjAkDk2MkegpBYHV6tadtFXQ=
            58 fe80::200:86ff:fe05:80da 133 ff02::2 134 hO+sN4H+MG5MY/8hIrXPqc4ZQz0= L7Ka0ZMYu+J3bL4ulW2PrqyXNo8=
            58 fe80::260:97ff:fe07:69ea 134 ff02::1 133 pkvHqCL88/tg1k4cPigmZXUtL00= K/ee5UCqAMAQXDorP5nSa2CGLjc=
            1 192.168.0.89 8 192.168.0.1 0 X0snYXpgwiv9TZtqg64sgzUn6Dk= 03g6IloqVBdcZlPyX8r0hgoE7kA=
            1 192.168.0.1 0 192.168.0.89 8 X0snYXpgwiv9TZtqg64sgzUn6Dk= 03g6IloqVBdcZlPyX8r0hgoE7kA=
            1 10.0.0.1 11 10.0.0.2 0 YHxtAirCG//0OzkcVAukqKQN9xM= XjUibYHaafLQ3pxQeiMI8g25q20=
            6 2001:470:e5bf:dead:4957:2174:e82c:4887 63943 2607:f8b0:400c:c03::1a 25 /qFaeAR+gFe1KYjMzVDsMv+wgU4= eJYTW6AOzFLlSUoESovMjnu7rMw=
            6 2607:f8b0:400c:c03::1a 25 2001:470:e5bf:dead:4957:2174:e82c:4887 63943 /qFaeAR+gFe1KYjMzVDsMv+wgU4= eJYTW6AOzFLlSUoESovMjnu7rMw=
            132 192.168.170.8 7 192.168.170.56 7 MP2EtRCAUIZvTw6MxJHLV7N7JDs= 5w3ZRjeKBzqT3zsaEECDGjUbYeg=
            132 192.168.170.56 7 192.168.170.8 7 MP2EtRCAUIZvTw6MxJHLV7N7JDs= 5w3ZRjeKBzqT3zsaEECDGjUbYeg=
            6 128.232.110.120 34855 66.35.250.204 80 LQU9qZlK+B5F3KDmev6m5PMibrg= 3V71V58M3Ksw/yuFALMcW0LAHvc=
            6 66.35.250.204 80 128.232.110.120 34855 LQU9qZlK+B5F3KDmev6m5PMibrg= 3V71V58M3Ksw/yuFALMcW0LAHvc=
            17 192.168.1.52 54585 8.8.8.8 53 d/FP5EW3wiY1vCndhwleRRKHowQ= Q9We8WO3piVF8yEQBNJF4uiSVrI=
            17 8.8.8.8 53 192.168.1.52 54585 d/FP5EW3wiY1vCndhwleRRKHowQ= Q9We8WO3piVF8yEQBNJF4uiSVrI=
            46 10.1.12.1 0 10.1.12.2 0 KHlLkgoJW7ifUTyTSgyVfkFHzKw= rYir8gphR31noO9iDRQmF/BteEI=
            46 10.1.12.2 0 10.1.12.1 0 KHlLkgoJW7ifUTyTSgyVfkFHzKw= rYir8gphR31noO9iDRQmF/BteEI=
            """;

    record Line(
            int protocol,
            String source,
            int sourcePort,
            String destination,
            int destinationPort,
            String seed0,
            String seed1) {
        static Line parse(String line) {
            String[] f = line.split(" ", -1);
            return new Line(
                    Integer.parseInt(f[0]), f[1], Integer.parseInt(f[2]), f[3], Integer.parseInt(f[4]), f[5], f[6]);
        }

        String id(int seed) {
            CommunityId ids = new CommunityId(seed);
            if (!Addresses.isIpv6(source)) {
                return ids.ipv4(
                        Addresses.ipv4(source), Addresses.ipv4(destination), protocol, sourcePort, destinationPort);
            }
            long[] from = Addresses.ipv6(source);
            long[] to = Addresses.ipv6(destination);
            return ids.ipv6(from[0], from[1], to[0], to[1], protocol, sourcePort, destinationPort);
        }

        int queueHash(Toeplitz hash) {
            if (!Addresses.isIpv6(source)) {
                return hash.ipv4(Addresses.ipv4(source), Addresses.ipv4(destination), sourcePort, destinationPort);
            }
            long[] from = Addresses.ipv6(source);
            long[] to = Addresses.ipv6(destination);
            return hash.ipv6(from[0], from[1], to[0], to[1], sourcePort, destinationPort);
        }
    }

    static Stream<Line> baseline() {
        return BASELINE.lines().map(Line::parse);
    }

    @Test
    void theWholeBaselineIsThere() {
        assertEquals(23, baseline().count());
    }

    @ParameterizedTest
    @MethodSource("baseline")
    void isTheBaselines(Line line) {
        assertEquals("1:" + line.seed0, line.id(0));
        assertEquals("1:" + line.seed1, line.id(1));
    }

    /** The oracle: what has one name has one queue under the symmetric key, and mostly two under the ordinary one. */
    @Test
    void symmetricKeyJoinsWhatCommunityIdJoins() {
        List<Line> lines = baseline().toList();
        int pairs = 0;
        int apart = 0;
        for (int i = 0; i < lines.size(); i++) {
            for (int j = 0; j < i; j++) {
                Line a = lines.get(i);
                Line b = lines.get(j);
                if (a.id(0).equals(b.id(0))) {
                    pairs++;
                    assertEquals(a.queueHash(Toeplitz.symmetric()), b.queueHash(Toeplitz.symmetric()), a + " and " + b);
                    apart += a.queueHash(Toeplitz.microsoft()) != b.queueHash(Toeplitz.microsoft()) ? 1 : 0;
                }
            }
        }
        assertEquals(9, pairs);
        assertTrue(apart >= 8, () -> "the ordinary key should tell directions apart");
    }

    @Test
    void directionsShareANameAndOtherFlowsDoNot() {
        SplittableRandom random = new SplittableRandom(5);
        CommunityId ids = new CommunityId(0);
        for (int trial = 0; trial < 2000; trial++) {
            int a = random.nextInt();
            int b = trial % 3 == 0 ? a : random.nextInt();
            long a0 = random.nextLong();
            long a1 = random.nextLong();
            int p = random.nextInt(1 << 16);
            int q = random.nextInt(1 << 16);
            String name = ids.ipv4(a, b, 6, p, q);
            assertEquals(name, ids.ipv4(b, a, 6, q, p));
            assertEquals(name, ids.ipv4(a, b, 6, (short) p, (short) q), "sign-extended ports");
            assertNotEquals(name, ids.ipv4(a, b, 17, p, q));
            assertNotEquals(name, ids.ipv4(a, b, 6, p ^ 1, q));
            assertEquals(ids.ipv6(a0, a1, a1, a0, 17, p, q), ids.ipv6(a1, a0, a0, a1, 17, q, p));
            assertEquals(ids.ipv4(a, b, 47, 0, 0), ids.ipv4(b, a, 47, p, q), "a protocol without ports");
        }
    }

    /** An ICMP error has no counterpart: sent the other way it is another event. Echo has one, whatever the code. */
    @Test
    void onlyExchangesLoseTheirDirection() {
        CommunityId ids = new CommunityId(0);
        assertNotEquals(ids.ipv4(1, 2, 1, 3, 4), ids.ipv4(2, 1, 1, 3, 4));
        assertNotEquals(ids.ipv6(0, 1, 0, 2, 58, 2, 0), ids.ipv6(0, 2, 0, 1, 58, 2, 0));
        assertEquals(ids.ipv4(1, 2, 1, 8, 0), ids.ipv4(2, 1, 1, 0, 0));
        assertEquals(ids.ipv6(0, 1, 0, 2, 58, 128, 0), ids.ipv6(0, 2, 0, 1, 58, 129, 0));
        // In IPv4, type 128 is nothing that would be answered; and 8 is nothing in IPv6.
        assertNotEquals(ids.ipv4(1, 2, 1, 128, 129), ids.ipv4(2, 1, 1, 129, 128));
        assertNotEquals(ids.ipv6(0, 1, 0, 2, 58, 8, 0), ids.ipv6(0, 2, 0, 1, 58, 0, 8));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 65536, Integer.MIN_VALUE})
    void seedsOutOfRangeAreRefused(int seed) {
        assertThrows(IllegalArgumentException.class, () -> new CommunityId(seed));
    }
}
