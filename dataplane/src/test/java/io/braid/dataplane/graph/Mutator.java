package io.braid.dataplane.graph;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Makes frames that are almost right out of valid ones; repairs the IPv4 header checksum of most, or nothing would get past that check. */
final class Mutator {
    private static final int[] EDGES = {0, 1, 2, 4, 5, 6, 7, 8, 17, 43, 44, 51, 58, 60, 0x7f, 0x80, 0xfe, 0xff};

    private final Random random;
    private final List<byte[]> samples;

    Mutator(Random random, List<byte[]> samples) {
        this.random = random;
        this.samples = samples;
    }

    byte[] next() {
        byte[] frame = samples.get(random.nextInt(samples.size())).clone();
        int changes = random.nextInt(4);
        for (int n = 0; n < changes; n++) {
            frame = change(frame);
        }
        if (random.nextInt(8) != 0) {
            repair(frame);
        }
        return frame;
    }

    private byte[] change(byte[] frame) {
        if (frame.length == 0) {
            return frame;
        }
        // Headers are where the decisions are.
        int at = random.nextInt(random.nextInt(4) == 0 ? frame.length : Math.min(frame.length, 90));
        switch (random.nextInt(8)) {
            case 0, 1 -> frame[at] = (byte) random.nextInt();
            case 2 -> frame[at] ^= (byte) (1 << random.nextInt(8));
            case 3, 4 -> frame[at] = (byte) EDGES[random.nextInt(EDGES.length)];
            case 5 -> {
                return Arrays.copyOf(frame, random.nextInt(frame.length + 1));
            }
            case 6 -> {
                return Arrays.copyOf(frame, frame.length + random.nextInt(64));
            }
            default -> {
                byte[] other = samples.get(random.nextInt(samples.size()));
                int length = Math.min(random.nextInt(24), Math.min(frame.length, other.length) - 1);
                int from = random.nextInt(other.length - Math.max(length, 0));
                System.arraycopy(
                        other, from, frame, random.nextInt(frame.length - Math.max(length, 0)), Math.max(length, 0));
            }
        }
        return frame;
    }

    private static void repair(byte[] frame) {
        int l3 = 14;
        while (l3 <= 22 && frame.length >= l3 && Bytes.u16(frame, l3 - 2) == 0x8100) {
            l3 += 4;
        }
        if (frame.length < l3 + 20 || Bytes.u16(frame, l3 - 2) != 0x0800) {
            return;
        }
        int end = l3 + (Bytes.u8(frame, l3) & 15) * 4;
        if (end >= l3 + 20 && end <= frame.length) {
            Bytes.put16(frame, l3 + 10, 0);
            Bytes.put16(frame, l3 + 10, Oracle.checksum(frame, l3, end));
        }
    }
}
