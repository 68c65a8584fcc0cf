package io.braid.bgp.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What overtakes what in the queue, at every boundary. */
final class OutputQueueTest {
    private final OutputQueue queue = new OutputQueue();
    private final List<String> whole = new ArrayList<>();

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Writes as many bytes as the kernel takes and returns them. */
    private String write(int count) {
        ByteBuffer buffer = ByteBuffer.allocate(count);
        queue.fill(buffer);
        queue.written(buffer.position(), m -> whole.add(new String(m, StandardCharsets.US_ASCII)));
        return new String(buffer.array(), 0, buffer.position(), StandardCharsets.US_ASCII);
    }

    @Test
    void aKeepaliveOvertakesRoutesButNotTheMessageThatIsBegun() {
        queue.addRoutes(bytes("aaaa"));
        queue.addRoutes(bytes("bbbb"));
        assertEquals("aa", write(2));
        queue.addUrgent(bytes("K"));
        assertEquals("aaKbbbb", write(100));
        assertEquals(List.of("aaaa", "K", "bbbb"), whole);
        assertTrue(queue.isEmpty());
    }

    @Test
    void aLastMessageFollowsTheBegunOneAtOnce() {
        queue.addRoutes(bytes("aaaa"));
        queue.addRoutes(bytes("bbbb"));
        assertEquals("a", write(1));
        queue.dropRoutes();
        queue.addUrgent(bytes("N"));
        assertEquals(4, queue.bytes());
        assertEquals("aaaN", write(100));
    }

    @Test
    void oneKeepaliveThatWaitsIsKnown() {
        queue.addUrgent(bytes("OPEN"));
        assertFalse(queue.endsWithUrgent(1));
        queue.addUrgent(bytes("K"));
        assertTrue(queue.endsWithUrgent(1));
        write(4);
        assertTrue(queue.endsWithUrgent(1));
        write(1);
        assertFalse(queue.endsWithUrgent(1));
    }

    /** Messages in capitals are urgent; whatever the sizes, no message is torn and each kind keeps its order. */
    @Test
    void nothingIsTornOrLost() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        var wire = new StringBuilder();
        int routes = 0;
        int urgent = 0;
        for (int i = 0; i < 20_000; i++) {
            switch (random.nextInt(3)) {
                case 0 -> queue.addRoutes(bytes("<r" + routes++ + ">"));
                case 1 -> queue.addUrgent(bytes("<U" + urgent++ + ">"));
                default -> wire.append(write(1 + random.nextInt(12)));
            }
        }
        while (!queue.isEmpty()) {
            wire.append(write(7));
        }
        assertEquals("", wire.toString().replaceAll("<[rU][0-9]+>", ""), "seed " + seed);
        assertEquals(String.join("", whole), wire.toString(), "seed " + seed);
        assertEquals(
                expected('r', routes),
                whole.stream().filter(m -> m.charAt(1) == 'r').toList(),
                "seed " + seed);
        assertEquals(
                expected('U', urgent),
                whole.stream().filter(m -> m.charAt(1) == 'U').toList(),
                "seed " + seed);
    }

    private static List<String> expected(char kind, int count) {
        var all = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            all.add("<" + kind + i + ">");
        }
        return all;
    }
}
