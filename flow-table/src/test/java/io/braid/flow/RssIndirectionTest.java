package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RssIndirectionTest {
    private static final int SOURCE = 0x420995BB; // 66.9.149.187
    private static final int DESTINATION = 0xA18E6450; // 161.142.100.80

    /** Microsoft's first vector: 0x51ccc178 with ports, 0x323e8fc2 without. Its low 6, 7, 8 and 9 bits are the entry. */
    @Test
    void lowBitsOfTheHashAreTheEntry() {
        int flow = Toeplitz.microsoft().ipv4(SOURCE, DESTINATION, 2794, 1766);
        int fragment = Toeplitz.microsoft().ipv4Addresses(SOURCE, DESTINATION);
        int[] entries = new int[512];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = i;
        }
        assertEquals(0x178, RssIndirection.of(entries).queueOf(flow));
        assertEquals(0x1C2, RssIndirection.of(entries).queueOf(fragment));
        assertEquals(0x38, RssIndirection.even(64, 64).queueOf(flow));
        assertEquals(0x78, RssIndirection.even(128, 128).queueOf(flow));
        assertEquals(0x78, RssIndirection.even(256, 256).queueOf(flow));
        assertEquals(0x78 % 3, RssIndirection.even(128, 3).queueOf(flow));
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 128, 256, 512})
    void anyTableIsFollowedEntryByEntry(int size) {
        SplittableRandom random = new SplittableRandom(size);
        int[] queues = random.ints(size, 0, RssIndirection.MAX_QUEUES).toArray();
        RssIndirection reta = RssIndirection.of(queues);
        int[] before = queues.clone();
        queues[0] ^= 1;
        assertEquals(size, reta.size());
        for (int trial = 0; trial < 10_000; trial++) {
            int hash = random.nextInt();
            assertEquals(before[Integer.remainderUnsigned(hash, size)], reta.queueOf(hash));
        }
    }

    /** With the symmetric key a connection's two directions arrive at one queue, whatever the table. */
    @Test
    void repliesArriveAtTheSameQueue() {
        SplittableRandom random = new SplittableRandom(3);
        Toeplitz hash = Toeplitz.symmetric();
        RssIndirection reta = RssIndirection.of(random.ints(128, 0, 16).toArray());
        int[] used = new int[16];
        for (int port = 32768; port < 65536; port++) {
            int queue = reta.queueOf(hash.ipv4(SOURCE, DESTINATION, port, 443));
            assertEquals(queue, reta.queueOf(hash.ipv4(DESTINATION, SOURCE, 443, port)));
            assertEquals(
                    reta.queueOf(hash.ipv6(1, port, 3, 4, port, 443)),
                    reta.queueOf(hash.ipv6(3, 4, 1, port, 443, port)));
            used[queue]++;
        }
        for (int queue = 0; queue < 16; queue++) {
            assertTrue(used[queue] > 0, "queue " + queue + " is never used");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 65, 96, 127, 1024})
    void otherSizesAreRefused(int size) {
        var refused = assertThrows(IllegalArgumentException.class, () -> RssIndirection.of(new int[size]));
        assertTrue(refused.toString().endsWith("64, 128, 256 or 512 entries, not " + size), refused::toString);
        assertThrows(IllegalArgumentException.class, () -> RssIndirection.even(size, 1));
    }

    @Test
    void impossibleQueuesAreRefused() {
        for (int queue : new int[] {-1, Integer.MIN_VALUE, RssIndirection.MAX_QUEUES}) {
            int[] queues = new int[64];
            queues[5] = queue;
            var refused = assertThrows(IllegalArgumentException.class, () -> RssIndirection.of(queues));
            assertTrue(refused.toString().contains("entry 5 of the redirection table names queue " + queue));
        }
        assertThrows(IllegalArgumentException.class, () -> RssIndirection.even(128, 0));
        assertThrows(IllegalArgumentException.class, () -> RssIndirection.even(128, 129));
        assertThrows(IllegalArgumentException.class, () -> RssIndirection.even(128, -1));
    }
}
