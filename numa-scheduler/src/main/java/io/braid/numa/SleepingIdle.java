package io.braid.numa;

import com.lmax.disruptor.Sequence;
import io.braid.linux.LinuxException;
import io.braid.linux.TimerSlack;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Sleeps soon when there is nothing to do, for a bounded time, and is woken by whoever hands something over.
 *
 * <p>No wake-up is lost: a sleep is announced first, then comes one more cycle, and only if that found nothing either the sleep itself. Who hands over makes the
 * packet visible first and looks for the announcement then, with a full fence in between on either side. So either the cycle finds the packet or the other thread the
 * announcement, and an unpark that comes before its park ends that at once.
 */
final class SleepingIdle implements IdleStrategy {
    static final long SHORTEST_NANOS = 1_000;
    static final long LONGEST_NANOS = 10_000_000;

    private static final System.Logger LOG = System.getLogger(SleepingIdle.class.getName());
    private static final int SPINS = 50;
    /** The kernel's default, 50 us, would double the time of a default sleep; 1 us is about what a timer interrupt takes. */
    private static final long SLACK_NANOS = 1_000;

    private static final long AWAKE = 0;
    private static final long ASLEEP = 1;

    private final long maxNanos;
    /** The announcement; a Sequence because that is a cell with cache lines of its own. */
    private final Sequence state = new Sequence(AWAKE);

    private volatile @Nullable Thread sleeper;
    private int idleCycles;
    private long nanos = SHORTEST_NANOS;

    SleepingIdle(long maxNanos) {
        if (maxNanos < SHORTEST_NANOS || maxNanos > LONGEST_NANOS) {
            throw new IllegalArgumentException(
                    "longest sleep " + maxNanos + " ns is outside " + SHORTEST_NANOS + " to " + LONGEST_NANOS + " ns");
        }
        this.maxNanos = maxNanos;
    }

    @Override
    public void prepare() {
        sleeper = Thread.currentThread();
        try {
            TimerSlack.set(SLACK_NANOS);
        } catch (LinuxException e) {
            LOG.log(System.Logger.Level.WARNING, "sleeps of workers last up to 50 us longer: {0}", e.getMessage());
        }
    }

    @Override
    public void idle(int workCount) {
        if (workCount > 0) {
            idleCycles = 0;
            nanos = SHORTEST_NANOS;
            if (state.get() == ASLEEP) {
                state.set(AWAKE); // others need not wake one that works
            }
        } else if (idleCycles < SPINS) {
            idleCycles++;
            Thread.onSpinWait();
        } else if (state.get() != ASLEEP) {
            state.setVolatile(ASLEEP); // and one more cycle
        } else {
            LockSupport.parkNanos(nanos);
            nanos = Math.min(nanos << 1, maxNanos);
        }
    }

    @Override
    public void wake() {
        VarHandle.fullFence(); // what was handed over before must be visible before the announcement is looked for
        if (state.get() == ASLEEP && state.compareAndSet(ASLEEP, AWAKE)) {
            LockSupport.unpark(sleeper);
        }
    }

    @Override
    public boolean sleeps() {
        return true;
    }

    @Override
    public boolean needsWaking() {
        return true;
    }

    /** As if it had spun long enough, for tests. */
    void spun() {
        idleCycles = SPINS;
    }

    /** Whether the sleep was announced, for tests. */
    boolean announced() {
        return state.get() == ASLEEP;
    }
}
