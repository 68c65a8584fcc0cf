package io.braid.dataplane.control;

/**
 * What a running dataplane offers of announcements and of uplinks' service. Any thread, several at once; those that change something return when it is done,
 * within seconds. Every failure is a {@link ControlException}; without {@code bgp} in the configuration that is what all but {@link #drain} and
 * {@link #undrain} end with.
 */
public interface Announcing {
    /** The sessions. */
    BgpReport peers();

    /** What the switches were told. */
    RouteReport advertised();

    /** What the switches told. */
    RouteReport received();

    /** Why a task's addresses are announced or not. */
    TaskAnnouncement explain(String task);

    /** Has a task announced that is held back or has no lease. */
    void announce(String task);

    /** Holds a task back until {@link #announce}. */
    void withdraw(String task);

    /**
     * Ties a task's announcement to whoever asks: it ends when the lease is closed.
     *
     * @param who for people
     */
    Lease hold(String task, String who);

    /** Takes an uplink out of service without loss; returns when no switch sends by it on our word any more. */
    void drain(String uplink);

    /** Takes it back into service. */
    void undrain(String uplink);

    /** A held lease. */
    @FunctionalInterface
    interface Lease extends AutoCloseable {
        /** Ends it; does not wait, nor fail when it has ended already. */
        @Override
        void close();
    }
}
