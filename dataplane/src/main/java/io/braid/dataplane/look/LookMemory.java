package io.braid.dataplane.look;

import io.braid.linux.AnonymousMemory;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Memory that workers write to for one who looks on: the same for each, resident from the start. It is given back as soon as no worker uses it, and not when the garbage collector comes to
 * it, which in a process that allocates little may be never. One thread.
 */
final class LookMemory {
    private static final Logger LOG = System.getLogger(LookMemory.class.getName());
    private static final long ALIGNMENT = 128;

    private final AnonymousMemory memory;
    private final long each;
    private boolean given;

    /**
     * Maps it.
     *
     * @param each bytes for each worker
     * @throws io.braid.linux.LinuxException when there is not as much
     */
    LookMemory(int workers, long each) {
        this.each = (each + ALIGNMENT - 1) & -ALIGNMENT;
        long all = workers * this.each;
        this.memory = AnonymousMemory.map(all);
        try {
            memory.populate(all);
        } catch (RuntimeException e) {
            memory.close();
            throw e;
        }
    }

    /** The address of a worker's part, a multiple of 128. */
    long of(int worker) {
        return memory.segment().address() + worker * each;
    }

    /**
     * Gives it back; again does nothing.
     *
     * @param unused whether that is so: memory that a stuck worker may still write to is lost
     */
    void close(boolean unused) {
        if (given) {
            return;
        }
        given = true;
        if (unused) {
            memory.close();
        } else {
            LOG.log(Level.WARNING, "a worker is stuck in a capture or trace: its memory is lost until braid ends");
        }
    }
}
