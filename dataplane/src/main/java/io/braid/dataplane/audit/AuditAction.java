package io.braid.dataplane.audit;

import java.util.Locale;

/** What a line is about. */
public enum AuditAction {
    /** A task is to get its port. */
    ATTACH,
    /** A task is to lose its port. */
    DETACH,
    /** An operator wants a task announced. */
    ANNOUNCE,
    /** An operator wants a task not announced. */
    WITHDRAW,
    /** Somebody wants to hold a task's lease over a connection. */
    HOLD,
    /** A task is to get another grant. */
    RENEW,
    /** A task's grant is over. */
    EXPIRE,
    /** Another dataplane wants to take over all tasks. */
    HANDOVER;

    /** As it stands in a line. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
