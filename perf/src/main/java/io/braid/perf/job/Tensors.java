package io.braid.perf.job;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Random;

/** What tensors are filled with: bytes that do not compress, which each shard has from another place on. */
final class Tensors {
    /** After so many bytes they repeat; no power of two, so that no offset lost by a whole buffer goes unnoticed. */
    static final int PERIOD = 1_000_003;

    static final byte[] BYTES = bytes();

    private static final long STRIDE = 7_919;

    private Tensors() {}

    /** Where in {@link #BYTES} the byte at {@code offset} of a file is. */
    static int at(int shard, long offset) {
        return (int) ((shard * STRIDE + offset) % PERIOD);
    }

    /** Bytes from {@code offset} on into {@code target}, as many as fit. */
    static void read(int shard, long offset, ByteBuffer target) {
        while (target.hasRemaining()) {
            int at = at(shard, offset);
            int some = Math.min(target.remaining(), PERIOD - at);
            target.put(BYTES, at, some);
            offset += some;
        }
    }

    /** Writes {@code length} bytes from {@code offset} on. */
    static void write(int shard, long offset, int length, OutputStream target) throws IOException {
        for (int written = 0; written < length; ) {
            int at = at(shard, offset + written);
            int some = Math.min(length - written, PERIOD - at);
            target.write(BYTES, at, some);
            written += some;
        }
    }

    /** Whether these are the bytes from {@code offset} on. */
    static boolean are(int shard, long offset, byte[] found, int length) {
        ByteBuffer expected = ByteBuffer.allocate(length);
        read(shard, offset, expected);
        return expected.flip().equals(ByteBuffer.wrap(found, 0, length));
    }

    private static byte[] bytes() {
        byte[] bytes = new byte[PERIOD];
        new Random(1).nextBytes(bytes);
        return bytes;
    }
}
