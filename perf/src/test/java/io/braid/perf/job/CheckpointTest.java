package io.braid.perf.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CheckpointTest {
    private static final Checkpoint CHECKPOINT = new Checkpoint(5_000_001, 3);

    private static byte[] read(Shard shard, long from, int length) {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        shard.read(from, bytes);
        return bytes.array();
    }

    @Test
    void headSaysWhereEachTensorIsAndTensorsFillTheFile() throws Exception {
        List<Shard> files = CHECKPOINT.files();
        assertEquals("model-00002-of-00003.safetensors", files.get(1).name());
        long data = 0;
        for (Shard shard : files) {
            byte[] all = read(shard, 0, (int) shard.size());
            int head = (int) ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN).getLong();
            JsonNode json = new ObjectMapper().readTree(all, 8, head);
            long end = 0;
            for (JsonNode tensor : json) {
                if (tensor.has("dtype")) {
                    assertEquals(end, tensor.at("/data_offsets/0").asLong());
                    end = tensor.at("/data_offsets/1").asLong();
                }
            }
            assertEquals(shard.size(), 8 + head + end);
            data += end;
        }
        assertEquals(5_000_001, data);
    }

    @Test
    void anyPartIsThatPartOfTheWhole() {
        Shard shard = CHECKPOINT.files().getLast();
        byte[] all = read(shard, 0, (int) shard.size());
        for (int from : new int[] {0, 5, 100, 999_000, Tensors.PERIOD - 3}) {
            assertArrayEquals(Arrays.copyOfRange(all, from, from + 50_000), read(shard, from, 50_000));
        }
    }

    @Test
    void whatIsNotThereIsNoticed() {
        Shard shard = CHECKPOINT.files().getFirst();
        byte[] part = read(shard, 1000, 500);
        assertTrue(shard.has(1000, part, 500));
        assertFalse(shard.has(1001, part, 500));
        assertFalse(CHECKPOINT.files().get(1).has(1000, part, 500));
        part[499]++;
        assertFalse(shard.has(1000, part, 500));
    }

    @Test
    void rangesAreReadAsHttpWritesThem() {
        assertArrayEquals(new long[] {10, 11}, ObjectStore.range("bytes=10-20", 1000));
        assertArrayEquals(new long[] {990, 10}, ObjectStore.range("bytes=990-2000", 1000));
        assertArrayEquals(new long[] {0, 1000}, ObjectStore.range(null, 1000));
    }

    @Test
    void noFewerBytesThanShards() {
        assertThrows(IllegalArgumentException.class, () -> new Checkpoint(2, 3));
    }
}
