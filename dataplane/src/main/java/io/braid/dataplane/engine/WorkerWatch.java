package io.braid.dataplane.engine;

import io.braid.dataplane.graph.PacketWatch;
import java.util.function.IntUnaryOperator;

/** Looks on at one worker; see {@link ForwardingWorker#watch}. The worker's thread calls all methods. */
public interface WorkerWatch extends PacketWatch {
    /**
     * The worker begins to be looked at.
     *
     * @param sender gives, for a port, the index of the worker whose queue sends its packets, -1 for none
     */
    void begins(int worker, IntUnaryOperator sender);

    /** The burst that arrives next comes from this receive queue. */
    void receiving(int queue);

    /** All packets of the turn are sent, handed over or given back. */
    void endTurn();
}
