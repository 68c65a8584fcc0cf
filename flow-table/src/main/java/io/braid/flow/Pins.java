package io.braid.flow;

import org.jspecify.annotations.Nullable;

/**
 * Gives each packet of a burst its flow's path, for one worker: the one the flow is pinned to, or a new one that it is then pinned to.
 *
 * <p>A pin changes its path for four reasons only:
 *
 * <ul>
 *   <li>its path is not usable any more: placed anew, by the policy;
 *   <li>its connection had ended and a SYN begins another: placed anew;
 *   <li>the policy is {@code flowlet} and the flow paused for longer than the paths' delays differ;
 *   <li>the {@link Rebalancer} asked for a flow like this one and it paused.
 * </ul>
 *
 * <p>So no two packets of a flow can overtake each other by a change of path, save when a path dies. A flow for which there is no room goes by the path group's
 * hash, which is sticky by itself as long as the paths stay as they are.
 *
 * <p>The owning worker only, but for {@link #tune}, {@link #stats} and the table's; allocates nothing.
 */
public final class Pins {
    private final FlowTable table;
    private final Placement placement;
    private final PathLoad load;
    private final FlowMover mover = new FlowMover();
    private final PinStats stats = new PinStats();
    private volatile @Nullable PinTuning wanted;
    private @Nullable PinTuning tuned;

    /**
     * @param table this worker's
     * @param placement this worker's
     * @param load what {@code placement} decides by
     */
    public Pins(FlowTable table, Placement placement, PathLoad load) {
        this.table = table;
        this.placement = placement;
        this.load = load;
    }

    /**
     * Fills {@link FlowBurst#path} for all packets of the burst, in order.
     *
     * @param paths what the paths are like
     * @param wish of the {@link Rebalancer}, read once for the burst
     * @param now current time in milliseconds of any clock; may wrap around
     */
    public void assign(FlowBurst burst, PathView paths, Repath wish, int now) {
        load.roll(now);
        table.find(burst);
        // Nothing but a flow's own state can then be a reason to give it another path.
        boolean settled = wish.id() == Repath.NONE.id()
                && !placement.rechooses()
                && paths.moved().isEmpty();
        int usable4 = settled ? paths.ipv4().usable() : 0;
        int usable6 = settled ? paths.ipv6().usable() : 0;
        boolean inserted = false;
        for (int i = 0; i < burst.count(); i++) {
            long slot = burst.slot[i];
            if (inserted) {
                // An insertion may have moved this entry, or been of this very flow.
                slot = current(burst, i);
            }
            boolean ipv6 = FlowKey.isIpv6(burst.transport[i]);
            int path;
            if (slot == FlowTable.NONE) {
                path = place(burst, i, ipv6 ? paths.ipv6() : paths.ipv4(), paths, now);
                inserted = true;
            } else {
                burst.slot[i] = slot;
                path = table.pass(slot, ipv6 ? usable6 : usable4, burst.bytes[i], burst.tcpFlags[i], now);
                if (path == BucketTable.NONE) {
                    path = follow(burst, i, ipv6 ? paths.ipv6() : paths.ipv4(), paths, wish, now);
                }
            }
            burst.path[i] = path;
            if (path != BucketTable.NONE) {
                load.add(path, burst.bytes[i]);
            }
        }
    }

    /** Goes by other rules from the next turn of the worker's loop on; flows keep the paths they have. Any thread. */
    public void tune(PinTuning tuning) {
        wanted = tuning;
    }

    /** Frees slots of flows that are over; a few at a time. To be called in every turn of the worker's loop, also without packets. */
    public void expire(int now) {
        PinTuning tuning = wanted; // once a turn, not for each packet
        if (tuning != null && !tuning.equals(tuned)) {
            tuned = tuning;
            placement.tune(tuning.policy(), tuning.gapMillis());
            table.timeouts(tuning.timeouts());
        }
        table.expire(now);
    }

    private long current(FlowBurst burst, int i) {
        long slot = burst.slot[i];
        return slot != FlowTable.NONE && table.holds(slot, burst.addresses[i], burst.transport[i])
                ? slot
                : table.find(burst.addresses[i], burst.transport[i], burst.hash[i]);
    }

