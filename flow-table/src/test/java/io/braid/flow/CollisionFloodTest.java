package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An attacker who knows the algorithm, but not the seed, prepares flows that all collide under a seed of his own (or under the
 * NIC's public key) and sends them: to Braid they must be flows like any others.
 */
class CollisionFloodTest {
    private static final int TCP = 6;
    private static final int SERVER = 0xC6336401; // 198.51.100.1
    private static final long SITE = 0x20010DB8_01000000L;
    private static final int CLIENT = 0xCB007100; // 203.0.113.0
    private static final long GUESSED_SEED = 0xBAD;
    private static final int BUCKETS = 256;
    private static final int CRAFTED = 20_000;

    /** Whether the attacker keeps a flow, given by a client's number and port, because it hits his target. */
    interface Hits {
        boolean test(int client, int port);
    }

    record Flood(String name, boolean ipv6, Hits hits) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Flood> floods() {
        FlowHash his = new FlowHash(GUESSED_SEED);
        Toeplitz rss = Toeplitz.microsoft();
        return Stream.of(
                new Flood("one bucket under a guessed seed, IPv4", false, (c, p) -> (ipv4(his, c, p) & 255) == 17),
                new Flood("one bucket under a guessed seed, IPv6", true, (c, p) -> (ipv6(his, c, p) & 255) == 17),
                new Flood("one tag under a guessed seed, IPv4", false, (c, p) -> ipv4(his, c, p) >>> 56 == 17),
                new Flood("one receive queue, IPv4", false, (c, p) -> (rss.ipv4(c, SERVER, p, 443) & 255) == 17),
                new Flood("one receive queue, IPv6", true, (c, p) -> (rss.ipv6(SITE, c, SITE, 1, p, 443) & 255) == 17));
    }

    @ParameterizedTest
    @MethodSource("floods")
    void floodIsSpreadLikeAnythingElse(Flood flood) {
        for (long seed = 1; seed <= 4; seed++) {
            FlowHash secret = new FlowHash(seed);
            BucketTable paths = BucketTable.of(BucketTable.DEFAULT_SIZE, 1, 1, 1, 1);
            int[] low = new int[BUCKETS];
            int[] high = new int[BUCKETS];
            int[] perPath = new int[4];
            int found = 0;
            for (int client = CLIENT; found < CRAFTED; client++) {
                for (int port = 1024; port < 65536 && found < CRAFTED; port++) {
                    if (flood.hits.test(client, port)) {
                        long hash = flood.ipv6 ? ipv6(secret, client, port) : ipv4(secret, client, port);
                        low[(int) hash & (BUCKETS - 1)]++;
                        high[(int) (hash >>> 56)]++;
                        perPath[paths.pathOf(hash)]++;
                        found++;
                    }
                }
            }
            ChiSquare.assertUniform(flood + ", low bits, seed " + seed, low);
            ChiSquare.assertUniform(flood + ", high bits, seed " + seed, high);
            // 5000 expected on each path, standard deviation 61.
            assertTrue(
                    Arrays.stream(perPath).allMatch(flows -> Math.abs(flows - CRAFTED / 4) < 5 * 62),
                    () -> flood + ": flows per path " + Arrays.toString(perPath));
        }
    }

    /** The attack itself works: under the seed that it was made for, one bucket gets all. So a seed must be secret. */
    @Test
    void floodHitsWhoeverSharesTheSeed() {
        FlowHash known = new FlowHash(GUESSED_SEED);
        BucketTable paths = BucketTable.of(BUCKETS, 1, 1, 1, 1);
        Flood flood = floods().findFirst().orElseThrow();
        int found = 0;
        for (int port = 1024; port < 65536; port++) {
            if (flood.hits.test(CLIENT, port)) {
                assertEquals(17, paths.bucketOf(ipv4(known, CLIENT, port)));
                found++;
            }
        }
        assertTrue(found > 100, "flows found: " + found);
    }

    private static long ipv4(FlowHash hash, int client, int port) {
        return hash.ipv4(client, SERVER, TCP, port, 443);
    }

    private static long ipv6(FlowHash hash, int client, int port) {
        return hash.ipv6(SITE, client, SITE, 1, TCP, port, 443);
    }
}
