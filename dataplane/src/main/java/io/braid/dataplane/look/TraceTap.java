package io.braid.dataplane.look;

import io.braid.dataplane.engine.WorkerWatch;
import io.braid.dataplane.graph.Burst;
import io.braid.dataplane.graph.ForwardingTable;
import io.braid.dataplane.graph.Hop;
import io.braid.dataplane.graph.Reason;
import io.braid.dataplane.graph.Verdict;
import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.flow.FlowBurst;
import java.util.function.IntUnaryOperator;

/**
 * One worker's part of a trace: writes down what each node did with the packets that are traced.
 *
 * <pre>
 *   record:   8  System.nanoTime   16  port   20  queue   24  bytes of the packet   28  of these kept   32  steps   36  result, see below
 *            40  worker that sends it, -1   44  why it was answered, 1 + ordinal, or 0       48  first bytes of the packet, {@link #SNAPLEN}
 *   step:     0  node, its ordinal, or {@link #EMIT}   4  verdict   8  ...  7 longs, what they are says {@link TraceText}
 * </pre>
 *
 * <p>The result of a packet that is sent by one of this worker's own queues is known when the queue is flushed, at the end of the turn at the latest; nothing is published before. The worker's
 * thread only, but for the counts; allocates nothing.
 */
final class TraceTap implements WorkerWatch {
    static final int TIME = 8;
    static final int PORT = 16;
    static final int QUEUE = 20;
    static final int LENGTH = 24;
    static final int KEPT = 28;
    static final int STEPS_AT = 32;
    static final int RESULT = 36;
    static final int SENDER = 40;
    static final int ANSWERED = 44;
    static final int DATA = 48;
    static final int SNAPLEN = 128;
    static final int FIRST_STEP = DATA + SNAPLEN;
    static final int STEP_BYTES = 64;
    /** As many nodes as there are, and the end. */
    static final int MOST_STEPS = 8;

    /** The node of the last step. */
    static final int EMIT = 100;

    /** {@link #RESULT}: another worker sends it, or nobody, or it is not known. */
    static final int ELSEWHERE = 0;
    /** {@link #RESULT}: the driver took it. */
    static final int SENT = 1;
    /** {@link #RESULT}: this and the reason's ordinal: it was refused on its way out. */
    static final int REFUSED = 2;

    static final int KIND = 1;

    private static final int RECORD_BYTES = FIRST_STEP + MOST_STEPS * STEP_BYTES;
    private static final int MOST_WAITING = 256;

    private final PacketFilter filter;
    private final PacketFilter addressed;
    private final PortChoice ports;
    private final long sample;
    private final RecordRing ring;
    private final PortCounts counts;
    private final long slots;
    private final int[] before = new int[Burst.CAPACITY];
    private final long[] waiting = new long[MOST_WAITING];
    private final long[] waitingRecords = new long[MOST_WAITING];

    // What the flow look-up said of each packet of the burst.
    private final int[] outcome = new int[Burst.CAPACITY];
    private final long[] hash = new long[Burst.CAPACITY];
    private final long[] addresses = new long[Burst.CAPACITY];
    private final long[] transport = new long[Burst.CAPACITY];

    private IntUnaryOperator sender = _ -> -1;
    private int self;
    private int waitingCount;
    private long seen;
    private long matched;
    private int queue;

    /**
     * Makes a tap.
     *
     * @param memory address of {@link #bytes} bytes
     * @param portNumbers DPDK's port numbers are below this
     */
    TraceTap(TraceSettings settings, PortChoice ports, long memory, int ringBytes, int portNumbers) {
        this.filter = settings.filter();
        this.addressed = settings.addressed();
        this.sample = settings.sample();
        this.ports = ports;
        this.ring = new RecordRing(memory, ringBytes);
        this.counts = new PortCounts(portNumbers);
        this.slots = memory + RecordRing.bytes(ringBytes);
    }

    /** Bytes of memory that a tap takes. */
    static long bytes(int ringBytes) {
        return RecordRing.bytes(ringBytes) + (long) RECORD_BYTES * Burst.CAPACITY;
    }

    RecordRing ring() {
        return ring;
    }

    PortCounts counts() {
        return counts;
    }

    @Override
    public void begins(int worker, IntUnaryOperator senders) {
        self = worker;
        sender = senders;
    }

    @Override
    public void receiving(int receiveQueue) {
        queue = receiveQueue;
    }

    @Override
    public int arrived(Burst burst) {
        matched = filter.matchAll(burst.addresses(), burst.count());
        if (matched != 0 && !ports.has(burst.port())) {
            matched &= addressed.matchAll(burst.addresses(), burst.count());
        }
        for (long left = matched; left != 0; left &= left - 1) {
            int i = Long.numberOfTrailingZeros(left);
            if (seen++ % sample == 0) {
                open(burst, i, burst.packet(i));
            } else {
                matched &= ~(1L << i);
            }
        }
        return matched == 0 ? 0 : FOLLOWS | STEPS;
    }

    private void open(Burst burst, int i, long packet) {
        long at = slot(i);
        burst.answered[i] = 0;
        before[i] = Verdict.OPEN;
        outcome[i] = -1;
        Memory.putLong(at + TIME, System.nanoTime());
        Memory.putInt(at + PORT, burst.port());
        Memory.putInt(at + QUEUE, queue);
        Memory.putInt(at + LENGTH, Packet.length(packet));
        Memory.putInt(at + KEPT, Packet.copyOut(packet, at + DATA, SNAPLEN));
        Memory.putInt(at + STEPS_AT, 0);
    }

    private long slot(int i) {
        return slots + (long) i * RECORD_BYTES;
    }

