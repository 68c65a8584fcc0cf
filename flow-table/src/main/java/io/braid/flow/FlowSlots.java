package io.braid.flow;

/**
 * Decides which slot of a {@link FlowTable} a flow gets, and frees slots whose flow's time is over.
 *
 * <p>For the table's worker; allocates nothing.
 */
final class FlowSlots {
    private static final long NONE = FlowTable.NONE;
    private static final int LINE_BYTES = FlowEntries.LINE_BYTES;
    private static final int ENTRY_BYTES = FlowEntries.ENTRY_BYTES;

    /**
     * Longest chain of moves for one insertion, which then looks at 30 lines at most. A longer one gains nothing where half of all slots are free. It also keeps
     * chains from crossing themselves: a line met twice would have to have a free slot, with which the first meeting would have ended the chain.
     */
    private static final int MAX_MOVES = 3;

    /** Lines looked through for a flow to give up when the table holds as many as it may. */
    private static final int DISCARD_LINES = 8;

    private final FlowEntries entries;
    private final int flows;
    private final long lines;
    private final FlowHash hash;
    private final FlowTableStats stats;
    private final Sweep sweep;
    private int size;

    /** As many lines as flows. */
    FlowSlots(FlowEntries entries, int flows, FlowHash hash, FlowTableStats stats, Sweep sweep) {
        this.entries = entries;
        this.flows = flows;
        this.lines = flows;
        this.hash = hash;
        this.stats = stats;
        this.sweep = sweep;
    }

    /** Flows that have a slot. */
    int size() {
        return size;
    }

    long firstLine(long flowHash) {
        // In this order the compiler need not copy the number of lines for each multiplication, which overwrites one
        // factor.
        return Math.unsignedMultiplyHigh(lines, flowHash) * LINE_BYTES;
    }

    /** The other line: told by the half of the hash that the first one hardly depends on. */
    long secondLine(long flowHash, long first) {
        long line = Math.unsignedMultiplyHigh(lines, Long.rotateLeft(flowHash, 32)) * LINE_BYTES;
        if (line != first) {
            return line;
        }
        line += LINE_BYTES;
        return line == lines * LINE_BYTES ? 0 : line;
    }

    void timeouts(FlowTimeouts timeouts) {
        entries.timeouts(timeouts);
        sweep.timeouts(timeouts);
    }

    /** A slot for a flow that has none, by the rules of {@link FlowTable#insert}; NONE if there is no room. */
    long room(long flowHash, int now) {
        long first = firstLine(flowHash);
        long second = secondLine(flowHash, first);
        boolean below = size < flows || discarded(now);
        long slot = vacant(first, below, now);
        if (slot == NONE) {
            slot = vacant(second, below, now);
        }
        for (int moves = 1; below && slot == NONE && moves <= MAX_MOVES; moves++) {
            slot = madeVacant(first, moves, now);
            if (slot == NONE) {
                slot = madeVacant(second, moves, now);
            }
        }
        if (slot == NONE) {
            slot = displaceable(first, second, now);
            if (slot == NONE) {
                return NONE;
            }
            displace(slot);
        }
        size++;
        return slot;
    }

    /** When there are as many flows as may be: gives up one that is not established, if there is any among the next few. */
    private boolean discarded(int now) {
        for (int n = 0; n < DISCARD_LINES; n++) {
            long line = sweep.next() * LINE_BYTES;
            long slot = displaceable(line, line, now);
            if (slot != NONE) {
                displace(slot);
                return true;
            }
        }
        return false;
    }

    private void displace(long slot) {
        free(slot);
        stats.addDisplaced();
    }

    /** A free slot of a line, or one that is made free because its flow expired. */
    private long vacant(long line, boolean mayGrow, int now) {
        long second = line + ENTRY_BYTES;
        boolean firstFree = entries.isFree(line);
        boolean secondFree = entries.isFree(second);
        if (mayGrow && (firstFree || secondFree)) {
            return firstFree ? line : second;
        }
        if (entries.isExpired(line, now)) {
            expire(line);
            return line;
        }
        if (entries.isExpired(second, now)) {
            expire(second);
            return second;
        }
        return NONE;
    }

    /** Frees a slot of a full line by moving one of its flows to that flow's other line, making room there with {@code moves} - 1 more moves. */
    private long madeVacant(long line, int moves, int now) {
        for (long slot = line; slot < line + LINE_BYTES; slot += ENTRY_BYTES) {
            long flowHash = hash.ofKey(entries.addresses(slot), entries.transport(slot));
            long other = firstLine(flowHash);
            if (other == line) {
                other = secondLine(flowHash, line);
            }
            long target = moves == 1 ? vacant(other, true, now) : madeVacant(other, moves - 1, now);
            if (target != NONE) {
                entries.move(slot, target);
                stats.addMoved();
                return slot;
            }
        }
        return NONE;
    }

    /** The flow of two lines, which may be the same, that is not established and was seen least recently. */
    private long displaceable(long first, long second, int now) {
        long best = NONE;
        int bestIdle = -1;
        for (int i = 0; i < 4; i++) {
            long slot = ((i & 2) == 0 ? first : second) + ((i & 1) == 0 ? 0 : ENTRY_BYTES);
            if (!entries.isFree(slot)
                    && entries.state(slot) != FlowState.ESTABLISHED
                    && entries.idleMillis(slot, now) > bestIdle) {
                best = slot;
                bestIdle = entries.idleMillis(slot, now);
            }
        }
        return best;
    }

    /** Goes on with the sweep; how many flows expired. */
    int expire(int now) {
        int before = size;
        for (int n = sweep.due(now); n > 0; n--) {
            long line = sweep.next() * LINE_BYTES;
            if (entries.isExpired(line, now)) {
                expire(line);
            }
            if (entries.isExpired(line + ENTRY_BYTES, now)) {
                expire(line + ENTRY_BYTES);
            }
        }
        return before - size;
    }

    private void expire(long slot) {
        free(slot);
        stats.addExpired(size);
    }

    private void free(long slot) {
        entries.clear(slot);
        size--;
    }
}
