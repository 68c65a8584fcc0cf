package io.braid.perf.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.braid.perf.report.Check;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TasksReportTest {
    private final List<String> said = new ArrayList<>();

    @Test
    void whatMissesItsTargetIsAFailedCheck() throws Exception {
        var findings = new Findings(said::add, 1);
        findings.add("fast", "something", List.of(10.0, 20.0, 90.0), 100);
        assertTrue(findings.ok());
        findings.add("slow", "something", List.of(10.0, 20.0, 110.0), 100);
        assertFalse(findings.ok());
        findings.addMedian("median", "something", List.of(10.0, 20.0, 110.0), 100);
        findings.add(
                "ratio",
                "one over the other",
                new Throughput("a", List.of(8.0, 9.0), "b", List.of(10.0, 10.0), "how"),
                0.9);
        findings.add(new Check("other", true, "x", "y"));
        assertEquals(
                List.of(true, false, true, false, true),
                findings.checks().stream().map(Check::ok).toList());
        JsonNode json = new ObjectMapper().readTree(TasksJson.of(findings));
        assertFalse(json.get("ok").asBoolean());
        assertEquals("slow", json.at("/checks/1/name").asText());
        assertEquals(110.0, json.at("/slow_ms/worst").asDouble());
        assertEquals(0.85, json.at("/ratio/ratio").asDouble());
        assertEquals("[8,9]", json.at("/ratio/measured").toString());
        assertTrue(said.get(1).contains("worst 110.0 ms of 3 (FAIL)"), said.toString());
    }

    @Test
    void slackLoosensTargets() {
        var findings = new Findings(said::add, 2);
        findings.add("slow", "something", List.of(190.0), 100);
        findings.add("ratio", "one over the other", new Throughput("a", List.of(5.0), "b", List.of(10.0), "how"), 0.9);
        assertTrue(findings.ok());
        assertThrows(
                IllegalArgumentException.class,
                () -> new Throughput("a", List.of(5.0), "b", List.of(10.0, 11.0), "how"));
    }

    @Test
    void framesAreWhatTheySay() {
        byte[] mark = Frames.mark(7);
        assertEquals("hostile-0007", new String(mark, StandardCharsets.US_ASCII));
        byte[] udp = Frames.ipv4(
                0x02b2_a1d0_0001L, 0x02b2_a1d1_0000L, "10.100.0.1", "198.51.100.2", Frames.UDP, new byte[0], 0, mark);
        assertEquals(0x45, udp[14]);
        assertEquals(0, sum(udp, 14, 20, 0), "the header's checksum");
        byte[] advertisement = Frames.neighbor(
                0x3333_0000_0001L, 0x02b2_a1d1_0000L, "2001:db8::1", "ff02::1", 136, "2001:db8::2", 255, mark);
        int length = advertisement.length - 54;
        assertEquals(40, length);
        assertEquals(
                0, sum(advertisement, 22, 32 + length, length + 58), "the message's checksum with its pseudo-header");
        assertEquals(60, Frames.udp4(1, 2, "10.100.0.1", "198.51.100.2", 4000).length);
    }

    private static int sum(byte[] bytes, int at, int length, int start) {
        long sum = start;
        for (int i = at; i < at + length; i += 2) {
            sum += ByteBuffer.wrap(bytes).getShort(i) & 0xffff;
        }
        while (sum >>> 16 != 0) {
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        return (int) ~sum & 0xffff;
    }

    @Test
    void linesOfTheAuditAreToldFromOthers(@TempDir Path directory) throws Exception {
        Path log =
                Files.writeString(directory.resolve("log"), "12:00 INFO  audit: action=attach outcome=granted old\n");
        var trail = new AuditTrail(log);
        Files.writeString(
                log, Files.readString(log) + "noise12:01 WARN  audit: action=attach outcome=refused\n12:02 IN");
        assertEquals(List.of("action=attach outcome=refused"), trail.take());
        Files.writeString(log, Files.readString(log) + "FO  audit: action=spoof\nWARN braid.audit - action=renew\n");
        assertEquals(List.of("action=spoof", "action=renew"), trail.take());
        assertEquals(List.of(), trail.await(line -> true, 1));
    }
}