    private int place(FlowBurst burst, int i, BucketTable group, PathView paths, int now) {
        int path = known(burst, i, group, paths);
        boolean known = path != BucketTable.NONE;
        if (!known) {
            path = placement.choose(burst.hash[i], group, paths.preferred(), paths.strict());
            if (path == BucketTable.NONE) {
                burst.slot[i] = FlowTable.NONE;
                burst.outcome[i] = PinOutcome.NO_PATH;
                return path;
            }
        }
        long slot = table.insert(burst.addresses[i], burst.transport[i], burst.hash[i], path, burst.tcpFlags[i], now);
        burst.slot[i] = slot;
        burst.outcome[i] = known ? PinOutcome.INHERITED : PinOutcome.PLACED;
        if (slot == FlowTable.NONE) {
            burst.outcome[i] = PinOutcome.UNPINNED;
            return PreferredHash.pathOf(burst.hash[i], group, paths.preferred(), paths.strict());
        }
        if (FlowKey.isIpv6(burst.transport[i])) {
            table.setIpv6(
                    slot, burst.sourceHigh[i], burst.sourceLow[i], burst.destinationHigh[i], burst.destinationLow[i]);
        }
        if (known) {
            stats.addInherited();
        }
        load.pinned(path);
        return path;
    }

    /** The path a flow has on another worker, or had before a restart, or NONE. */
    private int known(FlowBurst burst, int i, BucketTable group, PathView paths) {
        // A connection that begins now is not one of before.
        if ((burst.tcpFlags[i] & FlowState.SYN) != 0) {
            return BucketTable.NONE;
        }
        int path = paths.moved().path(table, burst.addresses[i], burst.transport[i], burst.hash[i], 0, true);
        FlowTable inherited = paths.inherited();
        if (path == BucketTable.NONE && inherited != null) {
            long slot = inherited.find(burst.addresses[i], burst.transport[i], burst.hash[i]);
            path = slot == FlowTable.NONE ? BucketTable.NONE : inherited.path(slot);
        }
        return path != BucketTable.NONE && usable(group, path) ? path : BucketTable.NONE;
    }

    /** Where a flow that was on another worker in between goes on: where it last was. */
    private int caughtUp(FlowBurst burst, int i, long slot, int path, PathView paths, int now) {
        int seen = table.lastSeen(slot);
        if (!paths.moved().mayOutdo(seen)) {
            return path;
        }
        int other = paths.moved().path(table, burst.addresses[i], burst.transport[i], burst.hash[i], seen, false);
        if (other == BucketTable.NONE || other == path) {
            return path;
        }
        burst.outcome[i] = PinOutcome.CAUGHT_UP;
        return repin(slot, path, other, 0, 0, now);
    }

    private int follow(FlowBurst burst, int i, BucketTable group, PathView paths, Repath wish, int now) {
        long slot = burst.slot[i];
        int path = caughtUp(burst, i, slot, table.path(slot), paths, now);
        int recent = table.recent(slot, now);
        int idle = table.idleMillis(slot, now);
        if (!usable(group, path)) {
            int heir = placement.choose(burst.hash[i], group, paths.preferred(), paths.strict());
            if (heir == BucketTable.NONE) {
                // The pin waits for its path, or any, to come back.
                burst.outcome[i] = PinOutcome.NO_PATH;
                return BucketTable.NONE;
            }
            stats.addLost();
            burst.outcome[i] = PinOutcome.LOST;
            path = repin(slot, path, heir, recent, 0, now);
        } else if (FlowState.restarts(table.state(slot), burst.tcpFlags[i])) {
            int other = placement.choose(burst.hash[i], group, paths.preferred(), paths.strict());
            if (other != BucketTable.NONE) {
                burst.outcome[i] = PinOutcome.RESTARTED;
                path = repin(slot, path, other, 0, 0, now);
                load.pinned(path);
            }
        } else if (placement.mayRechoose(idle)) {
            int other = placement.rechoose(burst.hash[i], group, paths.preferred(), paths.strict(), path, recent, now);
            if (other != path && other != BucketTable.NONE) {
                stats.addFlowlet();
                burst.outcome[i] = PinOutcome.FLOWLET;
                path = repin(slot, path, other, recent, 0, now);
            }
        } else if (prefers(paths, wish.to()) && mover.takes(wish, group, burst.hash[i], path, recent, idle, now)) {
            stats.addRebalanced();
            burst.outcome[i] = PinOutcome.REBALANCED;
            path = repin(slot, path, wish.to(), recent, (int) wish.id(), now);
        }
        table.touch(slot, burst.bytes[i], burst.tcpFlags[i], now);
        return path;
    }

    private int repin(long slot, int from, int to, int recent, int generation, int now) {
        table.setPath(slot, to, generation);
        load.moved(from, to, recent, now);
        return to;
    }

    /** Whether a flow may be moved to a path: not away from its node to make other paths even. */
    private static boolean prefers(PathView paths, int path) {
        return paths.preferred() == 0 || (paths.preferred() >>> path & 1) != 0;
    }

    private static boolean usable(BucketTable group, int path) {
        return path < BucketTable.MAX_PATHS && group.weightOf(path) > 0;
    }

    /** What happened to pins; any thread. */
    public PinStats stats() {
        return stats;
    }

    /** This worker's table. */
    public FlowTable table() {
        return table;
    }

    /** What this worker sends on each path. */
    public PathLoad load() {
        return load;
    }
}
