package io.braid.bgp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Feeds the codec what no RFC foresaw. In a normal test run each input of the seed folder is tried once; with
 * {@code JAZZER_FUZZ=1} Jazzer looks for new ones.
 *
 * <p>The first byte of an input chooses the session's agreement, the rest is what the peer sends.
 */
class CodecFuzzTest {
    /** A message body under a correct header: what the header check cannot keep out. */
    @FuzzTest(maxDuration = "120s")
    void anyBodyIsReadOrRefused(byte[] input) {
        if (input.length < 2) {
            return;
        }
        Negotiated context = context(input[0]);
        MessageType type = MessageType.of(1 + (input[1] & 0xFF) % 5).orElseThrow();
        byte[] body = Arrays.copyOfRange(input, 2, input.length);
        byte[] message = Wire.message(type, body);
        check(MessageDecoder.decode(message, 0, message.length, context), context);
    }

    /** A byte stream cut into pieces of any size. */
    @FuzzTest(maxDuration = "120s")
    void anyStreamIsFramedTheSameWayInAnyPieces(byte[] input) {
        if (input.length < 2) {
            return;
        }
        Negotiated context = context(input[0]);
        int piece = 1 + (input[1] & 0xFF);
        byte[] stream = Arrays.copyOfRange(input, 2, input.length);
        assertEquals(frames(stream, stream.length + 1, context), frames(stream, piece, context));
    }

    private static Negotiated context(byte choice) {
        return Contexts.ALL.get((choice & 0xFF) % Contexts.ALL.size());
    }

    private static List<String> frames(byte[] stream, int piece, Negotiated context) {
        var framer = new MessageFramer();
        framer.maxMessageBytes(context.receive().maxMessageBytes());
        var result = new ArrayList<String>();
        int from = 0;
        while (true) {
            switch (framer.next()) {
                case Framed.Frame frame -> {
                    Decoded decoded = frame.decode(context);
                    check(decoded, context);
                    result.add(decoded.toString());
                }
                case Framed.Broken(BgpError error) -> {
                    assertEquals(Handling.SESSION_RESET, error.handling());
                    result.add(error.toString());
                    return result;
                }
                case Framed.Incomplete _ -> {
                    if (from == stream.length) {
                        return result;
                    }
                    int taken = framer.add(stream, from, Math.min(piece, stream.length - from));
                    assertTrue(taken > 0, "a framer that wants more takes more");
                    from += taken;
                }
            }
        }
    }

    /** What was read is of use: an error ends the session, or the message can be sent and is then read as the same. */
    private static void check(Decoded decoded, Negotiated context) {
        switch (decoded) {
            case Decoded.Rejected(BgpError error) -> {
                assertEquals(Handling.SESSION_RESET, error.handling());
                assertTrue(error.toNotification().data().length() <= 4075);
            }
            case Decoded.Accepted(Message message, List<BgpError> faults) -> {
                for (BgpError fault : faults) {
                    assertNotEquals(Handling.SESSION_RESET, fault.handling());
                }
                if (message instanceof Update update
                        && faults.stream().anyMatch(f -> f.handling() == Handling.TREAT_AS_WITHDRAW)) {
                    assertTrue(update.announced().isEmpty(), "treated as withdraw");
                }
                assertTrue(isSame(message, sentAndRead(message, context)), message::toString);
            }
        }
    }

    private static List<Message> sentAndRead(Message message, Negotiated context) {
        // A path that was merged from AS_PATH and AS4_PATH may be longer than both, and then not fit again.
        int room = context.fourByteAs() ? context.send().maxMessageBytes() : 65535;
        var direction = new Negotiated.Direction(
                room, context.send().addPath(), context.send().ipv6NextHop());
        var roomy = new Negotiated(
                context.internal(),
                context.fourByteAs(),
                context.families(),
                direction,
                direction,
                true,
                context.enhancedRefresh());
        var again = new ArrayList<Message>();
        new MessageEncoder(roomy).encode(message, (buffer, offset, length) -> {
            Decoded decoded = MessageDecoder.decode(buffer, offset, length, roomy);
            if (!(decoded instanceof Decoded.Accepted(Message read, List<BgpError> faults)) || !faults.isEmpty()) {
                throw new AssertionError(message + " was read back as " + decoded);
            }
            again.add(read);
        });
        return again;
    }

    private static boolean isSame(Message message, List<Message> again) {
        return message instanceof Update update
                ? Routes.of(update).equals(Routes.of(again))
                : again.equals(List.of(message));
    }
}
