package io.braid.dataplane.conductor;

import io.braid.flow.FlowTable;
import io.braid.flow.MovedPins;
import java.util.ArrayList;
import java.util.List;

/**
 * Remembers which workers had a queue taken from them, for as long as they may know flows of that queue: their idle time. The conductor's thread only.
 */
public final class MovedQueues {
    private final List<FlowTable> tables;
    private int idleMillis;
    private final boolean[] lately;
    private final int[] ticks;
    private MovedPins pins = MovedPins.NONE;

    /**
     * @param tables every worker's, by index
     * @param idleMillis how long a silent flow is remembered
     */
    public MovedQueues(List<FlowTable> tables, int idleMillis) {
        this.tables = List.copyOf(tables);
        this.idleMillis = idleMillis;
        this.lately = new boolean[tables.size()];
        this.ticks = new int[tables.size()];
    }

    void idle(int millis) {
        idleMillis = millis;
    }

    /** A worker loses a queue, with the next snapshot. */
    void taken(int worker, int tick) {
        lately[worker] = true;
        ticks[worker] = tick;
        update();
    }

    /** Forgets what is over; whether that is a change that workers must be told. */
    boolean turn(int tick) {
        boolean changed = false;
        for (int worker = 0; worker < lately.length; worker++) {
            if (lately[worker] && tick - ticks[worker] > idleMillis) {
                lately[worker] = false;
                changed = true;
            }
        }
        if (changed) {
            update();
        }
        return changed;
    }

    private void update() {
        var list = new ArrayList<FlowTable>();
        int latest = 0;
        for (int worker = 0; worker < lately.length; worker++) {
            if (lately[worker]) {
                latest = list.isEmpty() || ticks[worker] - latest > 0 ? ticks[worker] : latest;
                list.add(tables.get(worker));
            }
        }
        pins = list.isEmpty() ? MovedPins.NONE : new MovedPins(list, latest);
    }

    /** What workers are told. */
    MovedPins pins() {
        return pins;
    }
}
