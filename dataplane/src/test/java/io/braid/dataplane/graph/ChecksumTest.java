package io.braid.dataplane.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The Internet checksum against a byte-wise one, and its incremental update against computing it anew. */
class ChecksumTest {
    @Test
    void sumsOfAnyLengthAndAlignment() {
        var random = new Random(7);
        try (Arena arena = Arena.ofConfined()) {
            var memory = arena.allocate(4100);
            for (int length = 0; length < 300; length++) {
                byte[] bytes = new byte[length == 299 ? 4096 : length];
                if (length % 5 == 0) {
                    java.util.Arrays.fill(bytes, (byte) 0xff);
                } else {
                    random.nextBytes(bytes);
                }
                for (int shift = 0; shift < 4; shift++) {
                    long at = memory.address() + shift;
                    io.braid.dpdk.Memory.copyIn(bytes, 0, at, bytes.length);
                    int stored = Short.reverseBytes((short) Checksum.of(at, bytes.length)) & 0xffff;
                    assertEquals(Oracle.checksum(bytes, 0, bytes.length), stored, "length " + bytes.length);
                }
            }
        }
    }

    @Test
    void countingDownATtlGivesTheChecksumComputedAnew() {
        // The word of TTL and protocol, and a second word that stands for the rest of the header, over all its values.
        for (int ttl : new int[] {1, 2, 64, 128, 255}) {
            for (int rest = 0; rest < 65536; rest++) {
                int word = ttl << 8 | 17;
                int updated = Checksum.update(checksum(0x4500, word, rest), word, word - 0x100);
                assertEquals(checksum(0x4500, word - 0x100, rest), updated);
            }
        }
    }

    private static int checksum(int... words) {
        byte[] bytes = new byte[words.length * 2];
        for (int i = 0; i < words.length; i++) {
            Bytes.put16(bytes, 2 * i, words[i]);
        }
        return Oracle.checksum(bytes, 0, bytes.length);
    }
}
