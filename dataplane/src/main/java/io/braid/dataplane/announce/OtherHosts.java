package io.braid.dataplane.announce;

import io.braid.bgp.rib.HeardRoute;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Prefix;
import io.braid.dataplane.audit.AuditAction;
import io.braid.dataplane.audit.AuditEvent;
import io.braid.dataplane.audit.AuditLog;
import io.braid.dataplane.config.HostConfig;
import io.braid.dataplane.control.ControlException;
import io.braid.dataplane.control.ControlException.Kind;
import io.braid.dataplane.control.Refusal;
import io.braid.dataplane.net.InterfaceAddress;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Who else announces addresses of tasks, as far as the switches tell. A route that came through this host's AS, or whose next hop this host is, is its own; all others to
 * exactly such an address are another host's.
 *
 * <p>A switch tells a host of another's route only if it prefers that one: who hears of one has lost, and yields until it is gone. Were all of them told, all would yield, and the
 * one whose patience is shortest would come back first.
 *
 * <p>{@link #look} is for the announcer's thread, the rest for any.
 */
final class OtherHosts {
    private static final Logger LOG = System.getLogger(OtherHosts.class.getName());
    private static final long TURN_NANOS = 100_000_000L;
    private static final long LEAST_PATIENCE_NANOS = 1_000_000_000L;
    private static final long MOST_PATIENCE_NANOS = 3_000_000_000L;

    private final long asn;
    private volatile Set<IpAddress> own;
    private final Supplier<List<Heard>> heard;
    private final AuditLog audit;
    private final long patience;
    /** By task, when its addresses may be announced again. */
    private final Map<String, Long> yielding = new HashMap<>();

    private volatile List<String> now = List.of();
    private long looked;

    /**
     * What a switch says.
     *
     * @param peer the switch's name
     * @param route to a single address
     */
    record Heard(String peer, HeardRoute route) {}

    /**
     * @param asn this host's AS
     * @param heard what all switches say now
     */
    OtherHosts(HostConfig host, long asn, Supplier<List<Heard>> heard, AuditLog audit) {
        this.asn = asn;
        this.own = own(host);
        this.heard = heard;
        this.audit = audit;
        this.patience = ThreadLocalRandom.current().nextLong(LEAST_PATIENCE_NANOS, MOST_PATIENCE_NANOS);
        this.looked = System.nanoTime() - TURN_NANOS;
    }

    private static Set<IpAddress> own(HostConfig host) {
        return host.uplinks().stream()
                .flatMap(uplink -> uplink.addresses().stream())
                .map(InterfaceAddress::address)
                .map(Addresses::wire)
                .collect(Collectors.toSet());
    }

    /** The host has other uplinks from now on. Any thread. */
    void adopt(HostConfig host) {
        own = own(host);
    }

    /** Sentences that say who else announces one of these addresses. */
    List<String> claims(List<IpAddress> ips) {
        Set<Prefix> wanted = ips.stream().map(Prefix::host).collect(Collectors.toSet());
        return heard.get().stream()
                .filter(said -> wanted.contains(said.route().route().prefix()) && isForeign(said.route()))
                .map(said -> sentence(said.route(), said.peer()))
                .distinct()
                .toList();
    }

    private boolean isForeign(HeardRoute route) {
        return !route.path().contains(asn) && !own.contains(route.nextHop().address());
    }

    private static String sentence(HeardRoute route, String peer) {
        String who = route.origin().isPresent() ? "AS" + route.origin().getAsLong() : "an unnamed AS";
        return route.route().prefix().address() + " is also announced by " + who + " (seen from peer " + peer + ")";
    }

    /**
     * Refuses addresses that somebody else announces.
     *
     * @throws ControlException {@link Kind#CONFLICT}
     */
    void requireFree(List<IpAddress> ips) {
        List<String> claims = claims(ips);
        if (!claims.isEmpty()) {
            throw new ControlException(
                    Kind.CONFLICT,
                    Refusal.of("held-elsewhere"),
                    String.join("; ", claims) + "; detach the task there first");
        }
    }

    /**
     * Looks about every tenth of a second, and tells of what is new.
     *
     * @return the tasks that are not to be announced here
     */
    Set<String> look(Map<String, List<IpAddress>> tasks, long time) {
        if (time - looked < TURN_NANOS) {
            return yielding.keySet();
        }
        looked = time;
        var found = new TreeMap<String, String>();
        tasks.forEach((task, ips) -> claims(ips).forEach(claim -> found.put(claim, task)));
        found.values().forEach(task -> yielding.put(task, time + patience));
        yielding.values().removeIf(until -> time - until >= 0);
        var before = new HashSet<>(now);
        now = List.copyOf(found.keySet());
        found.forEach((claim, task) -> {
            if (!before.remove(claim)) {
                LOG.log(Level.WARNING, "task {0}: {1}; it is not announced here until that ends", task, claim);
                audit.failed(AuditEvent.of(AuditAction.CONFLICT, null, task), "held-elsewhere", claim);
            }
        });
        before.forEach(gone -> LOG.log(Level.INFO, "no more: {0}", gone));
        return yielding.keySet();
    }

    /** What was found when it was looked last. */
    List<String> now() {
        return now;
    }
}
