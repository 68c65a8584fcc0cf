package io.braid.numa;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * The contract of {@link HandoffRing} and of {@link SleepingIdle} under every interleaving that jcstress can provoke; run by {@link HandoffStressIT}. Packets are digits, what a poll got is the number they make.
 */
public final class HandoffStress {
    private static final MemorySegment BURST_12 = Burst.of(1, 2);
    private static final MemorySegment BURST_34 = Burst.of(3, 4);
    private static final long TAGS = Burst.tags(2, 1);

    private HandoffStress() {}

    /** A ring and what its consumer got. */
    abstract static class Ring {
        final HandoffRing ring;
        private int digits;

        Ring(int capacity) {
            ring = new HandoffRing(capacity);
        }

        final int poll(int limit) {
            digits = 0;
            ring.poll((packet, _) -> digits = digits * 10 + (int) packet, limit);
            return digits;
        }
    }

    /** A burst arrives whole. */
    @JCStressTest
    @Outcome(id = "12, 0", expect = ACCEPTABLE, desc = "the poll came after it")
    @Outcome(id = "0, 12", expect = ACCEPTABLE, desc = "the poll came before it")
    @Outcome(expect = FORBIDDEN, desc = "lost, repeated, torn or out of order")
    @State
    public static class BurstAndPoll extends Ring {
        public BurstAndPoll() {
            super(4);
        }

        @Actor
        public void producer() {
            ring.offer(BURST_12.address(), 2, 7);
        }

        @Actor
        public void consumer(II_Result r) {
            r.r1 = poll(4);
        }

        @Arbiter
        public void rest(II_Result r) {
            r.r2 = poll(4);
        }
    }

    /** What one producer offers one by one, or as several runs of one claim, arrives in its order. */
    @JCStressTest
    @Outcome(
            id = {"1234, 0", "123, 4", "12, 34", "1, 234", "0, 1234"},
            expect = ACCEPTABLE,
            desc = "in order")
    @Outcome(expect = FORBIDDEN, desc = "lost, repeated, torn or out of order")
    @State
    public static class RunsAndPoll extends Ring {
        public RunsAndPoll() {
            super(4);
        }

        @Actor
        public void producer() {
            ring.offerTagged(BURST_12.address(), TAGS, 2);
            ring.offer(3, 9);
            ring.offer(4, 9);
        }

        @Actor
        public void consumer(II_Result r) {
            r.r1 = poll(4);
        }

        @Arbiter
        public void rest(II_Result r) {
            r.r2 = poll(4);
        }
    }

    /** Two producers with room for one of them: what was taken is there, and nothing else. */
    @JCStressTest
    @Outcome(id = "2, 0, 12", expect = ACCEPTABLE, desc = "the first one's")
    @Outcome(id = "0, 2, 34", expect = ACCEPTABLE, desc = "the second one's")
    @Outcome(expect = FORBIDDEN, desc = "lost, repeated or mixed")
    @State
    public static class TwoProducersOneRoom extends Ring {
        public TwoProducersOneRoom() {
            super(2);
        }

        @Actor
        public void first(III_Result r) {
            r.r1 = ring.offer(BURST_12.address(), 2, 1);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = ring.offerTagged(BURST_34.address(), TAGS, 2);
        }

        @Arbiter
        public void all(III_Result r) {
            r.r3 = poll(4);
        }
    }

    /** Two producers offer two packets each, where three fit. */
    @JCStressTest
    @Outcome(
            id = {"2, 1, 123", "1, 2, 341"},
            expect = ACCEPTABLE,
            desc = "the whole of one and what fits of the other")
    @Outcome(expect = FORBIDDEN, desc = "lost, repeated or out of order")
    @State
    public static class TwoProducersOnePart extends Ring {
        public TwoProducersOnePart() {
            super(4);
            ring.offer(9, 0);
        }

        @Actor
        public void first(III_Result r) {
            r.r1 = ring.offer(BURST_12.address(), 2, 1);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = ring.offer(BURST_34.address(), 2, 2);
        }

        @Arbiter
        public void all(III_Result r) {
            poll(1);
            r.r3 = poll(4);
        }
    }

    /** A slot is used again only after its packet was handled. */
    @JCStressTest
    @Outcome(id = "12, 0, 0", expect = ACCEPTABLE, desc = "no room yet")
    @Outcome(id = "12, 2, 34", expect = ACCEPTABLE, desc = "room again")
    @Outcome(expect = FORBIDDEN, desc = "overwritten or lost")
    @State
    public static class FullRing extends Ring {
        public FullRing() {
            super(2);
            ring.offer(BURST_12.address(), 2, 1);
        }

        @Actor
        public void consumer(III_Result r) {
            r.r1 = poll(2);
        }

        @Actor
        public void producer(III_Result r) {
            r.r2 = ring.offer(BURST_34.address(), 2, 2);
        }

        @Arbiter
        public void rest(III_Result r) {
            r.r3 = poll(2);
        }
    }

    /** A mark is passed when the handler has returned, and what it wrote is visible then. */
    @JCStressTest
    @Outcome(
            id = {"-1", "1"},
            expect = ACCEPTABLE,
            desc = "not passed, or passed and handled")
    @Outcome(expect = FORBIDDEN, desc = "passed before it was handled")
    @State
    public static class Marks extends Ring {
        private int handled;

        public Marks() {
            super(2);
            ring.offer(1, 0);
        }

        @Actor
        public void consumer() {
            ring.poll((packet, _) -> handled = (int) packet, 2);
        }

        @Actor
        public void waiting(I_Result r) {
            r.r1 = ring.passed(ring.mark()) ? handled : -1;
        }
    }

    /** A worker that finds nothing after it announced its sleep is woken. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "it found nothing and was woken")
    @Outcome(
            id = {"1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "it found the packet")
    @Outcome(expect = FORBIDDEN, desc = "it sleeps beside a packet")
    @State
    public static class WakeUp extends Ring {
        private final SleepingIdle idle = new SleepingIdle(SleepingIdle.LONGEST_NANOS);

        public WakeUp() {
            super(2);
            ring.wakes(idle);
            idle.spun();
        }

        @Actor
        public void consumer(II_Result r) {
            idle.idle(0); // announces
            r.r1 = poll(2);
        }

        @Actor
        public void producer() {
            ring.offer(1, 0);
        }

        @Arbiter
        public void announced(II_Result r) {
            r.r2 = idle.announced() ? 1 : 0;
        }
    }
}
