package io.braid.dataplane.look;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.look.BpfProgram.BadProgramException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that may run do what classic BPF says; all others are refused. */
class BpfProgramTest {
    private static final byte[] PACKET = {0, 1, 2, 3, (byte) 0xff, (byte) 0xfe, (byte) 0xfd, (byte) 0xfc, 9};

    private static boolean run(String program) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocateFrom(ValueLayout.JAVA_BYTE, PACKET);
            return BpfProgram.parse(program).toFilter().matches(bytes.address(), PACKET.length, 1000);
        } catch (BadProgramException e) {
            throw new AssertionError(e);
        }
    }

    /** Runs some instructions that leave a value in A, and compares it. */
    private static void assertA(String code, long expected) {
        int count = code.split(",").length;
        String text = (count + 3) + "," + code + ",21 0 1 " + expected + ",6 0 0 1,6 0 0 0";
        assertTrue(run(text), code + " does not give " + expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 0 0 4294967295 | 4294967295",
                "32 0 0 2 | 33816574", // 0x0203fffe
                "40 0 0 4 | 65534",
                "48 0 0 7 | 252",
                "48 0 0 8 | 9",
                "128 0 0 0 | 1000",
                "1 0 0 3,80 0 0 1 | 255",
                "1 0 0 3,72 0 0 2 | 65277",
                "1 0 0 1,64 0 0 1 | 33816574",
                "177 0 0 3,135 0 0 0 | 12",
                "177 0 0 7,135 0 0 0 | 48",
                "0 0 0 5,2 0 0 3,0 0 0 0,96 0 0 3 | 5",
                "1 0 0 6,3 0 0 15,1 0 0 0,97 0 0 15,135 0 0 0 | 6",
                "96 0 0 9 | 0",
                "0 0 0 7,4 0 0 4294967295 | 6",
                "0 0 0 7,20 0 0 8 | 4294967295",
                "0 0 0 65536,36 0 0 65537 | 65536",
                "0 0 0 4294967295,52 0 0 2 | 2147483647",
                "0 0 0 4294967295,148 0 0 10 | 5",
                "0 0 0 12,68 0 0 3 | 15",
                "0 0 0 12,84 0 0 6 | 4",
                "0 0 0 12,164 0 0 6 | 10",
                "0 0 0 1,100 0 0 31 | 2147483648",
                "0 0 0 1,100 0 0 32 | 0",
                "0 0 0 4294967295,116 0 0 28 | 15",
                "0 0 0 4294967295,116 0 0 40 | 0",
                "0 0 0 1,132 0 0 0 | 4294967295",
                "1 0 0 3,0 0 0 9,60 0 0 0 | 3",
                "0 0 0 4,7 0 0 0,0 0 0 0,135 0 0 0 | 4",
                "129 0 0 0,135 0 0 0 | 1000",
                "5 0 0 1,0 0 0 1,4 0 0 2 | 2",
                "0 0 0 4294967295,37 1 0 1,0 0 0 8 | 4294967295",
                "0 0 0 2147483648,53 1 0 2147483648,0 0 0 8 | 2147483648",
                "0 0 0 6,69 0 1 1,0 0 0 8 | 6",
                "0 0 0 6,1 0 0 6,29 1 0 0,0 0 0 8 | 6"
            })
    void computes(String code, long expected) {
        assertA(code, expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2,32 0 0 6,6 0 0 1",
                "2,40 0 0 8,6 0 0 1",
                "2,48 0 0 9,6 0 0 1",
                "2,177 0 0 9,6 0 0 1",
                "3,1 0 0 4294967295,80 0 0 0,6 0 0 1",
                "3,1 0 0 4294967295,64 0 0 65535,6 0 0 1",
                "3,1 0 0 0,60 0 0 0,6 0 0 1",
                "3,1 0 0 0,156 0 0 0,6 0 0 1",
                "1,22 0 0 0",
                "1,6 0 0 0"
            })
    void takesNoPacketThatItCannotLookInto(String program) {
        assertFalse(run(program));
    }

    @Test
    void returnsWhatIsInA() {
        assertTrue(run("2,0 0 0 2147483648,22 0 0 0"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "0",
                "1",
                "2,6 0 0 1",
                "1,6 0 0 1,6 0 0 1",
                "1,6 0 0",
                "1,6 0 0 4294967296",
                "1,6 0 0 -1",
                "1,0 0 0 1",
                "1,65535 0 0 0",
                "2,24 0 0 0,6 0 0 1",
                "2,255 0 0 0,6 0 0 1",
                "2,5 0 0 1,6 0 0 1",
                "2,5 0 0 4294967295,6 0 0 1",
                "2,21 1 0 1,6 0 0 1",
                "2,21 0 255 1,6 0 0 1",
                "2,2 0 0 16,6 0 0 1",
                "2,3 0 0 4294967295,6 0 0 1",
                "2,96 0 0 16,6 0 0 1",
                "2,48 0 0 4294963200,6 0 0 1",
                "2,52 0 0 0,6 0 0 1",
                "2,148 0 0 0,6 0 0 1",
                "99999,6 0 0 1",
                "1,6 0 0 1 "
            })
    void refusesWhatIsNoneOrMayNotRun(String program) {
        assertThrows(BadProgramException.class, () -> BpfProgram.parse(program));
    }

    @Test
    void isBoundedInLength() throws BadProgramException {
        String one = ",0 0 0 1";
        BpfProgram longest = BpfProgram.parse("256" + one.repeat(255) + ",6 0 0 1");
        assertEquals(256, longest.instructions().size());
        var refused =
                assertThrows(BadProgramException.class, () -> BpfProgram.parse("257" + one.repeat(256) + ",6 0 0 1"));
        assertTrue(String.valueOf(refused.getMessage()).contains("257 instructions of 1 to 256"), refused.toString());
        assertThrows(BadProgramException.class, () -> BpfProgram.parse("1" + one.repeat(1_000_000)));
    }

    /** Programs of any instructions are refused or run to their end; neither crashes. */
    @Test
    void anythingIsRefusedOrRuns() {
        var random = new Random(20_261_130);
        int ran = 0;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocateFrom(ValueLayout.JAVA_BYTE, PACKET);
            for (int n = 0; n < 10_000; n++) {
                int count = 1 + random.nextInt(4);
                var text = new StringBuilder().append(count + 1);
                for (int i = 0; i < count; i++) {
                    text.append(',').append(random.nextInt(256)).append(' ').append(random.nextInt(3));
                    text.append(' ').append(random.nextInt(3)).append(' ').append(random.nextInt(20));
                }
                text.append(",6 0 0 ").append(random.nextInt(2));
                try {
                    PacketFilter filter = BpfProgram.parse(text.toString()).toFilter();
                    for (int present = 0; present <= PACKET.length; present++) {
                        filter.matches(bytes.address(), present, PACKET.length);
                    }
                    ran++;
                } catch (BadProgramException refused) {
                    assertTrue(String.valueOf(refused.getMessage()).contains("filter"), refused.toString());
                }
            }
        }
        assertTrue(ran > 100, ran + " ran");
    }
}