    @Override
    public void routed(FlowBurst flows, int[] packets) {
        for (int f = 0; f < flows.count(); f++) {
            int i = packets[f];
            outcome[i] = flows.outcome[f].ordinal();
            hash[i] = flows.hash[f];
            addresses[i] = flows.addresses[f];
            transport[i] = flows.transport[f];
        }
    }

    @Override
    public void passed(Node node, Burst burst, ForwardingTable table) {
        int concerns = switch (node) {
            case PATH -> Verdict.ROUTE;
            case FORWARD -> Verdict.FORWARD;
            default -> Verdict.OPEN;
        };
        for (long left = matched; left != 0; left &= left - 1) {
            int i = Long.numberOfTrailingZeros(left);
            if (before[i] == concerns) {
                step(node, burst, i, table);
                before[i] = burst.verdict[i];
            }
        }
    }

    private void step(Node node, Burst burst, int i, ForwardingTable table) {
        int verdict = burst.verdict[i];
        long at = add(i, node.ordinal(), verdict);
        if (at == 0) {
            return;
        }
        switch (node) {
            case PARSE, UNFINISHED, CAP -> {
                Memory.putLong(at, burst.etherType[i]);
                Memory.putLong(at + 8, burst.protocol[i]);
                Memory.putLong(at + 16, burst.flags[i]);
                Memory.putLong(at + 24, burst.ipLength[i]);
                Memory.putLong(at + 32, burst.segmentSize[i]);
            }
            case TASK_INPUT, UPLINK_INPUT -> {
                boolean hasHop = verdict == Verdict.FORWARD || (verdict == Verdict.ROUTE && burst.hop[i] >= 0);
                Memory.putLong(at, hasHop ? port(table, burst.hop[i]) : -1);
            }
            case PATH -> {
                Memory.putLong(at, verdict == Verdict.FORWARD ? port(table, burst.hop[i]) : -1);
                Memory.putLong(at + 8, outcome[i]);
                Memory.putLong(at + 16, hash[i]);
                Memory.putLong(at + 24, addresses[i]);
                Memory.putLong(at + 32, transport[i]);
            }
            case FORWARD -> {
                Hop hop = table.hop(burst.hop[i]);
                Memory.putLong(at, hop == null ? -1 : hop.port());
                Memory.putLong(at + 8, hop == null ? 0 : hop.mtu());
                // As they stand in the frame now.
                long frame = Packet.data(burst.packet(i));
                Memory.putLong(at + 16, Memory.getLongBe(frame) >>> 16);
                Memory.putLong(at + 24, Memory.getLongBe(frame + 6) >>> 16);
            }
        }
    }

    private static long port(ForwardingTable table, int number) {
        Hop hop = table.hop(number);
        return hop == null ? -1 : hop.port();
    }

    /** Room for what a step has to say; 0 without any. */
    private long add(int i, int node, int verdict) {
        long at = slot(i);
        int steps = Memory.getInt(at + STEPS_AT);
        if (steps == MOST_STEPS) {
            return 0;
        }
        Memory.putInt(at + STEPS_AT, steps + 1);
        long step = at + FIRST_STEP + (long) steps * STEP_BYTES;
        Memory.putInt(step, node);
        Memory.putInt(step + 4, verdict);
        return step + 8;
    }

    @Override
    public void decided(Burst burst, int i, int verdict) {
        if ((matched & (1L << i)) == 0) {
            return;
        }
        add(i, EMIT, verdict);
        int port = burst.port();
        counts.addMatched(port);
        int bytes = FIRST_STEP + Memory.getInt(slot(i) + STEPS_AT) * STEP_BYTES;
        long record = ring.reserve(KIND, bytes);
        if (record == 0) {
            counts.addLost(port);
            return;
        }
        Memory.copy(slot(i) + RecordRing.HEADER, record + RecordRing.HEADER, bytes - RecordRing.HEADER);
        Memory.putInt(record + ANSWERED, burst.answered[i]);
        Memory.putInt(record + RESULT, ELSEWHERE);
        Memory.putInt(record + SENDER, Verdict.isSend(verdict) ? sender.applyAsInt(Verdict.port(verdict)) : -1);
        if (Verdict.isSend(verdict) && waitingCount < MOST_WAITING) {
            waiting[waitingCount] = burst.packet(i);
            waitingRecords[waitingCount] = record;
            waitingCount++;
        }
    }

    @Override
    public void leaving(int port, long packets, int count) {
        // What becomes of them is known afterwards.
    }

    @Override
    public void left(int port, long packets, int count, int sent) {
        for (int i = 0; i < count && waitingCount > 0; i++) {
            int result = i < sent ? SENT : REFUSED + Reason.TX_QUEUE_FULL.ordinal();
            result(Memory.getLong(packets + (long) i * Long.BYTES), result, true);
        }
    }

    @Override
    public void refused(int port, long packet, Reason reason) {
        result(packet, REFUSED + reason.ordinal(), reason != Reason.HANDOFF_RING_FULL);
    }

    /**
     * Notes what became of a packet.
     *
     * @param own whether it was this worker's to send; the buffer of one that was handed over may be another packet's already
     */
    private void result(long packet, int result, boolean own) {
        for (int w = 0; w < waitingCount; w++) {
            if (waiting[w] == packet && own == (Memory.getInt(waitingRecords[w] + SENDER) == self)) {
                Memory.putInt(waitingRecords[w] + RESULT, result);
                waitingCount--;
                waiting[w] = waiting[waitingCount];
                waitingRecords[w] = waitingRecords[waitingCount];
                return;
            }
        }
    }

    @Override
    public void endTurn() {
        waitingCount = 0;
        ring.publish();
    }
}
