package io.braid.dataplane.control;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a running dataplane offers to the tasks themselves, each through its own socket; implemented by the process, called by {@link TaskSocketServer} with the
 * name of the task whose socket it is.
 *
 * <p>Any thread, several at once. Those that change something return when it is done, within seconds. Every failure is a {@link ControlException}; without
 * {@code bgp} in the configuration that is what all end with that concern announcements.
 */
public interface OwnTask {
    /** The task at one moment. */
    TaskView view(String task);

    /** Has the task announced; refused while an operator holds it back. */
    void announce(String task);

    /** Ends the task's announcement, whoever holds its lease, until it is announced or leased again. */
    void withdraw(String task);

    /**
     * Ties the task's announcement to whoever asks: it ends when the lease is closed.
     *
     * @param who for people
     */
    Announcing.Lease hold(String task, String who);

    /** The task's lease lives for so long, or until it is said again. */
    void beat(String task, Duration ttl);

    /** The task says whether it is ready; while it is not, it is not announced. */
    void ready(String task, boolean ready);

    /** The task's grant, null without one. */
    @Nullable
    GrantStatus grant(String task);

    /** Gives the task another grant, as {@link ControlService#renew}. */
    GrantStatus renew(String task, String grant);
}
