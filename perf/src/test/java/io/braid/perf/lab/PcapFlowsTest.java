package io.braid.perf.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PcapFlowsTest {
    private static final int MICROS = 0xa1b2c3d4;
    private static final int NANOS = 0xa1b23c4d;
    private static final String MACS = "020000000001" + "020000000002";
    private static final String TCP_V4 =
            MACS + "0800" + "4500002800004000" + "4006" + "0000" + "0a640001" + "c6336402" + "c0021451" + "00000000";
    /** Two 32-bit words of options before the ports. */
    private static final String UDP_V4_OPTIONS = MACS + "0800" + "4700002800000000" + "4011" + "0000" + "0a640002"
            + "c6336402" + "9404000001010101" + "0035d431";

    private static final String TCP_V6 = MACS + "86dd" + "6000000000140640" + "20010db8010000000000000000000001"
            + "20010db8005100000000000000000002" + "c0021451" + "00000000";
    private static final String LATER_FRAGMENT =
            MACS + "0800" + "4500002800000010" + "4011" + "0000" + "0a640002" + "c6336402" + "0035d431";
    private static final String ARP = MACS + "0806" + "0001080006040001";

    private static final FlowKey V4 = new FlowKey(6, "10.100.0.1", 0xc002, "198.51.100.2", 0x1451);
    private static final FlowKey V6 = new FlowKey(6, "2001:db8:100:0:0:0:0:1", 0xc002, "2001:db8:51:0:0:0:0:2", 0x1451);

    @Test
    void countsPacketsOfEachFlowInBothByteOrdersAndResolutions() {
        for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
            for (int magic : new int[] {MICROS, NANOS}) {
                ByteBuffer file = capture(order, magic, 1, TCP_V4, ARP, TCP_V6, TCP_V4, LATER_FRAGMENT, UDP_V4_OPTIONS);
                assertEquals(
                        Map.of(V4, 2, V6, 1, new FlowKey(17, "10.100.0.2", 53, "198.51.100.2", 0xd431), 1),
                        PcapFlows.read(file));
            }
        }
    }

    @Test
    void leavesOutARecordThatWasCutOff() {
        ByteBuffer file = capture(ByteOrder.LITTLE_ENDIAN, MICROS, 1, TCP_V4, TCP_V6);
        for (int cut = 1; cut < 16 + TCP_V6.length() / 2; cut++) {
            assertEquals(Map.of(V4, 1), PcapFlows.read(file.slice(0, file.limit() - cut)), "cut by " + cut);
        }
    }

    @Test
    void everyTruncatedFrameIsReadWithoutFault() {
        for (String frame : new String[] {TCP_V4, TCP_V6, UDP_V4_OPTIONS, ARP}) {
            for (int length = 0; length <= frame.length() / 2; length++) {
                ByteBuffer file = capture(ByteOrder.LITTLE_ENDIAN, MICROS, 1, frame.substring(0, 2 * length));
                assertTrue(PcapFlows.read(file).size() <= 1);
            }
        }
    }

    @Test
    void emptyFileIsACaptureOfNothing() {
        assertEquals(Map.of(), PcapFlows.read(ByteBuffer.allocate(0)));
        assertEquals(Map.of(), PcapFlows.read(capture(ByteOrder.LITTLE_ENDIAN, MICROS, 1)));
    }

    @Test
    void whatIsNoCaptureIsRefusedWithTheReason() {
        assertRefused("shorter than a pcap header", ByteBuffer.allocate(23));
        assertRefused("it begins with", ByteBuffer.allocate(100));
        assertRefused("link type 113", capture(ByteOrder.LITTLE_ENDIAN, MICROS, 113, TCP_V4));
        ByteBuffer damaged = capture(ByteOrder.LITTLE_ENDIAN, MICROS, 1, TCP_V4);
        damaged.order(ByteOrder.LITTLE_ENDIAN).putInt(24 + 8, -1);
        assertRefused("damaged capture", damaged);
    }

    private static void assertRefused(String reason, ByteBuffer file) {
        String message = String.valueOf(
                assertThrows(LabException.class, () -> PcapFlows.read(file)).getMessage());
        assertTrue(message.contains(reason), message);
    }

    private static ByteBuffer capture(ByteOrder order, int magic, int linkType, String... frames) {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(ByteBuffer.allocate(24)
                .order(order)
                .putInt(magic)
                .putShort((short) 2)
                .putShort((short) 4)
                .putLong(0)
                .putInt(96)
                .putInt(linkType)
                .array());
        for (String hex : frames) {
            byte[] frame = HexFormat.of().parseHex(hex);
            bytes.writeBytes(ByteBuffer.allocate(16)
                    .order(order)
                    .putLong(0)
                    .putInt(frame.length)
                    .putInt(1514)
                    .array());
            bytes.writeBytes(frame);
        }
        return ByteBuffer.wrap(bytes.toByteArray());
    }
}
