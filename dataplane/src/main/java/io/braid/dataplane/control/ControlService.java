package io.braid.dataplane.control;

import io.braid.dataplane.audit.AuditLog;

/**
 * What a running dataplane offers through its control socket; implemented by the process, called by {@link ControlServer}.
 *
 * <p>Requests arrive with their syntax checked and their addresses in canonical text ({@link AttachRequest#checked}); what they
 * mean (prefixes, owners, devices) is the implementation's to judge. Every failure is a {@link ControlException}; anything else
 * that escapes is logged by the server and answered as {@code failed} without details.
 */
public interface ControlService {

    /**
     * The state of the whole dataplane at one moment.
     *
     * <p>Called on a server thread, possibly on several at once and while an attach is running, so it must not wait for one:
     * expected to return within milliseconds.
     */
    StatusReport status();

    /**
     * Gives a task its port, addresses and routes, and returns when packets can flow.
     *
     * <p>All attach and detach calls are made one after another on one platform thread of the server's, which may block for as
     * long as the work takes. Attaching what is attached already is a {@link ControlException.Kind#CONFLICT}.
     *
     * @throws ControlException when it was not done; nothing of the attempt is left behind then
     */
    AttachResult attach(AttachRequest request);

    /**
     * Takes a task's port away; its addresses are free again when this returns. Same thread as {@link #attach}.
     *
     * @param task a name that matches {@link AttachRequest#TASK_PATTERN}
     * @throws ControlException {@link ControlException.Kind#NOT_FOUND} when no such task is attached
     */
    void detach(String task);

    /**
     * Gives an attached task another grant, in place of the one it has, if any; it is announced again if only an expired grant stood in the way. Same thread
     * as {@link #attach}.
     *
     * @param task a name that matches {@link AttachRequest#TASK_PATTERN}
     * @param grant a compact token
     * @throws ControlException {@link ControlException.Kind#NOT_FOUND} when no such task is attached, {@link ControlException.Kind#REFUSED} when the grant is
     *     not good for it; the task keeps the one it had then
     */
    GrantStatus renew(String task, String grant);

    /** Where decisions are written down; the same object each time. */
    AuditLog audit();

    /** What concerns announcements and uplinks' service; the same object each time. */
    Announcing announcing();

    /** What concerns queues and workers; the same object each time. */
    Placing placing();

    /** What can be changed of the process itself; the same object each time. */
    Operating operating();

    /** What there is to see; the same object each time. */
    Inspecting inspecting();

    /** What there is to see of packets; the same object each time. */
    Looking looking();

    /**
     * Prepares to end in favour of a dataplane that takes over; from now on attach and detach are refused. Same thread as {@link #attach}.
     *
     * @throws ControlException {@link ControlException.Kind#CONFLICT} when that was asked before
     */
    Handover handover();

    /** Ends the process, after {@link #handover} was answered. Does not wait. */
    void leave();
}
