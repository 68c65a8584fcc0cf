package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class PinFileTest {
    private static final List<String> PATHS = List.of("nic0", "nic1", "nic2", "nic3");
    private static final FlowTimeouts TIMEOUTS = FlowTimeouts.ofIdle(60_000);
    private static final int NOW = Integer.MAX_VALUE - 5;
    private static final long EPOCH = 1_800_000_000_000L;
    private static final int FLOWS = 1500;

    private final FlowHash before = new FlowHash(1);
    private final FlowHash after = new FlowHash(2);

    private static long source(int flow) {
        return 0x2001_0db8_0000_0000L + flow;
    }

    /** Even flows are IPv4, odd ones IPv6; each was last seen its number of 10 ms ago. */
    private FlowTable filled() {
        var table =
                new FlowTable(Arena.ofAuto().allocate(FlowTable.bytesFor(FLOWS), 64), FLOWS, before, TIMEOUTS, NOW, 1);
        for (int flow = 0; flow < FLOWS; flow++) {
            long transport = transport(flow);
            long addresses = addresses(before, flow);
            long slot = table.restore(
                    addresses,
                    transport,
                    before.ofKey(addresses, transport),
                    flow & 3,
                    FlowState.ESTABLISHED,
                    NOW - flow * 10);
            if ((flow & 1) != 0) {
                table.setIpv6(slot, source(flow), 1, 2, flow);
            }
        }
        assertEquals(FLOWS, table.size());
        return table;
    }

    private static long transport(int flow) {
        return ((flow & 1) == 0 ? 0 : FlowKey.IPV6) | FlowKey.transport(6, flow, 443);
    }

    private static long addresses(FlowHash hash, int flow) {
        return (flow & 1) == 0 ? FlowKey.ipv4(flow, ~flow) : hash.ipv6AddressWord(source(flow), 1, 2, flow);
    }

    private byte[] saved(List<String> paths, FlowTable... tables) throws IOException {
        var out = new ByteArrayOutputStream();
        new PinFileWriter("gpu-17", paths).write(out, List.of(tables), NOW, EPOCH);
        return out.toByteArray();
    }

    private PinFileReader.Restored restored(byte[] file, List<String> paths, long epoch) throws IOException {
        return new PinFileReader("gpu-17", paths, after, TIMEOUTS)
                .read(new ByteArrayInputStream(file), file.length, NOW, epoch);
    }

    private int pathOf(FlowTable table, int flow) {
        long addresses = addresses(after, flow);
        long slot = table.find(addresses, transport(flow), after.ofKey(addresses, transport(flow)));
        return slot == FlowTable.NONE ? BucketTable.NONE : table.path(slot);
    }

    @Test
    void pinsComeBackUnderAnotherSeedAndPathOrder() throws IOException {
        List<String> reordered = List.of("nic3", "nic1", "new", "nic0");
        PinFileReader.Restored restored = restored(saved(PATHS, filled()), reordered, EPOCH);
        int[] expected = {3, 1, BucketTable.NONE, 0};
        int pins = 0;
        for (int flow = 0; flow < FLOWS; flow++) {
            assertEquals(expected[flow & 3], pathOf(restored.table(), flow), "flow " + flow);
            pins += expected[flow & 3] == BucketTable.NONE ? 0 : 1;
        }
        assertEquals(pins, restored.pins());
        assertEquals(FLOWS - pins, restored.left());
    }

    @Test
    void savedAgainItIsTheSame() throws IOException {
        FlowTable once = restored(saved(PATHS, filled()), PATHS, EPOCH).table();
        FlowTable twice = restored(saved(PATHS, once), PATHS, EPOCH).table();
        for (int flow = 0; flow < FLOWS; flow++) {
            assertEquals(flow & 3, pathOf(twice, flow));
        }
    }

    @Test
    void flowsThatExpiredMeanwhileAreLeftOut() throws IOException {
        PinFileReader.Restored restored = restored(saved(PATHS, filled()), PATHS, EPOCH + 50_000);
        assertEquals(1000, restored.pins(), "those seen less than 10 s before it was saved");
        assertNotEquals(BucketTable.NONE, pathOf(restored.table(), 999));
        assertEquals(BucketTable.NONE, pathOf(restored.table(), 1000));
        assertEquals(
                0,
                restored(saved(PATHS, filled()), PATHS, EPOCH + 1_000_000_000_000L)
                        .pins());
    }

    @Test
    void clockThatWentBackwardsMakesNothingOlder() throws IOException {
        assertEquals(
                FLOWS,
                restored(saved(PATHS, filled()), PATHS, EPOCH - 1_000_000).pins());
        assertEquals(
                FLOWS,
                restored(saved(PATHS, filled()), PATHS, Long.MIN_VALUE / 2).pins());
    }

    @Test
    void theSameFlowInTwoTablesCountsOnce() throws IOException {
        PinFileReader.Restored restored = restored(saved(PATHS, filled(), filled()), PATHS, EPOCH);
        assertEquals(FLOWS, restored.pins());
        assertEquals(FLOWS, restored.left());
    }

    @Test
    void noPinsAreAFileToo() throws IOException {
        assertEquals(0, restored(saved(PATHS), PATHS, EPOCH).pins());
    }

    @Test
    void anotherHostsFileIsRefused() throws IOException {
        byte[] file = saved(PATHS, filled());
        var reader = new PinFileReader("gpu-18", PATHS, after, TIMEOUTS);
        var e = assertThrows(
                PinFileException.class, () -> reader.read(new ByteArrayInputStream(file), file.length, NOW, EPOCH));
        assertEquals("it is of host gpu-17, this is gpu-18", e.getMessage());
    }

    @Test
    void everyCutIsNoticed() throws IOException {
        byte[] file = saved(PATHS, filled());
        for (int length = 0; length < file.length; length += length < 200 ? 1 : 97) {
            byte[] cut = Arrays.copyOf(file, length);
            assertThrows(PinFileException.class, () -> restored(cut, PATHS, EPOCH), "cut to " + length);
        }
        byte[] longer = Arrays.copyOf(file, file.length + 1);
        assertThrows(PinFileException.class, () -> restored(longer, PATHS, EPOCH));
    }

    @Test
    void everyChangedByteIsNoticed() throws IOException {
        byte[] file = saved(PATHS, filled());
        var random = new SplittableRandom(Seeds.seedFor(PinFileTest.class));
        for (int n = 0; n < 2_000; n++) {
            byte[] changed = file.clone();
            int at = n < 200 ? n : random.nextInt(file.length);
            changed[at] ^= (byte) (1 + random.nextInt(255));
            assertThrows(PinFileException.class, () -> restored(changed, PATHS, EPOCH), "byte " + at);
        }
    }

    /** A file may be wrong and have the right checksum. */
    @Test
    void nonsenseWithARightChecksumIsRefusedOrHarmless() throws IOException {
        byte[] file = saved(PATHS, filled());
        var random = new SplittableRandom(Seeds.seedFor(PinFileTest.class));
        int refused = 0;
        for (int n = 0; n < 5_000; n++) {
            byte[] changed = file.clone();
            int at = n < 200 ? n : random.nextInt(file.length - 4);
            changed[at] ^= (byte) (1 + random.nextInt(255));
            sign(changed);
            try {
                PinFileReader.Restored restored = restored(changed, PATHS, EPOCH);
                assertTrue(restored.pins() <= FLOWS);
            } catch (PinFileException e) {
                refused++;
            }
        }
        assertTrue(refused > 100, refused + " refused");
    }

    @Test
    void lyingCountAsksForNoMemory() throws IOException {
        byte[] file = saved(PATHS);
        ByteBuffer.wrap(file).putInt(file.length - 8, Integer.MAX_VALUE);
        sign(file);
        var e = assertThrows(PinFileException.class, () -> restored(file, PATHS, EPOCH));
        assertTrue(String.valueOf(e.getMessage()).contains("claims 2147483647 pins"), String.valueOf(e));
    }

    private static void sign(byte[] file) {
        var crc = new CRC32C();
        crc.update(file, 0, file.length - 4);
        ByteBuffer.wrap(file).putInt(file.length - 4, (int) crc.getValue());
    }
}
