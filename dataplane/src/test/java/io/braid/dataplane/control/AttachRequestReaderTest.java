package io.braid.dataplane.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AttachRequestReaderTest {

    @Test
    void readsWhatTheClientWrites() {
        var request = Samples.request();
        assertEquals(request, AttachRequestReader.read(ControlJson.parse(ControlJson.write(request))));
    }

    @Test
    void optionalFieldsMayBeAbsentOrNull() {
        var expected = new AttachRequest("t", List.of("10.0.0.1"), "tap", null, false, null, null);
        assertEquals(expected, read("{\"task\":\"t\",\"ips\":[\"10.0.0.1\"],\"kind\":\"tap\"}"));
        assertEquals(
                expected,
                read(
                        "{\"task\":\"t\",\"ips\":[\"10.0.0.1\"],\"kind\":\"tap\",\"netns\":null,\"nics\":null,\"mtu\":null,"
                                + "\"grant\":null,\"device\":null,\"label\":null}"));
    }

    @Test
    void readsLimits() {
        var limits = AttachRequestReader.read(ControlJson.parse(
                        ("{\"task\":\"t\",\"ips\":[\"10.0.0.1\"],\"kind\":\"tap\",\"job\":\"j\",\"limits\":"
                                        + "{\"rateOut\":400000000000,\"rateIn\":null,\"packetsIn\":0}}")
                                .getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                .limits();
        assertEquals(new TaskLimits(400_000_000_000L, null, null, 0L), limits);
    }

    static Stream<Arguments> refused() {
        String rest = ",\"ips\":[\"10.0.0.1\"],\"kind\":\"tap\"}";
        return Stream.of(
                Arguments.of("", "the body is empty"),
                Arguments.of("   ", "the body is empty"),
                Arguments.of("null", "expected a JSON object, found null"),
                Arguments.of("[]", "expected a JSON object, found an array"),
                Arguments.of("\"t\"", "expected a JSON object, found a string"),
                Arguments.of("{", "not JSON"),
                Arguments.of("{} {}", "not JSON"),
                Arguments.of("{}x", "not JSON"),
                Arguments.of("{'task':'t'}", "not JSON"),
                Arguments.of("{\"task\":\"t\",}", "not JSON"),
                Arguments.of("{\"task\":\"t\",\"task\":\"u\"" + rest, "not JSON"),
                Arguments.of("\uFEFF{}", "not JSON"),
                Arguments.of("{}", "task: is required"),
                Arguments.of("{\"task\":null" + rest, "task: is required, found null"),
                Arguments.of("{\"task\":7" + rest, "task: expected a string, found a number"),
                Arguments.of("{\"task\":{}" + rest, "task: expected a string, found an object"),
                Arguments.of("{\"task\":\"t\",\"kind\":\"tap\"}", "ips: is required"),
                Arguments.of("{\"task\":\"t\",\"kind\":\"tap\",\"ips\":\"10.0.0.1\"}", "ips: expected an array"),
                Arguments.of("{\"task\":\"t\",\"kind\":\"tap\",\"ips\":[\"10.0.0.1\",1]}", "ips[1]: expected a string"),
                Arguments.of(
                        "{\"task\":\"t\",\"kind\":\"tap\",\"ips\":[null]}", "ips[0]: expected a string, found null"),
                Arguments.of("{\"task\":\"t\",\"kind\":\"tap\",\"ips\":[" + "\"\",".repeat(99) + "\"\"]}", "found 100"),
                Arguments.of("{\"task\":\"t\",\"ips\":[],\"kind\":0}", "kind: expected a string"),
                Arguments.of("{\"task\":\"t\",\"job\":1" + rest, "job: expected a string, found a number"),
                Arguments.of("{\"task\":\"t\",\"limits\":1" + rest, "limits: expected an object, found a number"),
                Arguments.of("{\"task\":\"t\",\"limits\":{\"rate\":1}" + rest, "not a field of limits"),
                Arguments.of(
                        "{\"task\":\"t\",\"limits\":{\"rateOut\":1.5}" + rest,
                        "limits.rateOut: expected a whole number"),
                Arguments.of(
                        "{\"task\":\"t\",\"limits\":{\"rateIn\":\"1Gbit\"}" + rest,
                        "limits.rateIn: expected a whole number, found a string"),
                Arguments.of(
                        "{\"task\":\"t\",\"limits\":{\"packetsIn\":99999999999999999999}" + rest,
                        "limits.packetsIn: the number is out of range"),
                Arguments.of(
                        "{\"task\":\"t\",\"nics\":\"true\"" + rest, "nics: expected true or false, found a string"),
                Arguments.of("{\"task\":\"t\",\"nics\":1" + rest, "nics: expected true or false"),
                Arguments.of("{\"task\":\"t\",\"device\":7" + rest, "device: expected a string, found a number"),
                Arguments.of("{\"task\":\"t\",\"label\":[]" + rest, "label: expected a string, found an array"),
                Arguments.of("{\"task\":\"t\",\"mtu\":\"1500\"" + rest, "mtu: expected a whole number"),
                Arguments.of("{\"task\":\"t\",\"mtu\":1500.0" + rest, "mtu: expected a whole number"),
                Arguments.of("{\"task\":\"t\",\"mtu\":4294968796" + rest, "mtu: the number is out of range"),
                Arguments.of("{\"task\":\"t\",\"mtu\":1e999999999" + rest, "mtu: expected a whole number"),
                Arguments.of("{\"task\":\"t\",\"mtu\":" + "9".repeat(5000) + rest, "not JSON"),
                Arguments.of("{\"task\":\"t\",\"mtu\":NaN" + rest, "not JSON"),
                Arguments.of("{\"task\":\"t\",\"Mtu\":1500" + rest, "'Mtu' is not a field"),
                Arguments.of("{\"task\":\"t\",\"x\\u001b[31m\":1" + rest, "'x?[31m' is not a field"),
                Arguments.of("{\"" + "k".repeat(1000) + "\":1}", "not JSON"),
                Arguments.of("[".repeat(30_000), "not JSON"),
                Arguments.of("{\"task\":" + "{\"a\":".repeat(20) + "1" + "}".repeat(21), "not JSON"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void refusesOtherJson(String json, String why) {
        var e = assertThrows(ControlException.class, () -> read(json));
        assertEquals(ControlException.Kind.BAD_REQUEST, e.kind());
        assertTrue(e.explanation().contains(why), e.explanation());
        assertTrue(e.explanation().length() < 400, e.explanation());
    }

    static Stream<byte[]> invalidUtf8() {
        return Stream.of(
                new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'},
                // over-long '/', a lone surrogate, a truncated sequence, UTF-16
                new byte[] {'"', (byte) 0xc0, (byte) 0xaf, '"'},
                new byte[] {'"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"'},
                new byte[] {'"', (byte) 0xe2, (byte) 0x82},
                "\uFEFF{}".getBytes(StandardCharsets.UTF_16LE));
    }

    @ParameterizedTest
    @MethodSource("invalidUtf8")
    void refusesWhatIsNotUtf8(byte[] body) {
        var e = assertThrows(ControlException.class, () -> ControlJson.parse(body));
        assertEquals("the body is not valid UTF-8", e.explanation());
    }

    private static AttachRequest read(String json) {
        return AttachRequestReader.read(ControlJson.parse(json.getBytes(StandardCharsets.UTF_8)));
    }
}
