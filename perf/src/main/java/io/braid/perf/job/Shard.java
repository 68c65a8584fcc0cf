package io.braid.perf.job;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One file of a {@link Checkpoint}, in the layout of safetensors.
 *
 * <pre>
 *  0             8            8 + n
 * +-------------+------------+-------------+
 * | n (LE, u64) | JSON, n    | tensors     |
 * +-------------+------------+-------------+
 * </pre>
 */
final class Shard {
    private static final int TENSORS = 4;

    private final String name;
    private final int number;
    private final byte[] head;
    private final long size;

    /**
     * A file with so many bytes of tensors.
     *
     * @param name such as {@code model-00003-of-00032.safetensors}
     * @param number from 1; no two have the same bytes
     */
    Shard(String name, int number, long data) {
        this.name = name;
        this.number = number;
        this.head = head(number, data);
        this.size = head.length + data;
    }

    String name() {
        return name;
    }

    /** Bytes of the file. */
    long size() {
        return size;
    }

    /** Writes the file's bytes from {@code offset} into {@code target}, as many as fit. */
    void read(long offset, ByteBuffer target) {
        if (offset < head.length) {
            int some = (int) Math.min(target.remaining(), head.length - offset);
            target.put(head, (int) offset, some);
            offset += some;
        }
        Tensors.read(number, offset, target);
    }

    /** Whether these are the file's bytes from {@code offset}. */
    boolean has(long offset, byte[] found, int length) {
        ByteBuffer expected = ByteBuffer.allocate(length);
        read(offset, expected);
        return expected.flip().equals(ByteBuffer.wrap(found, 0, length));
    }

    /** Weights of a layer as bytes; the last tensor takes what does not divide. */
    private static byte[] head(int number, long data) {
        var json = new StringBuilder("{\"__metadata__\":{\"format\":\"pt\"}");
        long each = data / TENSORS;
        for (int tensor = 0; tensor < TENSORS; tensor++) {
            long from = each * tensor;
            long to = tensor < TENSORS - 1 ? from + each : data;
            json.append(String.format(
                    Locale.ROOT,
                    ",\"layers.%d.%d.weight\":{\"dtype\":\"U8\",\"shape\":[%d],\"data_offsets\":[%d,%d]}",
                    number,
                    tensor,
                    to - from,
                    from,
                    to));
        }
        byte[] text = json.append('}').toString().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(8 + text.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(text.length)
                .put(text)
                .array();
    }
}
