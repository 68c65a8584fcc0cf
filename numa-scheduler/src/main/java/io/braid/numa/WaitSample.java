package io.braid.numa;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Measures how long a run of packets waits in a {@link HandoffRing}, one at a time: the consumer asks for a sample, the next producer that offers notes when, and the consumer looks how long ago
 * that was when it has come by that run. Nobody waits for anyone, and without a question an offer costs one read more.
 *
 * <pre>
 *   IDLE --consumer: want--> WANTED --a producer: begin--> TAKEN --the same--> NOTED --consumer: waited--> IDLE
 * </pre>
 */
final class WaitSample {
    private static final int IDLE = 0;
    private static final int WANTED = 1;
    private static final int TAKEN = 2;
    private static final int NOTED = 3;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(WaitSample.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("UnusedVariable") // by its handle
    private int state;

    private long sequence;
    private long nanos;

    /** Asks for a sample, unless there is one under way. The consumer. */
    void want() {
        if ((int) STATE.getAcquire(this) == IDLE) {
            STATE.setRelease(this, WANTED);
        }
    }

    /** Notes the time if a sample is wanted. A producer, before it publishes the run that begins at {@code first}. */
    void begin(long first) {
        if ((int) STATE.getOpaque(this) == WANTED && STATE.compareAndSet(this, WANTED, TAKEN)) {
            sequence = first;
            nanos = System.nanoTime();
            STATE.setRelease(this, NOTED);
        }
    }

    /**
     * How long the run waited, if its turn has come, else -1. The consumer.
     *
     * @param handled last sequence that the handler returned for
     */
    long waited(long handled) {
        if ((int) STATE.getOpaque(this) != NOTED || (int) STATE.getAcquire(this) != NOTED || handled < sequence) {
            return -1;
        }
        long waited = System.nanoTime() - nanos;
        STATE.setRelease(this, IDLE);
        return Math.max(0, waited);
    }
}
