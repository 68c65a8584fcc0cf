package io.braid.dataplane.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.braid.dataplane.audit.AuditLog;
import io.braid.dataplane.config.LogFormat;
import io.braid.dataplane.config.LogLevel;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessLogTest {
    private final LoggerContext context = new LoggerContext();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long now;

    private LogAppender appender(LogFormat format, boolean journal) {
        var appender = new LogAppender(
                new LogLayout(format, journal), new PrintStream(bytes, true, StandardCharsets.UTF_8), () -> now);
        appender.setContext(context);
        appender.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.INFO);
        root.addAppender(appender);
        return appender;
    }

    private String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private List<String> lines() {
        return text().lines().toList();
    }

    private Logger logger() {
        return context.getLogger("io.braid.dataplane.conductor.Conductor");
    }

    @Test
    void theSameIsLoggedTenTimesAndThenCounted() {
        LogAppender appender = appender(LogFormat.TEXT, true);
        for (int i = 0; i < 1_000; i++) {
            logger().warn("nic{} is silent for {} ms", i % 4, i);
        }
        logger().warn("something else");
        assertEquals(11, lines().size(), text());
        now += Repeats.WINDOW_NANOS;
        appender.tellOfRepeats();
        assertEquals("<4>Conductor: 990 more of these in 10 s: nic0 is silent for 0 ms", lines().getLast());
        appender.tellOfRepeats();
        assertEquals(12, lines().size(), "told once");
        logger().warn("nic0 is silent for 5 ms");
        assertEquals(13, lines().size(), "another window");
    }

    @Test
    void manyDifferentMessagesAreLoggedAndCostBoundedMemory() {
        appender(LogFormat.TEXT, true);
        for (int i = 0; i < 5_000; i++) {
            logger().warn("x" + "ab".repeat(i % 50) + Integer.toString(i, 36).replaceAll("[0-9]", "z")
                    + "y".repeat(i / 100));
        }
        assertTrue(lines().size() > 3_000, "" + lines().size());
    }

    @Test
    void theAuditIsNeverLeftOutNorSilenced() {
        appender(LogFormat.TEXT, true);
        var levels = new LogLevels(context);
        levels.all(LogLevel.ERROR);
        for (int i = 0; i < 50; i++) {
            context.getLogger(AuditLog.NAME).info("action=attach outcome=granted task=t");
        }
        assertEquals(50, lines().size());
    }

    @Test
    void levelsAreOfAllOrOfAPart() {
        appender(LogFormat.TEXT, true);
        var levels = new LogLevels(context);
        levels.all(LogLevel.WARNING);
        assertTrue(levels.part("conductor", LogLevel.DEBUG));
        assertFalse(levels.part("nothing", LogLevel.DEBUG));
        logger().debug("here");
        context.getLogger("io.braid.bgp.session.Wire").info("not here");
        assertEquals(List.of("<7>Conductor: here"), lines());
        assertEquals("debug", levels.now().get("conductor"));
        assertEquals("warning", levels.now().get(LogLevels.ALL));
        assertTrue(levels.part("conductor", null));
        logger().debug("no more");
        assertEquals(1, lines().size());
    }

    @Test
    void noMessageCanPassForAnother() throws Exception {
        appender(LogFormat.JSON, false);
        logger().warn("a\"b\n{\"level\":\"error\"}\u001b[31m", new IllegalStateException("x\ny"));
        assertEquals(1, lines().size(), text());
        JsonNode line = new ObjectMapper().readTree(lines().getFirst());
        assertEquals("warning", line.get("level").textValue());
        assertEquals("dataplane.conductor.Conductor", line.get("logger").textValue());
        assertEquals("a\"b\n{\"level\":\"error\"}\u001b[31m", line.get("msg").textValue());
        assertTrue(line.get("error").textValue().startsWith("java.lang.IllegalStateException: x\ny"), text());
    }

    @Test
    void logfmtQuotesWhatIsNotBraids() {
        appender(LogFormat.LOGFMT, false);
        logger().info("two words\nlevel=error");
        assertTrue(
                lines().getFirst()
                        .matches("time=\\S+ level=info logger=dataplane.conductor.Conductor thread=\".*\" msg=\"two"
                                + " words\\\\nlevel=error\""),
                text());
    }

    @Test
    void aTerminalGetsTheTimeAndTheJournalThePriorityOfEachLine() {
        appender(LogFormat.TEXT, false);
        logger().error("one\ntwo");
        assertTrue(lines().getFirst().matches("[0-9:.]{12} ERROR Conductor: one"), text());
        assertEquals("  two", lines().getLast());
        bytes.reset();
        context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).detachAndStopAllAppenders();
        appender(LogFormat.TEXT, true);
        logger().error("one", new IllegalStateException("why"));
        assertTrue(lines().size() > 2 && lines().stream().allMatch(line -> line.startsWith("<3>")), text());
    }

    @Test
    void theLastLinesAreKeptAndNotMore() {
        LogAppender appender = appender(LogFormat.TEXT, true);
        for (int i = 0; i < 20; i++) {
            logger().info("x" + (char) ('a' + i) + "y".repeat(LogAppender.TAIL_CHARACTERS / 10));
        }
        List<String> tail = appender.tail();
        assertTrue(tail.size() < 11 && tail.getLast().contains("xt"), "" + tail.size());
    }

    @Test
    void theJournalIsKnownByItsFile(@TempDir Path directory) throws Exception {
        Path file = Files.createFile(directory.resolve("stream"));
        String is = Files.getAttribute(file, "unix:dev") + ":" + Files.getAttribute(file, "unix:ino");
        assertTrue(ProcessLog.isJournal(is, file));
        assertFalse(ProcessLog.isJournal("1:2", file));
        assertFalse(ProcessLog.isJournal(null, file));
        assertFalse(ProcessLog.isJournal(is, directory.resolve("none")));
    }
}
