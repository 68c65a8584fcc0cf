package io.braid.dataplane.audit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that was asked for, or that happened. Its texts may be of hostile origin: the line quotes and caps them.
 *
 * @param action what
 * @param asker who asked; null for Braid itself
 * @param task the task it is about; null if it says none
 * @param ips the addresses it is about, as they were written
 * @param key id of the key that signed, or is said to have signed, the grant; null without one
 * @param grant id of the grant, or what is said to be it; null without one
 * @param own whether it came by the task's own socket
 * @param changes the options that are to be others; null where it is not about the configuration
 */
public record AuditEvent(
        AuditAction action,
        @Nullable Asker asker,
        @Nullable String task,
        List<String> ips,
        @Nullable String key,
        @Nullable String grant,
        boolean own,
        @Nullable String changes) {
    /** Copies the list, so that the record cannot change. */
    public AuditEvent {
        ips = List.copyOf(ips);
    }

    /** Without addresses and grant. */
    public static AuditEvent of(AuditAction action, @Nullable Asker asker, @Nullable String task) {
        return new AuditEvent(action, asker, task, List.of(), null, null, false, null);
    }

    /** What came by the task's own socket, without addresses and grant. */
    public static AuditEvent ofTask(AuditAction action, @Nullable Asker asker, String task) {
        return new AuditEvent(action, asker, task, List.of(), null, null, true, null);
    }

    /** The same with addresses. */
    public AuditEvent withIps(List<String> addresses) {
        return new AuditEvent(action, asker, task, addresses, key, grant, own, changes);
    }

    /** The same with a grant. */
    public AuditEvent withGrant(@Nullable String keyId, @Nullable String grantId) {
        return new AuditEvent(action, asker, task, ips, keyId, grantId, own, changes);
    }

    /** The same with the options that are to be others. */
    public AuditEvent withChanges(String options) {
        return new AuditEvent(action, asker, task, ips, key, grant, own, options);
    }
}
