package io.braid.bgp.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What is written is read as the same, for messages of every kind in sessions of every form. */
class RoundTripTest {
    private static final int MESSAGES = 2000;

    @Test
    void whatIsWrittenIsRead() {
        long seed = Long.getLong("braid.seed", System.nanoTime());
        for (Negotiated context : Contexts.ALL) {
            var generator = new Generator(seed);
            for (int i = 0; i < MESSAGES; i++) {
                Message message = generator.message(context);
                int number = i;
                Supplier<String> where =
                        () -> "-Dbraid.seed=" + seed + " message " + number + " " + context + ": " + message;
                List<byte[]> written = Wire.encode(message, context);
                List<Message> read = new ArrayList<>();
                for (byte[] bytes : written) {
                    Decoded.Accepted accepted = Wire.accepted(Wire.decode(bytes, context));
                    assertEquals(List.of(), accepted.faults(), where);
                    read.add(accepted.message());
                    assertWrittenAlike(bytes, accepted.message(), context, where);
                }
                if (message instanceof Update update) {
                    assertEquals(Routes.of(update), Routes.of(read), where);
                    assertEquals(update.endOfRib(), ((Update) read.getFirst()).endOfRib(), where);
                } else {
                    assertEquals(List.of(message), read, where);
                }
            }
        }
    }

    /** The encoding is canonical: there is one for a value. */
    private static void assertWrittenAlike(byte[] bytes, Message message, Negotiated context, Supplier<String> where) {
        List<byte[]> again = Wire.encode(message, context);
        assertEquals(1, again.size(), where);
        assertArrayEquals(bytes, again.getFirst(), where);
    }
}
