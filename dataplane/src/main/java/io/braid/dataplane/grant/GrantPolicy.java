package io.braid.dataplane.grant;

import io.braid.dataplane.config.AllowConfig;
import io.braid.dataplane.config.GrantsConfig;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.config.TasksConfig;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.Refusal;
import io.braid.dataplane.net.IpAddress;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a task may have its addresses: by the scheduler's grant, or by a rule of the configuration.
 *
 * <p>A grant that comes is verified, and a bad one refused, also where none is required. Without one, the rules of {@code tasks.allow} are asked; what none of
 * them permits is refused if grants are required, or if there are rules at all. Any thread.
 */
public final class GrantPolicy {
    private final String host;
    private final List<AllowConfig> rules;
    private final boolean required;
    private final @Nullable GrantVerifier verifier;

    /**
     * @param clock this host's
     * @throws KeyFileException if a key file that is configured cannot be used
     */
    public GrantPolicy(HostConfig config, InstantSource clock) {
        TasksConfig tasks = config.tasks();
        this.host = config.host().toString();
        this.rules = tasks.allow();
        this.required = tasks.grants().map(GrantsConfig::required).orElse(false);
        this.verifier = tasks.grants().map(grants -> verifier(grants, clock)).orElse(null);
    }

    private static GrantVerifier verifier(GrantsConfig grants, InstantSource clock) {
        List<String> faults = GrantKeys.read(grants.publicKeys()).faults();
        if (!faults.isEmpty()) {
            throw new KeyFileException("tasks.grants.public-keys: " + String.join("; ", faults));
        }
        return new GrantVerifier(grants.publicKeys(), grants.clockSkew(), clock);
    }

    /**
     * Decides.
     *
     * @param ips those that the task asks for
     * @param token what it came with; null for nothing
     * @return its grant; null if a rule, or the lack of any, permits it
     * @throws ControlException {@link Kind#REFUSED} that says why
     */
    @Nullable
    Grant admit(String task, List<IpAddress> ips, @Nullable String token) {
        if (token != null) {
            return verify(task, ips, token);
        }
        if (rules.isEmpty() && !required) {
            return null;
        }
        List<IpAddress> others = ips.stream().filter(ip -> !isAllowed(task, ip)).toList();
        if (others.isEmpty()) {
            return null;
        }
        if (required) {
            throw new ControlException(
                    Kind.REFUSED,
                    Refusal.of("grant-required"),
                    "task " + task + " came without a grant, which this host requires (tasks.grants.required)"
                            + (rules.isEmpty()
                                    ? ""
                                    : ", and no rule of tasks.allow permits it to have " + text(others)));
        }
        throw new ControlException(
                Kind.REFUSED,
                Refusal.of("not-allowed"),
                "no rule of tasks.allow permits task " + task + " to have " + text(others));
    }

    /**
     * Verifies a grant for a task.
     *
     * @throws ControlException {@link Kind#REFUSED} that says why not
     */
    Grant verify(String task, List<IpAddress> ips, String token) {
        if (verifier == null) {
            throw new ControlException(
                    Kind.REFUSED,
                    Refusal.of("grants-not-configured"),
                    "this host knows no key that could have signed the grant: its configuration has no tasks.grants");
        }
        try {
            Grant grant = verifier.verify(token);
            grant.require(task, host, ips);
            return grant;
        } catch (GrantException e) {
            throw new ControlException(
                    Kind.REFUSED,
                    new Refusal(e.fault().reason(), e.keyId(), e.id()),
                    "the grant is refused: " + e.explanation());
        }
    }

    /** The keys that are good now; null if no grant is. */
    @Nullable
    GrantKeys keys() {
        return verifier == null ? null : verifier.keys();
    }

    private boolean isAllowed(String task, IpAddress ip) {
        return rules.stream()
                .filter(rule -> rule.task().matches(task))
                .flatMap(rule -> rule.ips().stream())
                .anyMatch(prefix -> prefix.contains(ip));
    }

    private static String text(List<IpAddress> ips) {
        return String.join(", ", ips.stream().map(IpAddress::toString).toList());
    }
}
