package io.braid.dataplane.look;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Every byte as draft-ietf-opsawg-pcapng has it. */
class PcapngTest {
    private final Pcapng file = new Pcapng();

    private void assertBlock(String... parts) {
        assertEquals(String.join("", parts).replace(" ", ""), HexFormat.of().formatHex(file.take()));
    }

    @Test
    void section() {
        file.section("braid 1");
        assertBlock(
                "0a0d0d0a 2c000000 4d3c2b1a 0100 0000 ffffffffffffffff",
                "0400 0700 62726169642031 00",
                "00000000 2c000000");
    }

    @Test
    void port() {
        file.port("nic0", "uplink", 256);
        assertBlock(
                "01000000 34000000 0100 0000 00010000",
                "0200 0400 6e696330",
                "0300 0600 75706c696e6b 0000",
                "0900 0100 09 000000",
                "00000000 34000000");
    }

    @Test
    void packet() {
        file.packet(3, 0x1122334455667788L, new byte[] {1, 2, 3, 4, 5}, 1500, Pcapng.OUTBOUND, "abc");
        assertBlock(
                "06000000 3c000000 03000000 44332211 88776655 05000000 dc050000 0102030405 000000",
                "0100 0300 616263 00",
                "0200 0400 02000000",
                "00000000 3c000000");
    }

    @Test
    void statistics() {
        file.statistics(1, 0x0000000200000003L, 0x0000000400000005L, 77, 5);
        assertBlock(
                "05000000 4c000000 01000000 02000000 03000000",
                "0200 0800 04000000 05000000",
                "0300 0800 02000000 03000000",
                "0400 0800 4d00000000000000",
                "0500 0800 0500000000000000",
                "00000000 4c000000");
    }

    @Test
    void growsForWhatIsLargeAndCutsTextThatIsTooLong() {
        for (int i = 0; i < 3; i++) {
            file.packet(0, 0, new byte[65_535], 65_535, Pcapng.INBOUND, "x".repeat(100_000));
        }
        int block = 12 + 20 + 65_536 + (4 + 1016) + 8 + 4;
        assertEquals(3 * block, file.size());
        assertEquals(3 * block, file.take().length);
        assertEquals(0, file.size());
    }
}
