package io.braid.dataplane.control;

/** What a running dataplane offers of the queues' placement. Any thread, several at once; every failure is a {@link ControlException}. */
public interface Placing {
    /** Which worker has which queue, what each carries, and what would better be moved. */
    QueueReport queues();

    /**
     * Has another worker poll a queue, and for a task's port send as well, without loss. Returns when it does.
     *
     * @param name an uplink's or a task's
     * @param queue number of its receive queue
     * @param worker index of the worker
     */
    void move(String name, int queue, int worker);

    /**
     * Resets an uplink's NIC, or restarts its port where the driver cannot reset, and returns when it runs again. Its flows take other uplinks meanwhile; what was in
     * its queues is lost.
     *
     * @param uplink its name
     */
    void reset(String uplink);
}
