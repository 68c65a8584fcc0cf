package io.braid.dataplane.audit;

import java.util.Locale;

/** What a line is about. */
public enum AuditAction {
    /** A task is to get its port. */
    ATTACH,
    /** A task is to lose its port. */
    DETACH,
    /** An operator, or the task itself, wants a task announced. */
    ANNOUNCE,
    /** An operator, or the task itself, wants a task not announced. */
    WITHDRAW,
    /** Somebody wants to hold a task's lease over a connection. */
    HOLD,
    /** A task wants to hold its lease until some time from now. */
    BEAT,
    /** A task says that it is ready. */
    READY,
    /** A task says that it is not ready. */
    NOT_READY,
    /** A task is to get another grant. */
    RENEW,
    /** A task's grant is over. */
    EXPIRE,
    /** Another host announces an address of a task. */
    CONFLICT,
    /** Another dataplane wants to take over all tasks. */
    HANDOVER,
    /** Something that is no request, or one that there is none of here. */
    REQUEST,
    /** A task sends packets in somebody else's name. */
    SPOOF,
    /** The configuration is to be read again. */
    RELOAD,
    /** Something else is to be logged. */
    LOG_LEVEL;

    /** As it stands in a line. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
