package io.braid.bgp.rib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Keepalive;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The bytes of MRT records, by RFC 6396 section 4.4. */
class MrtWriterTest {
    private static final String TIME = "6553f100";
    private static final String KEEPALIVE = "f".repeat(32) + "001304";

    private static String hex(boolean microseconds, Consumer<MrtWriter> what) {
        var out = new ByteArrayOutputStream();
        what.accept(new MrtWriter(microseconds, out::write));
        return HexFormat.of().formatHex(out.toByteArray());
    }

    @Test
    void aMessageThatCame() {
        assertEquals(
                TIME + "0010" + "0004" + "00000027" // BGP4MP, MESSAGE_AS4, length
                        + "fa56ea01" + "0000fdf9" + "0003" + "0001" + "c0000200" + "c0000201" + KEEPALIVE,
                hex(false, w -> MrtSamples.write(w, MrtSamples.V4, MrtWriter.Direction.RECEIVED, new Keepalive())));
    }

    @Test
    void aMessageThatWentWithMicroseconds() {
        assertEquals(
                TIME + "0011" + "0007" + "00000043" + "0001e240" // BGP4MP_ET, MESSAGE_AS4_LOCAL, 123456 us
                        + "0000fde8" + "0000fdf9" + "0000" + "0002"
                        + "20010db8000000000000000000000000" + "20010db8000000000000000000000001" + KEEPALIVE,
                hex(true, w -> MrtSamples.write(w, MrtSamples.V6, MrtWriter.Direction.SENT, new Keepalive())));
    }

    @Test
    void aChangeOfState() {
        assertEquals(
                TIME + "0010" + "0005" + "00000018" + "fa56ea01" + "0000fdf9" + "0003" + "0001" + "c0000200"
                        + "c0000201" + "0005" + "0006",
                hex(false, w -> w.stateChange(MrtSamples.AT, MrtSamples.V4, 5, 6)));
    }

    @Test
    void aSessionWithTwoByteAsNumbersHasItsOwnSubtypes() {
        var old = new MrtSession(
                4_200_000_001L, 65017, 0, IpAddress.parse("192.0.2.0"), IpAddress.parse("192.0.2.1"), false, false);
        assertEquals(
                TIME + "0010" + "0001" + "00000023" + "5ba0" + "fdf9" + "0000" + "0001" + "c0000200" + "c0000201"
                        + KEEPALIVE,
                hex(false, w -> MrtSamples.write(w, old, MrtWriter.Direction.RECEIVED, new Keepalive())));
        assertEquals(
                TIME + "0010" + "0000" + "00000014" + "5ba0" + "fdf9" + "0000" + "0001" + "c0000200" + "c0000201"
                        + "00060001",
                hex(false, w -> w.stateChange(MrtSamples.AT, old, 6, 1)));
    }

    @Test
    void aSessionWithPathNumbersHasItsOwnSubtypes() {
        int[] expected = {8, 9, 10, 11};
        int at = 0;
        for (MrtWriter.Direction direction : MrtWriter.Direction.values()) {
            for (boolean as4 : new boolean[] {false, true}) {
                var session =
                        new MrtSession(1, 2, 0, IpAddress.parse("192.0.2.0"), IpAddress.parse("192.0.2.1"), as4, true);
                var out = new ByteArrayOutputStream();
                MrtSamples.write(new MrtWriter(false, out::write), session, direction, new Keepalive());
                assertEquals(expected[at++], ByteBuffer.wrap(out.toByteArray()).getShort(6));
            }
        }
    }

    @Test
    void theLongestMessageFits() {
        var out = new ByteArrayOutputStream();
        var writer = new MrtWriter(true, out::write);
        writer.message(MrtSamples.AT, MrtSamples.V6, MrtWriter.Direction.SENT, new byte[65536], 1, 65535);
        assertEquals(12 + 4 + 44 + 65535, out.size());
        assertThrows(
                IllegalArgumentException.class,
                () -> writer.message(
                        MrtSamples.AT, MrtSamples.V6, MrtWriter.Direction.SENT, new byte[65536], 0, 65536));
        assertThrows(IllegalArgumentException.class, () -> writer.stateChange(MrtSamples.AT, MrtSamples.V6, 0, 1));
        assertThrows(
                IllegalArgumentException.class,
                () -> new MrtSession(
                        1, 2, 0, IpAddress.parse("192.0.2.0"), IpAddress.parse("2001:db8::1"), true, false));
    }
}
