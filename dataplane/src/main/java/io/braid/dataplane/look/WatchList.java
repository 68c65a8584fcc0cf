package io.braid.dataplane.look;

import io.braid.dataplane.engine.WorkerWatch;
import io.braid.dataplane.graph.Burst;
import io.braid.dataplane.graph.ForwardingTable;
import io.braid.dataplane.graph.Reason;
import io.braid.flow.FlowBurst;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Several that look on at one worker. Each hears of all; what does not concern it it has to know itself. The worker's thread only; allocates nothing. */
final class WatchList implements WorkerWatch {
    private final WorkerWatch[] all;
    /** What each of {@link #all} wants of this burst. */
    private final int[] interest;

    WatchList(List<? extends WorkerWatch> all) {
        this.all = all.toArray(WorkerWatch[]::new);
        this.interest = new int[this.all.length];
    }

    @Override
    public void begins(int worker, IntUnaryOperator sender) {
        for (WorkerWatch one : all) {
            one.begins(worker, sender);
        }
    }

    @Override
    public void receiving(int queue) {
        for (WorkerWatch one : all) {
            one.receiving(queue);
        }
    }

    @Override
    public int arrived(Burst burst) {
        int union = 0;
        for (int i = 0; i < all.length; i++) {
            interest[i] = all[i].arrived(burst);
            union |= interest[i];
        }
        return union;
    }

    @Override
    public void passed(Node node, Burst burst, ForwardingTable table) {
        for (int i = 0; i < all.length; i++) {
            if ((interest[i] & STEPS) != 0) {
                all[i].passed(node, burst, table);
            }
        }
    }

    @Override
    public void routed(FlowBurst flows, int[] packets) {
        for (int i = 0; i < all.length; i++) {
            if ((interest[i] & STEPS) != 0) {
                all[i].routed(flows, packets);
            }
        }
    }

    @Override
    public void decided(Burst burst, int packet, int verdict) {
        for (int i = 0; i < all.length; i++) {
            if (interest[i] != 0) {
                all[i].decided(burst, packet, verdict);
            }
        }
    }

    @Override
    public void leaving(int port, long packets, int count) {
        for (WorkerWatch one : all) {
            one.leaving(port, packets, count);
        }
    }

    @Override
    public void left(int port, long packets, int count, int sent) {
        for (WorkerWatch one : all) {
            one.left(port, packets, count, sent);
        }
    }

    @Override
    public void refused(int port, long packet, Reason reason) {
        for (WorkerWatch one : all) {
            one.refused(port, packet, reason);
        }
    }

    @Override
    public void endTurn() {
        for (WorkerWatch one : all) {
            one.endTurn();
        }
    }
}
