package io.braid.dataplane.engine;

import io.braid.dataplane.graph.Burst;
import io.braid.dataplane.graph.Counters;
import io.braid.dataplane.graph.PacketWatch;
import io.braid.dataplane.graph.Reason;
import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.dpdk.PacketOffloads;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.TxQueue;

/** Gathers a worker's packets for one transmit queue, so that they go with one call per burst. */
final class QueueOutput implements PortOutput {
    /** Bytes of packet addresses one output gathers. */
    static final long BUFFER_BYTES = (long) Burst.CAPACITY * Long.BYTES;

    private final int port;
    private final TxQueue queue;
    private final Counters counters;
    private final Watching watching;
    private final boolean prepares;
    private final long addresses;
    private int count;
    private long bytes;
    /** Whether one of the packets leaves work to the driver, which has a look at such before it gets them. */
    private boolean requests;

    /** Gathers at {@code addresses}, which has room for {@link #BUFFER_BYTES}. */
    QueueOutput(int port, TxQueue queue, Counters counters, Watching watching, long addresses) {
        this.port = port;
        this.queue = queue;
        this.prepares = queue.prepares();
        this.counters = counters;
        this.watching = watching;
        this.addresses = addresses;
    }

    @Override
    public void add(long packet) {
        if (count == Burst.CAPACITY) {
            flush();
        }
        Memory.putLong(addresses + (long) count * Long.BYTES, packet);
        bytes += Packet.length(packet);
        requests |= prepares && PacketOffloads.hasRequests(packet);
        count++;
    }

    @Override
    public void addAll(long packets, int n) {
        if (count > 0 || prepares) {
            for (int i = 0; i < n; i++) {
                add(Memory.getLong(packets + (long) i * Long.BYTES));
            }
            return;
        }
        // Nothing waits that has to go first, so they go from where they are.
        send(packets, n, length(packets, n));
    }

    @Override
    public int offer(long packets, int n) {
        long all = length(packets, n);
        int sent = queue.send(packets, n);
        counters.add(port, Counters.TX_PACKETS, sent);
        counters.add(port, Counters.TX_BYTES, all - length(packets + (long) sent * Long.BYTES, n - sent));
        return sent;
    }

    @Override
    public void flush() {
        if (requests) {
            prepare();
        }
        if (count == 0) {
            return;
        }
        int n = count;
        long sum = bytes;
        count = 0;
        bytes = 0;
        send(addresses, n, sum);
    }

    private void send(long packets, int n, long sum) {
        PacketWatch watch = watching.watch;
        if (watch != null) {
            watch.leaving(port, packets, n);
        }
        int sent = queue.send(packets, n);
        if (watch != null) {
            watch.left(port, packets, n, sent);
        }
        long refused = sent < n ? refuse(packets + (long) sent * Long.BYTES, n - sent) : 0;
        counters.add(port, Counters.TX_PACKETS, sent);
        counters.add(port, Counters.TX_BYTES, sum - refused);
    }

    /** Lets the driver look at the packets, and drops those of which it cannot do what they ask. */
    private void prepare() {
        requests = false;
        int ready = 0;
        while (ready < count) {
            ready += queue.prepare(addresses + (long) ready * Long.BYTES, count - ready);
            if (ready < count) {
                drop(ready);
            }
        }
    }

    /** Drops packet {@code n}; those behind it move up. */
    private void drop(int n) {
        long address = addresses + (long) n * Long.BYTES;
        bytes -= Packet.length(Memory.getLong(address));
        if (watching.watch != null) {
            watching.watch.refused(port, Memory.getLong(address), Reason.TX_PREPARE_REFUSED);
        }
        PacketPool.free(address, 1);
        counters.end(port, Reason.TX_PREPARE_REFUSED, 1);
        count--;
        Memory.copy(address + Long.BYTES, address, (long) (count - n) * Long.BYTES);
    }

    /** Drops what the driver did not take; returns the bytes of it. Waiting for room would hold up every other port of this worker. */
    private long refuse(long packets, int left) {
        long refused = length(packets, left);
        PacketPool.free(packets, left);
        counters.end(port, Reason.TX_QUEUE_FULL, left);
        return refused;
    }

    /** Bytes of {@code n} packets. */
    private static long length(long packets, int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Packet.length(Memory.inRange(Memory.getLong(packets + (long) i * Long.BYTES)));
        }
        return sum;
    }
}
