package io.braid.perf.forward;

import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.dpdk.RxQueue;
import io.braid.dpdk.TxQueue;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;

/**
 * Gives frames that come in again and again their hop limit back, which Braid counts down each time, before any is at its end. It happens between two turns of the worker
 * on its thread, once in {@value #PASSES} times that a frame comes by, and so its time is part of what is measured: a few hundredths of a nanosecond for a packet.
 */
final class HopLimits {
    private static final int BURST = 64;
    /** Of 255; the rest is for frames that were in the worker's hands meanwhile. */
    private static final int PASSES = 190;

    private static final int MOST = 255;
    private static final int ETHERNET = 14;
    private static final int TTL4 = ETHERNET + 8;
    private static final int CHECKSUM4 = ETHERNET + 10;
    private static final int LIMIT6 = ETHERNET + 7;

    private final RxQueue rx;
    private final TxQueue tx;
    private final long packets;
    private final int frames;
    private final boolean v6;
    private long next;

    /**
     * For one worker.
     *
     * @param arena of its memory
     * @param frames how many come by
     */
    HopLimits(Arena arena, Port port, int queue, int frames, boolean v6) {
        this.rx = port.rxQueue(queue);
        this.tx = port.txQueue(queue);
        this.packets = arena.allocate(ValueLayout.JAVA_LONG, BURST).address();
        this.frames = frames;
        this.v6 = v6;
    }

    /**
     * The worker's thread, between its turns.
     *
     * @param sent packets that it has sent so far
     */
    void after(long sent) {
        if (sent >= next) {
            next = sent + (long) frames * PASSES;
            for (int seen = 0; seen < frames; seen += BURST) {
                renew();
            }
        }
    }

    private void renew() {
        int n = rx.receive(packets, BURST);
        for (int i = 0; i < n; i++) {
            long data = Packet.data(Memory.getLong(packets + (long) i * Long.BYTES));
            if (v6) {
                Memory.putByte(data + LIMIT6, MOST);
            } else {
                renew4(data);
            }
        }
        int sent = tx.send(packets, n);
        if (sent < n) {
            PacketPool.free(packets + (long) sent * Long.BYTES, n - sent);
        }
    }

    /** RFC 1624, equation 3. */
    static void renew4(long data) {
        int before = Memory.getShortBe(data + TTL4);
        int after = MOST << 8 | (before & 0xff);
        int sum = (~Memory.getShortBe(data + CHECKSUM4) & 0xffff) + (~before & 0xffff) + after;
        sum = (sum & 0xffff) + (sum >>> 16);
        sum = (sum & 0xffff) + (sum >>> 16);
        Memory.putByte(data + TTL4, MOST);
        Memory.putShortBe(data + CHECKSUM4, ~sum & 0xffff);
    }
}
