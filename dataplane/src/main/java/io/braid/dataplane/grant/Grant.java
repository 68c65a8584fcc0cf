package io.braid.dataplane.grant;

import io.braid.dataplane.control.GrantStatus;
import io.braid.dataplane.net.IpAddress;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the scheduler granted: this task, on this host, may use these addresses until then.
 *
 * @param task the task's name
 * @param host the host's name
 * @param ips the addresses, at least one
 * @param job the job it belongs to, a label; null if none is named
 * @param notBefore when it begins; null for ever since
 * @param expires when it ends: at that moment it is over
 * @param keyId id of the key that signed it
 * @param id the grant's own id; null if it has none
 */
public record Grant(
        String task,
        String host,
        List<IpAddress> ips,
        @Nullable String job,
        @Nullable Instant notBefore,
        Instant expires,
        String keyId,
        @Nullable String id) {
    /** Copies the list, so that the record cannot change. */
    public Grant {
        ips = List.copyOf(ips);
    }

    /** Whether it is over. */
    public boolean isOver(Instant now) {
        return !now.isBefore(expires);
    }

    /**
     * Refuses a use that was not granted. A grant for another host or task is no grant here, whoever brings it.
     *
     * @param wanted the addresses the task asks for, or has
     * @throws GrantException that says what was granted instead
     */
    public void require(String usedBy, String usedOn, List<IpAddress> wanted) throws GrantException {
        if (!host.equals(usedOn)) {
            throw refused(GrantFault.WRONG_HOST, "it is for host " + host + ", and this host is " + usedOn);
        }
        if (!task.equals(usedBy)) {
            throw refused(GrantFault.WRONG_TASK, "it is for task " + task + ", not for " + usedBy);
        }
        List<IpAddress> others = wanted.stream().filter(ip -> !ips.contains(ip)).toList();
        if (!others.isEmpty()) {
            throw refused(GrantFault.WRONG_ADDRESS, "it grants " + text(ips) + ", not " + text(others));
        }
    }

    GrantException refused(GrantFault fault, String message) {
        return new GrantException(fault, message, keyId, id);
    }

    private static String text(List<IpAddress> addresses) {
        return addresses.stream().map(IpAddress::toString).collect(Collectors.joining(", "));
    }

    /** As the control API shows it. */
    GrantStatus status(boolean over) {
        return new GrantStatus(
                id,
                keyId,
                job,
                ips.stream().map(IpAddress::toString).toList(),
                notBefore == null ? null : notBefore.toString(),
                expires.toString(),
                over);
    }
}
