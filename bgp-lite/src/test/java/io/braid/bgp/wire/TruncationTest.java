package io.braid.bgp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Right messages made wrong: cut off at every byte, and with every byte, so every length field too, changed. */
class TruncationTest {
    private static final int MESSAGES = 60;

    @SuppressWarnings("ArrayRecordComponent") // changed in place
    private record Sample(byte[] message, Negotiated context) {}

    private static List<Sample> samples() {
        long seed = Long.getLong("braid.seed", System.nanoTime());
        System.out.println("-Dbraid.seed=" + seed);
        var samples = new ArrayList<Sample>();
        for (Negotiated context : Contexts.ALL) {
            var generator = new Generator(seed);
            for (int i = 0; i < MESSAGES / Contexts.ALL.size(); i++) {
                Message message = i % 3 == 0 ? generator.open() : generator.announcement(context, 3);
                Wire.encode(message, context).forEach(m -> samples.add(new Sample(m, context)));
            }
        }
        return samples;
    }

    /** What a decoder may say: a message with errors that are none of the session, or one error that is. */
    private static void assertOrderly(Decoded decoded) {
        switch (decoded) {
            case Decoded.Rejected(BgpError error) -> assertEquals(Handling.SESSION_RESET, error.handling());
            case Decoded.Accepted accepted ->
                accepted.faults().forEach(f -> assertNotEquals(Handling.SESSION_RESET, f.handling()));
        }
    }

    @Test
    void messageThatIsShorterThanItSays() {
        for (Sample sample : samples()) {
            for (int length = 0; length < sample.message.length; length++) {
                Decoded decoded = MessageDecoder.decode(sample.message, 0, length, sample.context);
                assertEquals(
                        ErrorReason.BAD_MESSAGE_LENGTH, Wire.rejected(decoded).reason(), "cut to " + length);
            }
        }
    }

    @Test
    void bodyThatIsCutOffUnderARightHeader() {
        int refused = 0;
        for (Sample sample : samples()) {
            MessageType type = MessageType.of(sample.message[18]).orElseThrow();
            for (int length = 19; length < sample.message.length; length++) {
                byte[] body = Arrays.copyOfRange(sample.message, 19, length);
                Decoded decoded = Wire.decode(Wire.message(type, body), sample.context);
                assertOrderly(decoded);
                refused += decoded instanceof Decoded.Rejected ? 1 : 0;
                if (type == MessageType.OPEN) {
                    assertInstanceOf(Decoded.Rejected.class, decoded);
                }
            }
        }
        assertTrue(refused > 1000, refused + " refused");
    }

    @Test
    void everyByteLies() {
        for (Sample sample : samples()) {
            for (int at = 19; at < Math.min(sample.message.length, 400); at++) {
                byte was = sample.message[at];
                for (int value : new int[] {0, 1, was + 1, was - 1, 0x7F, 0x80, 0xFE, 0xFF, was ^ 0x10, was ^ 0x80}) {
                    sample.message[at] = (byte) value;
                    assertOrderly(Wire.decode(sample.message, sample.context));
                }
                sample.message[at] = was;
            }
        }
    }

    @Test
    void decoderReadsNothingOutsideTheMessage() {
        for (Sample sample : samples()) {
            byte[] around = new byte[sample.message.length + 200];
            Arrays.fill(around, (byte) 0xFF);
            System.arraycopy(sample.message, 0, around, 100, sample.message.length);
            assertEquals(
                    Wire.decode(sample.message, sample.context),
                    MessageDecoder.decode(around, 100, sample.message.length, sample.context));
        }
    }
}
