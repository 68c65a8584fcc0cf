package io.braid.flow;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Asks the workers to move one flow, whichever fits, from a path that carries too much to one that carries too little.
 *
 * <p>Workers look at each packet of a pinned flow: one that {@link #matches} and whose {@link #claim} succeeds is pinned to
 * {@link #to()} from this packet on. The claim is one compare-and-set, which only a matching flow's packet reaches, so
 * exactly one flow moves however many workers there are. What a flow sent is compared per window (see {@link FlowRate#perWindow}).
 *
 * <p>Published by {@link Rebalancer} with a volatile write. Any thread may call anything; nothing allocates.
 */
public final class Repath {
    /** Nothing is to be moved. */
    public static final Repath NONE =
            new Repath(0, BucketTable.NONE, BucketTable.NONE, 1, 0, RebalancerSettings.DEFAULT);

    private static final int OPEN = 0;
    private static final int CLOSED = -1;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Repath.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long id;
    private final int from;
    private final int to;
    private final int minPerWindow;
    private final int maxPerWindow;
    private final int gapMillis;
    private final int coolDownMillis;

    /** Open, closed, or else what the flow sends per window whose worker claimed this. */
    @SuppressWarnings("UnusedVariable") // by the handle
    private volatile int state = OPEN;

    /**
     * @param minPerWindow the least a flow may send per window to fit
     * @param maxPerWindow the most
     * @param settings for the gap before a packet at which a flow may be moved, and the cool-down after it
     */
    Repath(long id, int from, int to, int minPerWindow, int maxPerWindow, RebalancerSettings settings) {
        this.id = id;
        this.from = from;
        this.to = to;
        this.minPerWindow = minPerWindow;
        this.maxPerWindow = maxPerWindow;
        gapMillis = settings.gapMillis();
        coolDownMillis = settings.coolDownMillis();
    }

    /**
     * Whether a flow whose next packet is here fits. {@link FlowMover} asks this, looks at what else must be, and claims.
     *
     * @param path the flow's path
     * @param recent the flow's count before this packet, see {@link FlowTable#recent}
     * @param idleMillis since its packet before; negative (the clock went backwards) means no pause
     */
    public boolean matches(int path, int recent, int idleMillis, int now) {
        if (path != from || path == BucketTable.NONE || idleMillis < gapMillis) {
            return false;
        }
        int perWindow = FlowRate.perWindow(recent, now);
        return perWindow >= minPerWindow && perWindow <= maxPerWindow && (int) STATE.getOpaque(this) == OPEN;
    }

    /** Takes the order for a flow that matches; true for one caller only, whose flow then moves. */
    public boolean claim(int recent, int now) {
        return STATE.compareAndSet(this, OPEN, Math.max(1, FlowRate.perWindow(recent, now)));
    }

    /** Ends the order. Returns what the flow that took it sends per window, above 0, or 0 if none did and none will. */
    int close() {
        STATE.compareAndSet(this, OPEN, CLOSED);
        return Math.max(0, (int) STATE.getVolatile(this));
    }

    boolean isClaimed() {
        return (int) STATE.getVolatile(this) > 0;
    }

    /** Numbers orders from 1; 0 is {@link #NONE}. */
    public long id() {
        return id;
    }

    /** How long a flow that was moved is left alone, in milliseconds. */
    public int coolDownMillis() {
        return coolDownMillis;
    }

    /** The path to move a flow away from. */
    public int from() {
        return from;
    }

    /** The path to move it to. */
    public int to() {
        return to;
    }

    /** The least a flow may send, in units of 16 bytes per window of 256 ms. */
    public int minPerWindow() {
        return minPerWindow;
    }

    /** The most a flow may send, in units of 16 bytes per window of 256 ms. */
    public int maxPerWindow() {
        return maxPerWindow;
    }

    @Override
    public String toString() {
        return "repath " + id + ": " + from + " to " + to + ", " + minPerWindow + " to " + maxPerWindow
                + " per window, gap " + gapMillis + " ms";
    }
}
