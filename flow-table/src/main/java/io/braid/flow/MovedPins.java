package io.braid.flow;

import java.util.List;

/**
 * The tables of workers that gave a queue away lately: a flow that came with its queue to another worker keeps the path it has there.
 *
 * <p>Immutable. The tables are those workers' own and go on changing; they are only {@linkplain FlowTable#peek peeked} into.
 */
public final class MovedPins {
    /** No queue was moved. */
    public static final MovedPins NONE = new MovedPins(List.of(), 0);

    private final FlowTable[] tables;
    private final int since;

    /**
     * @param tables of all workers that had a queue taken from them and may still know its flows
     * @param since time of the last move: what a worker itself knows of older date may be outdone by another's table
     */
    public MovedPins(List<FlowTable> tables, int since) {
        this.tables = tables.toArray(FlowTable[]::new);
        this.since = since;
    }

    /** Whether there are none to ask. */
    boolean isEmpty() {
        return tables.length == 0;
    }

    /** Whether another worker may know a flow better than the one that saw it last at {@code lastSeen}. */
    boolean mayOutdo(int lastSeen) {
        return tables.length > 0 && lastSeen - since <= 0;
    }

    /**
     * The path that the flow's last packet took, if any of the tables knows it; else {@link BucketTable#NONE}.
     *
     * @param own is not asked
     * @param known time of the last packet that is known of already; only later ones count
     * @param any whether {@code known} means nothing
     */
    int path(FlowTable own, long addresses, long transport, long hash, int known, boolean any) {
        int path = BucketTable.NONE;
        int latest = known;
        boolean first = any;
        for (FlowTable table : tables) {
            long peeked = table == own ? FlowTable.NONE : table.peek(addresses, transport, hash);
            if (peeked != FlowTable.NONE && (first || FlowTable.peekedTime(peeked) - latest > 0)) {
                path = FlowTable.peekedPath(peeked);
                latest = FlowTable.peekedTime(peeked);
                first = false;
            }
        }
        return path;
    }
}
