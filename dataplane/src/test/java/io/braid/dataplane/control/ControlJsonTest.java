package io.braid.dataplane.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The shapes on the wire are a promise: a change here is a change for every program that talks to braid. */
class ControlJsonTest {

    @Test
    void attachRequestIsAsDocumented() throws Exception {
        assertEquals(golden("attach-request.json"), ControlJson.indent(ControlJson.write(Samples.request())));
    }

    @Test
    void attachResultIsAsDocumented() throws Exception {
        assertEquals(golden("attach-result.json"), ControlJson.indent(ControlJson.write(Samples.result())));
        assertEquals(Samples.result(), ControlJson.read(goldenBytes("attach-result.json"), AttachResult.class));
    }

    @Test
    void statusReportIsAsDocumented() throws Exception {
        assertEquals(golden("status.json"), ControlJson.indent(ControlJson.write(Samples.status())));
        assertEquals(Samples.status(), ControlJson.read(goldenBytes("status.json"), StatusReport.class));
    }

    @Test
    void taskListIsAsDocumented() throws Exception {
        var list = new ControlJson.TaskList(Samples.status().tasks());
        assertEquals(golden("tasks.json"), ControlJson.indent(ControlJson.write(list)));
        assertEquals(list, ControlJson.read(goldenBytes("tasks.json"), ControlJson.TaskList.class));
    }

    @Test
    void errorIsAsDocumented() throws Exception {
        byte[] error = ControlJson.writeError("conflict", "task t is attached already; detach it first");
        assertEquals(golden("error.json"), ControlJson.indent(error));
    }

    @Test
    void anOldClientReadsWhatANewServerAdds() throws Exception {
        String json = new String(ControlJson.write(Samples.result()), StandardCharsets.UTF_8);
        byte[] newer = json.replaceFirst("\\{", "{\"added\":{\"deep\":[1]},").getBytes(StandardCharsets.UTF_8);
        assertEquals(Samples.result(), ControlJson.read(newer, AttachResult.class));
    }

    @Test
    void refusesAnswersThatLackFields() {
        byte[] empty = "{}".getBytes(StandardCharsets.UTF_8);
        assertThrows(JsonProcessingException.class, () -> ControlJson.read(empty, AttachResult.class));
        assertThrows(JsonProcessingException.class, () -> ControlJson.read(empty, StatusReport.class));
        assertThrows(JsonProcessingException.class, () -> ControlJson.read(empty, ControlJson.TaskList.class));
        assertThrows(JsonProcessingException.class, () -> ControlJson.read(empty, ControlJson.ErrorAnswer.class));
    }

    @Test
    void kindsKeepTheirNames() {
        assertEquals(
                List.of("bad-request", "not-found", "conflict", "refused", "failed"),
                List.of(ControlException.Kind.values()).stream()
                        .map(ControlException.Kind::wireName)
                        .toList());
    }

    @Test
    void invariantIsJudgedByItsSums() {
        assertEquals(true, StatusReport.Invariant.of(10, 5, 8, 4, 2, 1).balanced());
        assertEquals(false, StatusReport.Invariant.of(10, 5, 8, 4, 2, 0).balanced());
    }

    private static String golden(String name) throws Exception {
        return new String(goldenBytes(name), StandardCharsets.UTF_8).stripTrailing();
    }

    private static byte[] goldenBytes(String name) throws Exception {
        try (var in = ControlJsonTest.class.getResourceAsStream(name)) {
            assertNotNull(in, name);
            return in.readAllBytes();
        }
    }
}
