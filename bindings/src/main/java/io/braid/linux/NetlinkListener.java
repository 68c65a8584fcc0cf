package io.braid.linux;

import org.jspecify.annotations.Nullable;

/**
 * Hears what changed in a watched kernel table. Called only from within {@code poll}, on the thread that polls.
 *
 * <p>When a method throws, the exception leaves {@code poll}; the table has taken the change already and the rest of the
 * datagram it came in is dropped, so the table is read again from the start by the following polls.
 *
 * @param <V> {@link LinkState}, {@link NeighborState} or {@link RouteState}
 */
public interface NetlinkListener<V> {
    /**
     * An entry is new or differs from before.
     *
     * @param previous what was reported before, null for a new entry
     */
    void changed(V now, @Nullable V previous);

    /**
     * An entry is gone.
     *
     * @param last what was reported last
     */
    void removed(V last);

    /**
     * Events were lost because they came faster than they were polled. Everything is being read again; differences are
     * reported like any change, then {@link #synced()} follows. Changes that came and went in between are not seen.
     */
    default void overrun() {}

    /** A complete reading of the table has been reported; also called after the first one. */
    default void synced() {}
}
