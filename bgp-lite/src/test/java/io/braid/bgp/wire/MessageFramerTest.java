package io.braid.bgp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageFramerTest {
    private static final String MARKER = "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF";
    private static final byte[] KEEPALIVE = Wire.hex(MARKER + "001304");

    private static BgpError error(MessageFramer framer) {
        return assertInstanceOf(Framed.Broken.class, framer.next()).error();
    }

    private static void add(MessageFramer framer, byte[] bytes) {
        assertEquals(bytes.length, framer.add(bytes, 0, bytes.length));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 18, 19, 20, 100, 4096, 100_000})
    void piecesOfAnySize(int piece) {
        var generator = new Generator(piece);
        var stream = new ByteArrayOutputStream();
        var sent = new ArrayList<Decoded>();
        for (int i = 0; i < 200; i++) {
            for (byte[] message : Wire.encode(generator.message(Contexts.EXTERNAL), Contexts.EXTERNAL)) {
                stream.writeBytes(message);
                sent.add(Wire.decode(message, Contexts.EXTERNAL));
            }
        }
        var framer = new MessageFramer();
        var received = new ArrayList<Decoded>();
        byte[] bytes = stream.toByteArray();
        for (int from = 0; from < bytes.length; ) {
            from += framer.add(bytes, from, Math.min(piece, bytes.length - from));
            while (framer.next() instanceof Framed.Frame frame) {
                received.add(frame.decode(Contexts.EXTERNAL));
            }
        }
        assertEquals(sent, received);
        assertEquals(0, framer.pendingBytes());
    }

    @Test
    void garbageIsToldAtItsFirstByte() {
        var framer = new MessageFramer();
        add(framer, "GET / HTTP/1.1".getBytes(StandardCharsets.US_ASCII));
        assertEquals(ErrorReason.NOT_SYNCHRONIZED, error(framer).reason());
        assertEquals(Bytes.EMPTY, error(framer).data());

        for (int good = 0; good < 16; good++) {
            framer = new MessageFramer();
            add(framer, KEEPALIVE);
            add(framer, Wire.hex(MARKER.substring(0, 2 * good)));
            assertInstanceOf(Framed.Frame.class, framer.next());
            assertInstanceOf(Framed.Incomplete.class, framer.next());
            add(framer, new byte[] {(byte) 0xFE});
            assertEquals(ErrorReason.NOT_SYNCHRONIZED, error(framer).reason());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0000", "0012", "1001", "FFFF", // any type
        "001C 01", "1001 01", "0016 02", "0014 03", "0012 04", "0014 04", "0016 05"
    })
    void lengthThatCannotBeIsToldBeforeTheBody(String rest) {
        var framer = new MessageFramer();
        add(framer, Wire.hex(MARKER + rest));
        assertEquals(ErrorReason.BAD_MESSAGE_LENGTH, error(framer).reason());
        assertEquals(Bytes.of(Wire.hex(rest.substring(0, 4))), error(framer).data());
    }

    @ParameterizedTest
    @ValueSource(strings = {"00", "06", "80", "FF"})
    void typeThatIsNone(String type) {
        var framer = new MessageFramer();
        add(framer, Wire.hex(MARKER + "0013" + type));
        assertEquals(ErrorReason.BAD_MESSAGE_TYPE, error(framer).reason());
        assertEquals(Bytes.of(Wire.hex(type)), error(framer).data());
    }

    @Test
    void longMessagesOnlyWhereAgreedOn() { // RFC 8654 section 4
        var framer = new MessageFramer();
        add(framer, KEEPALIVE);
        framer.maxMessageBytes(65535);
        add(framer, Wire.message(MessageType.UPDATE, new byte[65535 - 19]));
        assertEquals(19, assertInstanceOf(Framed.Frame.class, framer.next()).length());
        assertEquals(65535, assertInstanceOf(Framed.Frame.class, framer.next()).length());

        for (String header : List.of("1001 01", "1001 04", "FFFF 01")) { // OPEN and KEEPALIVE stay short
            framer = new MessageFramer();
            framer.maxMessageBytes(65535);
            add(framer, Wire.hex(MARKER + header));
            assertEquals(ErrorReason.BAD_MESSAGE_LENGTH, error(framer).reason());
        }
        assertThrows(IllegalArgumentException.class, () -> new MessageFramer().maxMessageBytes(5000));
    }

    @Test
    void brokenStreamStaysBroken() {
        var framer = new MessageFramer();
        add(framer, new byte[1]);
        Framed broken = framer.next();
        assertEquals(0, framer.space().remaining());
        assertEquals(0, framer.add(KEEPALIVE, 0, KEEPALIVE.length));
        assertSame(broken, framer.next());
    }

    @Test
    void messagesBeforeAFaultAreStillRead() {
        var framer = new MessageFramer();
        add(framer, KEEPALIVE);
        add(framer, KEEPALIVE);
        add(framer, new byte[1]);
        assertInstanceOf(Framed.Frame.class, framer.next());
        assertInstanceOf(Framed.Frame.class, framer.next());
        assertInstanceOf(Framed.Broken.class, framer.next());
    }

    @Test
    void memoryIsBounded() {
        var framer = new MessageFramer();
        int taken = 0;
        for (int added = 1; added > 0; taken += added) {
            added = framer.add(KEEPALIVE, 0, KEEPALIVE.length);
        }
        assertTrue(taken >= 4096 && taken <= 4 * 4096, taken + " bytes");
        int read = 0;
        while (framer.next() instanceof Framed.Frame frame) {
            read += frame.length();
        }
        assertTrue(taken - read < 19, "only the last piece is left");
        assertThrows(IllegalArgumentException.class, () -> framer.added(1 << 20));
        assertThrows(IllegalArgumentException.class, () -> framer.added(-1));
    }

    @Test
    void oneByteAtATimeIsNeverStuck() {
        var framer = new MessageFramer();
        byte[] message = Wire.message(MessageType.UPDATE, new byte[4096 - 19]);
        for (int round = 0; round < 10; round++) {
            for (byte b : message) {
                assertTrue(framer.space().remaining() > 0);
                assertInstanceOf(Framed.Incomplete.class, framer.next());
                add(framer, new byte[] {b});
            }
            assertEquals(
                    4096, assertInstanceOf(Framed.Frame.class, framer.next()).length());
        }
    }
}
