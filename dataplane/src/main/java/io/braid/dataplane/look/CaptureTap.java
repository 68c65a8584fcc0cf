package io.braid.dataplane.look;

import io.braid.dataplane.engine.WorkerWatch;
import io.braid.dataplane.graph.Burst;
import io.braid.dataplane.graph.Reason;
import io.braid.dataplane.graph.Verdict;
import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import java.util.function.IntUnaryOperator;

/**
 * One worker's part of a capture: copies what matches into a {@link RecordRing}.
 *
 * <pre>
 *   record:  8  System.nanoTime      16  port     20  receive queue, -1 when it goes out   24  verdict   28  worker that sends it, -1
 *           32  bytes of the packet  36  of these kept   40  why it was answered, 1 + ordinal, or 0      48  the bytes
 * </pre>
 *
 * <p>A packet that comes in is kept as it came, and written with its verdict once there is one: what was dropped is there with its reason, also where its buffer went on to be
 * an ICMP error. The worker's thread only, but for the counts; allocates nothing.
 */
final class CaptureTap implements WorkerWatch {
    static final int IN = 1;
    static final int OUT = 2;

    static final int TIME = 8;
    static final int PORT = 16;
    static final int QUEUE = 20;
    static final int VERDICT = 24;
    static final int SENDER = 28;
    static final int LENGTH = 32;
    static final int KEPT = 36;
    static final int ANSWERED = 40;
    static final int DATA = 48;

    private final CaptureSettings settings;
    private final PacketFilter filter;
    private final PortChoice ports;
    private final RecordRing ring;
    private final PortCounts counts;

    /** What came in of this burst, {@link #slot} bytes each. */
    private final long slots;

    private final int slot;
    private final int[] kept = new int[Burst.CAPACITY];
    private final int[] lengths = new int[Burst.CAPACITY];
    private final long[] leaving = new long[Burst.CAPACITY];

    private IntUnaryOperator sender = _ -> -1;
    private int queue;
    private long matched;
    private long time;
    private boolean watchesLeaving;
    private long matchedLeaving;

    /**
     * Makes a tap.
     *
     * @param memory address of {@link #bytes} bytes
     * @param portNumbers DPDK's port numbers are below this
     */
    CaptureTap(CaptureSettings settings, PortChoice ports, long memory, int ringBytes, int portNumbers) {
        this.settings = settings;
        this.filter = settings.filter();
        this.ports = ports;
        this.ring = new RecordRing(memory, ringBytes);
        this.counts = new PortCounts(portNumbers);
        this.slot = slot(settings);
        this.slots = memory + RecordRing.bytes(ringBytes);
    }

    /** Bytes of memory that a tap takes. */
    static long bytes(CaptureSettings settings, int ringBytes) {
        return RecordRing.bytes(ringBytes) + (long) slot(settings) * Burst.CAPACITY;
    }

    private static int slot(CaptureSettings settings) {
        return (settings.snaplen() + 7) & ~7;
    }

    RecordRing ring() {
        return ring;
    }

    PortCounts counts() {
        return counts;
    }

    @Override
    public void begins(int worker, IntUnaryOperator senders) {
        sender = senders;
    }

    @Override
    public void receiving(int receiveQueue) {
        queue = receiveQueue;
    }

    @Override
    public int arrived(Burst burst) {
        if (!settings.in() || !ports.has(burst.port())) {
            return 0;
        }
        matched = filter.matchAll(burst.addresses(), burst.count());
        if (matched == 0) {
            return 0;
        }
        time = System.nanoTime();
        for (long left = matched; left != 0; left &= left - 1) {
            int i = Long.numberOfTrailingZeros(left);
            long packet = burst.packet(i);
            burst.answered[i] = 0;
            lengths[i] = Packet.length(packet);
            kept[i] = Packet.copyOut(packet, slotOf(i), settings.snaplen());
        }
        return FOLLOWS;
    }

    private boolean matches(long packet) {
        return filter.matches(Packet.data(packet), Packet.dataLength(packet), Packet.length(packet));
    }

    private long slotOf(int i) {
        return slots + (long) i * slot;
    }

    @Override
    public void decided(Burst burst, int i, int verdict) {
        if ((matched & (1L << i)) == 0 || (settings.dropped() && !isLost(verdict, burst.answered[i]))) {
            return;
        }
        long record = record(IN, burst.port(), lengths[i], kept[i]);
        if (record != 0) {
            Memory.putLong(record + TIME, time);
            Memory.putInt(record + QUEUE, queue);
            Memory.putInt(record + VERDICT, verdict);
            Memory.putInt(record + SENDER, Verdict.isSend(verdict) ? sender.applyAsInt(Verdict.port(verdict)) : -1);
            Memory.putInt(record + ANSWERED, burst.answered[i]);
            Memory.copy(slotOf(i), record + DATA, kept[i]);
        }
    }

    private static boolean isLost(int verdict, int answered) {
        return answered != 0
                || (Verdict.isEnd(verdict)
                        && !Reason.of(Verdict.reason(verdict)).consumed());
    }

    /** Room for a record, with what is known by its arguments; 0 without any, which is counted. */
    private long record(int kind, int port, int length, int bytes) {
        counts.addMatched(port);
        long record = ring.reserve(kind, DATA + bytes);
        if (record == 0) {
            counts.addLost(port);
            return 0;
        }
        Memory.putInt(record + PORT, port);
        Memory.putInt(record + LENGTH, length);
        Memory.putInt(record + KEPT, bytes);
        return record;
    }

    private boolean wantsOut(int port) {
        return settings.out() && ports.has(port);
    }

    @Override
    public void leaving(int port, long packets, int count) {
        watchesLeaving = wantsOut(port);
        if (settings.dropped() || !watchesLeaving) {
            return;
        }
        matchedLeaving = filter.matchAll(packets, count);
        for (long left = matchedLeaving; left != 0; left &= left - 1) {
            int i = Long.numberOfTrailingZeros(left);
            leaving[i] = out(port, Memory.getLong(packets + (long) i * Long.BYTES), Verdict.send(port));
        }
    }

    @Override
    public void left(int port, long packets, int count, int sent) {
        if (sent == count || !watchesLeaving) {
            return;
        }
        int refusal = Verdict.drop(Reason.TX_QUEUE_FULL);
        for (int i = sent; i < count; i++) {
            if (settings.dropped()) {
                refused(port, Memory.getLong(packets + (long) i * Long.BYTES), Reason.TX_QUEUE_FULL);
            } else if ((matchedLeaving & (1L << i)) != 0 && leaving[i] != 0) {
                Memory.putInt(leaving[i] + VERDICT, refusal);
            }
        }
    }

    @Override
    public void refused(int port, long packet, Reason reason) {
        if (wantsOut(port) && matches(packet)) {
            out(port, packet, Verdict.drop(reason));
        }
    }

    private long out(int port, long packet, int verdict) {
        int length = Packet.length(packet);
        int bytes = Math.min(length, settings.snaplen());
        long record = record(OUT, port, length, bytes);
        if (record != 0) {
            Memory.putLong(record + TIME, System.nanoTime());
            Memory.putInt(record + QUEUE, -1);
            Memory.putInt(record + VERDICT, verdict);
            Memory.putInt(record + SENDER, -1);
            Memory.putInt(record + ANSWERED, 0);
            Memory.putInt(record + KEPT, Packet.copyOut(packet, record + DATA, bytes));
        }
        return record;
    }

    @Override
    public void endTurn() {
        ring.publish();
    }
}
