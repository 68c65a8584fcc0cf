package io.braid.dataplane.graph;

import org.jspecify.annotations.Nullable;

/** Ends a burst: packets to be sent go to the sink in the order they came, the others are counted under their reason and given back. */
public final class EmitNode {
    private final Counters counters;
    private final ReleaseList release;
    private final Fragmenter fragmenter;
    private final Segmenter segmenter;
    private final PacketSink sink;

    EmitNode(Counters counters, ReleaseList release, Fragmenter fragmenter, Segmenter segmenter, PacketSink sink) {
        this.counters = counters;
        this.release = release;
        this.fragmenter = fragmenter;
        this.segmenter = segmenter;
        this.sink = sink;
    }

    /**
     * Ends the burst.
     *
     * @param watch is told what becomes of each packet; null when nobody wants to know
     */
    public void run(Burst burst, ForwardingTable table, @Nullable PacketWatch watch) {
        int first = burst.verdict[0];
        if (Verdict.isSend(first) && !Verdict.isUrgent(first) && isAll(burst, first)) {
            if (watch != null) {
                tell(burst, watch);
            }
            // Before they are handed on: should that fail, leaked buffers are better than such as are given back twice.
            int count = burst.takeAll();
            sink.sendAll(Verdict.port(first), burst.addresses(), count);
        } else {
            runEach(burst, table, watch);
        }
        release.flush();
    }

    private static void tell(Burst burst, PacketWatch watch) {
        for (int i = 0; i < burst.count(); i++) {
            watch.decided(burst, i, burst.verdict[i]);
        }
    }

    private static boolean isAll(Burst burst, int verdict) {
        int differs = 0;
        for (int i = 0; i < burst.count(); i++) {
            differs |= burst.verdict[i] ^ verdict;
        }
        return differs == 0;
    }

    private void runEach(Burst burst, ForwardingTable table, @Nullable PacketWatch watch) {
        for (int i = 0; i < burst.count(); i++) {
            int verdict = burst.verdict[i];
            long packet = burst.packet(i);
            if (verdict == Verdict.FRAGMENT || verdict == Verdict.SEGMENT) {
                verdict = divide(burst, i, table);
            }
            if (watch != null) {
                watch.decided(burst, i, verdict);
            }
            // Before it is handed on: should that fail, a leaked buffer is better than one given back twice.
            burst.markDone(i);
            if (!Verdict.isSend(verdict)) {
                end(burst.port(), packet, verdict);
            } else if (Verdict.isUrgent(verdict)) {
                sink.sendUrgent(Verdict.port(verdict), packet);
            } else {
                sink.send(Verdict.port(verdict), packet);
            }
        }
    }

    private int divide(Burst burst, int i, ForwardingTable table) {
        Hop hop = table.hop(burst.hop[i]);
        if (hop == null) {
            return Verdict.drop(Reason.PORT_GONE);
        }
        return burst.verdict[i] == Verdict.FRAGMENT
                ? fragmenter.run(burst, i, hop, sink)
                : segmenter.run(burst, i, hop, sink);
    }

    private void end(int port, long packet, int verdict) {
        // A verdict that is still open means that no node felt responsible, which is a defect worth seeing.
        counters.end(port, Verdict.isEnd(verdict) ? Verdict.reason(verdict) : Reason.INTERNAL_ERROR.ordinal());
        release.add(packet);
    }
}
