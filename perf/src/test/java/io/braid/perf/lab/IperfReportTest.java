package io.braid.perf.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reports of iperf 3.12 as Debian 12 has it, recorded, and made ones for what is hard to provoke. */
class IperfReportTest {
    private static final Transfer TCP_OUT = Transfer.tcp(1, Family.V4, false, 2, 2);

    private static String recorded(String name) throws IOException {
        try (var stream = IperfReportTest.class.getResourceAsStream(name)) {
            assertNotNull(stream, name);
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void outboundBytesAreThoseTheServerReceived() throws IOException {
        TransferResult result = IperfReport.parse(TCP_OUT, recorded("iperf-tcp-out.json"));
        assertNull(result.error());
        assertEquals(0, result.lostConnections());
        assertEquals(List.of(875036672L, 1507000320L), result.bytesPerSecondOfRun());
        assertEquals(0, result.datagrams());
    }

    @Test
    void datagramsAreCounted() throws IOException {
        var transfer = new Transfer(1, Family.V6, true, Transfer.Protocol.UDP, 5_000_000, 2, 2);
        TransferResult result = IperfReport.parse(transfer, recorded("iperf-udp-in.json"));
        assertNull(result.error());
        assertEquals(1786, result.datagrams());
        assertEquals(0, result.lostDatagrams());
        assertEquals(10_000_000, result.receivedBitsPerSecond(), 50_000);
    }

    @Test
    void refusedConnectionLosesAllStreams() throws IOException {
        TransferResult result = IperfReport.parse(TCP_OUT, recorded("iperf-refused.json"));
        assertEquals(2, result.lostConnections());
        assertEquals("unable to connect to server: Connection refused", result.error());
        assertEquals(
                List.of("task1 V4 TCP out x2: 2 connections lost (unable to connect to server: Connection refused)"),
                TransferResult.problems(List.of(result)));
    }

    @Test
    void streamThatDeliveredNothingInTheLastSecondsIsLostAndASlowOneIsNot() {
        Transfer transfer = Transfer.tcp(1, Family.V4, true, 3, 5);
        String report = report(new long[][] {{900, 100, 10}, {900, 100, 0}, {900, 0, 0}, {900, 0, 0}, {900, 0, 1}});
        TransferResult result = IperfReport.parse(transfer, report);
        assertEquals(1, result.lostConnections());
        assertEquals(List.of(1010L, 1000L, 900L, 900L, 901L), result.bytesPerSecondOfRun());
        assertEquals((1000 + 900 + 900 + 901) * 8 / 4.0, result.receivedBitsPerSecond(), 0.01);
    }

    @Test
    void runThatBrokeOffLosesAllItsStreams() {
        Transfer transfer = Transfer.tcp(1, Family.V4, true, 1, 5);
        String report = report(new long[][] {{900}, {900}})
                .replaceFirst("\\{", "{\"error\":\"control socket has closed unexpectedly\",");
        TransferResult result = IperfReport.parse(transfer, report);
        assertEquals(1, result.lostConnections());
        assertEquals("control socket has closed unexpectedly", result.error());
    }

    @Test
    void whatIsNoReportIsAnError() {
        for (String text : List.of("", "iperf3: error - unable to start", "[1,2", "{}", "{\"intervals\":{}}")) {
            TransferResult result = IperfReport.parse(TCP_OUT, text);
            assertEquals(2, result.lostConnections(), text);
            assertNotNull(result.error(), text);
            assertTrue(result.bytesPerSecondOfRun().isEmpty(), text);
        }
    }

    /** A report with one interval of a second per row and one stream per column, of bytes. */
    private static String report(long[][] bytes) {
        var json = new StringBuilder("{\"intervals\":[");
        for (int i = 0; i < bytes.length; i++) {
            json.append(i == 0 ? "" : ",").append("{\"streams\":[");
            long sum = 0;
            for (int s = 0; s < bytes[i].length; s++) {
                json.append(s == 0 ? "" : ",")
                        .append("{\"bytes\":")
                        .append(bytes[i][s])
                        .append('}');
                sum += bytes[i][s];
            }
            json.append("],\"sum\":{\"seconds\":1.0,\"bytes\":").append(sum).append("}}");
        }
        return json.append("],\"end\":{}}").toString();
    }
}
