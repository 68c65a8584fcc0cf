package io.braid.perf.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.braid.dpdk.Memory;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

class HopLimitsTest {
    private static final int IP = 14;

    @Test
    void aRenewedHeaderIsWholeWhateverItsLimitWas() {
        try (Arena arena = Arena.ofConfined()) {
            long frame = arena.allocate(64, 8).address();
            for (int flow = 0; flow < 3_000; flow += 7) {
                byte[] bytes = CaseFrames.frame(ForwardCase.of(false, false, ForwardCase.Size.B64, 4_096), flow);
                Memory.copyIn(bytes, 0, frame, bytes.length);
                int ttl = 1 + flow % 255;
                Memory.putByte(frame + IP + 8, ttl);
                Memory.putShortBe(frame + IP + 10, 0);
                Memory.putShortBe(frame + IP + 10, ~sum(frame) & 0xffff);
                HopLimits.renew4(frame);
                assertEquals(255, Memory.getByte(frame + IP + 8) & 0xff);
                assertEquals(0xffff, sum(frame), "flow " + flow + ", TTL " + ttl);
            }
        }
    }

    /** RFC 1071: all ones over a header that is whole. */
    private static int sum(long frame) {
        int sum = 0;
        for (int i = 0; i < 20; i += 2) {
            sum += Memory.getShortBe(frame + IP + i);
        }
        sum = (sum & 0xffff) + (sum >>> 16);
        return (sum & 0xffff) + (sum >>> 16);
    }
}
