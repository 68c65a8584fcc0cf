package io.braid.numa;

/**
 * A piece of work that is done in short turns by one thread, such as polling the queues of a worker.
 *
 * <p>All three methods run on the thread of the {@link WorkerThread} that was given the agent, never at once. The agent
 * needs no synchronization of its own for what only they touch.
 */
public interface Agent {
    /**
     * Does what there is to do now and returns without waiting for more.
     *
     * <p>Called again and again; in the steady state it must not allocate, lock or throw. What it throws nevertheless is
     * counted and the agent is called again, so state must be consistent at every point that can throw.
     *
     * @return how much was done in any unit; 0 means nothing, and lets the thread idle
     */
    int doWork();

    /** Returns what this agent is called in thread names and messages. */
    String name();

    /** Prepares, on the worker's thread and after it was pinned. What it throws makes the start fail. */
    default void onStart() {}

    /** Releases; called once as the thread's last act when {@link #onStart} was called, whether or not that succeeded. */
    default void onClose() {}
}
