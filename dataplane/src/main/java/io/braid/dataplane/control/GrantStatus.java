package io.braid.dataplane.control;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler's grant that a task came with: part of its attach result, of the status report and of what is handed over; answer of {@code POST
 * /v1/tasks/TASK/grant}.
 *
 * @param id the grant's own id ({@code jti}), null if it has none
 * @param key id of the key that signed it: the JWK thumbprint of RFC 7638
 * @param job the job the task belongs to, null if the grant names none
 * @param ips the granted addresses in canonical text
 * @param notBefore when it begins, ISO 8601 in UTC; null if it has begun ever since
 * @param expires when it ends, ISO 8601 in UTC
 * @param expired whether it has ended: the task keeps its port, and is not announced
 */
public record GrantStatus(
        @Nullable String id,
        String key,
        @Nullable String job,
        List<String> ips,
        @Nullable String notBefore,
        String expires,
        boolean expired) {
    public GrantStatus {
        ips = List.copyOf(ips);
    }
}
