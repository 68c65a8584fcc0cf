package io.braid.dataplane.engine;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import io.braid.dataplane.graph.NeighborListener;
import java.util.concurrent.atomic.LongAdder;

/**
 * Carries what neighbors said from the workers to the conductor over a preallocated ring, so that workers neither wait nor allocate. When the ring is full
 * the news is lost and counted; neighbors are asked again.
 */
public final class NeighborEvents implements NeighborListener {
    private static final int CAPACITY = 1024;

    private static final class Slot {
        private int uplink;
        private boolean ipv4;
        private long high;
        private long low;
        private long mac;
        private boolean solicited;
    }

    private final RingBuffer<Slot> ring = RingBuffer.createMultiProducer(Slot::new, CAPACITY);
    private final EventPoller<Slot> poller = ring.newPoller();
    private final LongAdder lost = new LongAdder();

    public NeighborEvents() {
        ring.addGatingSequences(poller.getSequence());
    }

    @Override
    public void ipv4(int uplink, int address, long mac, boolean solicited) {
        publish(uplink, true, 0, address & 0xffff_ffffL, mac, solicited);
    }

    @Override
    public void ipv6(int uplink, long high, long low, long mac, boolean solicited) {
        publish(uplink, false, high, low, mac, solicited);
    }

    private void publish(int uplink, boolean ipv4, long high, long low, long mac, boolean solicited) {
        // Leaves room for a claim of every worker between this check and the next line, so that next() never has to
        // wait.
        if (ring.remainingCapacity() < CAPACITY / 2) {
            lost.increment();
            return;
        }
        long sequence = ring.next();
        Slot slot = ring.get(sequence);
        slot.uplink = uplink;
        slot.ipv4 = ipv4;
        slot.high = high;
        slot.low = low;
        slot.mac = mac;
        slot.solicited = solicited;
        ring.publish(sequence);
    }

    /** Hands all waiting news to {@code to}; the conductor only. */
    public void poll(NeighborListener to) {
        try {
            poller.poll((slot, sequence, endOfBatch) -> {
                if (slot.ipv4) {
                    to.ipv4(slot.uplink, (int) slot.low, slot.mac, slot.solicited);
                } else {
                    to.ipv6(slot.uplink, slot.high, slot.low, slot.mac, slot.solicited);
                }
                return true;
            });
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e); // declared by the Disruptor's interface; the handler above throws none
        }
    }

    /** News lost because the conductor was behind. */
    public long lost() {
        return lost.sum();
    }
}
