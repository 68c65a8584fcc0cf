package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FlowHashTest {
    private static final int TCP = 6;
    private static final int UDP = 17;
    private static final int TASK = 0x0A640001; // 10.100.0.1
    private static final int STORAGE = 0xC6336401; // 198.51.100.1
    private static final long SITE = 0x20010DB8_01000000L;

    private final FlowHash hash = new FlowHash(1);

    @Test
    void sameSeedSameHash() {
        assertEquals(hash.ipv4(TASK, STORAGE, TCP, 40000, 443), new FlowHash(1).ipv4(TASK, STORAGE, TCP, 40000, 443));
        assertEquals(
                hash.ipv6(SITE, 1, SITE, 2, TCP, 40000, 443), new FlowHash(1).ipv6(SITE, 1, SITE, 2, TCP, 40000, 443));
    }

    @Test
    void randomSeedsDiffer() {
        assertNotEquals(
                FlowHash.withRandomSeed().ipv4Addresses(TASK, STORAGE),
                FlowHash.withRandomSeed().ipv4Addresses(TASK, STORAGE));
    }

    @Test
    void directionMatters() {
        assertNotEquals(hash.ipv4(TASK, STORAGE, TCP, 1, 2), hash.ipv4(STORAGE, TASK, TCP, 2, 1));
        assertNotEquals(hash.ipv4Addresses(TASK, STORAGE), hash.ipv4Addresses(STORAGE, TASK));
        assertNotEquals(hash.ipv6(SITE, 1, SITE, 2, UDP, 1, 2), hash.ipv6(SITE, 2, SITE, 1, UDP, 2, 1));
        assertNotEquals(hash.ipv6Addresses(SITE, 1, SITE, 2), hash.ipv6Addresses(SITE, 2, SITE, 1));
    }

    @Test
    void signExtendedProtocolAndPortsAreTheSame() {
        assertEquals(
                hash.ipv4(TASK, STORAGE, 0xFF, 0xFFFE, 0x8000),
                hash.ipv4(TASK, STORAGE, (byte) 0xFF, (short) 0xFFFE, (short) 0x8000));
        assertEquals(
                hash.ipv6(SITE, 1, SITE, 2, 0xFF, 0xFFFE, 0x8000),
                hash.ipv6(SITE, 1, SITE, 2, (byte) 0xFF, (short) 0xFFFE, (short) 0x8000));
    }

    /** No protocol and ports, of all 2^40, may give the key that fragments use; the edges and a large sample stand for them. */
    @Test
    void fragmentKeyIsNoFlowsKey() {
        Set<Long> flows = new HashSet<>();
        Set<Long> flows6 = new HashSet<>();
        int[] edges = {0, 1, 2, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF};
        for (int protocol = 0; protocol < 256; protocol++) {
            for (int sourcePort : edges) {
                for (int destinationPort : edges) {
                    assertTrue(flows.add(hash.ipv4(TASK, STORAGE, protocol, sourcePort, destinationPort)));
                    assertTrue(flows6.add(hash.ipv6(SITE, 1, SITE, 2, protocol, sourcePort, destinationPort)));
                }
            }
        }
        assertTrue(flows.add(hash.ipv4Addresses(TASK, STORAGE)));
        assertTrue(flows6.add(hash.ipv6Addresses(SITE, 1, SITE, 2)));
    }

    @Test
    void millionsOfFlowsAllDiffer() {
        int clients = 32;
        int ports = 32768;
        long[] hashes = new long[clients * ports * 2];
        int n = 0;
        for (int client = 0; client < clients; client++) {
            for (int port = 0; port < ports; port++) {
                hashes[n++] = hash.ipv4(TASK + client, STORAGE, TCP, 32768 + port, 443);
                hashes[n++] = hash.ipv6(SITE, client, SITE, 0xFFFF_0000L, TCP, 32768 + port, 443);
            }
        }
        // 2^21 random 64-bit values have an equal pair with probability 2^-23.
        Arrays.sort(hashes);
        for (int i = 1; i < hashes.length; i++) {
            assertNotEquals(hashes[i - 1], hashes[i]);
        }
    }

    @Test
    void avalancheIpv4() {
        SplittableRandom random = new SplittableRandom(11);
        Avalanche.assertEveryInputBitMovesEveryOutputBit(
                "ipv4",
                new int[] {32, 32, 8, 16, 16},
                random,
                key -> hash.ipv4((int) key[0], (int) key[1], (int) key[2], (int) key[3], (int) key[4]));
        Avalanche.assertEveryInputBitMovesEveryOutputBit(
                "ipv4Addresses", new int[] {32, 32}, random, key -> hash.ipv4Addresses((int) key[0], (int) key[1]));
    }

    @Test
    void avalancheIpv6() {
        SplittableRandom random = new SplittableRandom(12);
        Avalanche.assertEveryInputBitMovesEveryOutputBit(
                "ipv6",
                new int[] {64, 64, 64, 64, 8, 16, 16},
                random,
                key -> hash.ipv6(key[0], key[1], key[2], key[3], (int) key[4], (int) key[5], (int) key[6]));
        Avalanche.assertEveryInputBitMovesEveryOutputBit(
                "ipv6Addresses",
                new int[] {64, 64, 64, 64},
                random,
                key -> hash.ipv6Addresses(key[0], key[1], key[2], key[3]));
    }
}
