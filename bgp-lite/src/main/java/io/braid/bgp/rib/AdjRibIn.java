package io.braid.bgp.rib;

import io.braid.bgp.wire.Bytes;
import io.braid.bgp.wire.Capability;
import io.braid.bgp.wire.ErrorReason;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.Negotiated;
import io.braid.bgp.wire.Nlri;
import io.braid.bgp.wire.Notification;
import io.braid.bgp.wire.RouteRefresh;
import io.braid.bgp.wire.Update;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one peer says: all of it is counted, none of it is believed but a configured default route, which tells that the
 * path by the peer leads on.
 *
 * <p>It holds as many routes as the limit allows and one more. While a peer restarts that does so gracefully, its default
 * route stays (RFC 4724 section 4.2). Any thread; times are of the same monotonic clock in all calls.
 */
public final class AdjRibIn {
    private ImportPolicy policy;
    private final Map<Family, FamilyIn> families = new EnumMap<>(Family.class);
    private final Map<Refusal, Long> refused = new EnumMap<>(Refusal.class);
    private final Duration maxStale;
    private @Nullable Negotiated session;
    private Capability.@Nullable GracefulRestart restart;

    /**
     * A peer that has said nothing.
     *
     * @param maxStale how long a restarting peer's routes are kept at most until its session is back, if it does not say
     *     a shorter time, and from then until it has told them again; also how long it may take to tell them again when
     *     it says that it will (RFC 7313)
     */
    public AdjRibIn(ImportPolicy policy, Duration maxStale, DefaultRouteListener listener) {
        this.policy = policy;
        this.maxStale = maxStale;
        for (Family family : Family.values()) {
            families.put(family, new FamilyIn(family, policy.maxPrefixes(), listener));
        }
    }

    /**
     * Believes and watches by other rules what the peer says from now on; what it has said is not looked at again. The limit of routes stays as it was.
     */
    public synchronized void policy(ImportPolicy now) {
        policy = now;
    }

    /**
     * The session is up.
     *
     * @param peerRestart what the peer said of graceful restart, if both sides offered it
     * @param now the time, in nanoseconds
     */
    public synchronized void established(
            Negotiated agreed, Optional<Capability.GracefulRestart> peerRestart, long now) {
        session = agreed;
        restart = peerRestart.orElse(null);
        for (Family family : Family.values()) {
            boolean forwarded = peerRestart.stream()
                    .flatMap(r -> r.families().stream())
                    .anyMatch(k -> k.forwarding() && k.family().equals(family.number()));
            // RFC 4724 section 4.2: without F bit, or without the family, what was kept is removed at once.
            if (forwarded && agreed.families().contains(family)) {
                in(family).extend(now + maxStale.toNanos());
            } else {
                in(family).dropStale("the peer restarted and did not go on forwarding");
            }
        }
    }

    /**
     * Takes what the peer says, after the decoder has made withdrawals of what is to be treated as such.
     *
     * @return nothing, or the message to end the session with: the peer has told more routes than it may (RFC 4486)
     * @throws IllegalStateException without session
     */
    public synchronized Optional<Notification> update(Update update) {
        Negotiated agreed = session;
        if (agreed == null) {
            throw new IllegalStateException("an UPDATE without session");
        }
        Optional<Family> mark = update.endOfRib();
        if (mark.isPresent()) {
            in(mark.get()).dropStale("the peer told all its routes after a restart and not this one");
            return Optional.empty();
        }
        for (Update.Unreach gone : update.withdrawn()) {
            for (Nlri route : gone.nlri()) {
                in(gone.family()).received().remove(route);
                in(gone.family()).forget(route, "the peer withdrew it");
            }
        }
        for (Update.Reach reach : update.announced()) {
            if (!announced(reach, update, agreed)) {
                return Optional.of(tooMany(reach.family()));
            }
        }
        return Optional.empty();
    }

    private boolean announced(Update.Reach reach, Update update, Negotiated agreed) {
        Family family = reach.family();
        FamilyIn in = in(family);
        Refusal general = ImportCheck.refusal(policy, agreed, reach.nextHop(), update.attributes());
        for (Nlri route : reach.nlri()) {
            Refusal refusal =
                    ImportCheck.isConfigured(policy, family, route.prefix()) ? general : Refusal.NOT_CONFIGURED;
            if (!in.received().add(route, refusal, heard(route, reach, update))) {
                return false;
            }
            if (refusal == null) {
                in.believe(route, new DefaultRoute(reach.nextHop(), update.attributes(), false));
            } else {
                refused.merge(refusal, 1L, Long::sum);
                // What a route replaces is gone, also when the new one is not believed.
                in.forget(route, "the peer replaced it by one that is refused: " + refusal);
            }
        }
        return true;
    }

    private @Nullable HeardRoute heard(Nlri route, Update.Reach reach, Update update) {
        return policy.isWatched(route.prefix())
                ? new HeardRoute(route, reach.nextHop(), update.attributes().asPath())
                : null;
    }

    private Notification tooMany(Family family) {
        byte[] data = ByteBuffer.allocate(7)
                .putShort((short) family.number().afi())
                .put((byte) family.number().safi())
                .putInt(policy.maxPrefixes())
                .array();
        return Notification.of(ErrorReason.MAXIMUM_PREFIXES, Bytes.of(data));
    }

    /** The peer marks the begin or end of all its routes (RFC 7313); requests are for {@link AdjRibOut}. */
    public synchronized void routeRefresh(RouteRefresh refresh, long now) {
        Negotiated agreed = session;
        Optional<Family> family = refresh.family().family();
        if (agreed == null || family.isEmpty() || !agreed.enhancedRefresh()) {
            return;
        }
        if (refresh.subtype() == RouteRefresh.BEGIN) {
            in(family.get()).markStale(now + maxStale.toNanos());
        } else if (refresh.subtype() == RouteRefresh.END) {
            in(family.get()).dropStale("the peer told all its routes again and not this one");
        }
    }

    /** An error makes all routes of the family void (RFC 4760 section 7). */
    public synchronized void familyDisabled(Family family) {
        in(family).clear("an error in the peer's messages disabled " + family);
    }

    /**
     * The session is gone.
     *
     * @param mayStay whether graceful restart lets the peer's routes stay
     * @param now the time, in nanoseconds
     */
    public synchronized void down(boolean mayStay, long now) {
        Capability.GracefulRestart said = restart;
        for (Family family : Family.values()) {
            if (mayStay && said != null && names(said, family)) {
                in(family).keepUntil(now + keepNanos(said));
            } else {
                in(family).clear("the session is down");
            }
        }
        session = null;
    }

    private static boolean names(Capability.GracefulRestart said, Family family) {
        return said.families().stream().anyMatch(k -> k.family().equals(family.number()));
    }

    private long keepNanos(Capability.GracefulRestart said) {
        return Math.min(
                maxStale.toNanos(), Duration.ofSeconds(said.restartSeconds()).toNanos());
    }

    /**
     * Drops what was kept for long enough.
     *
     * @return when it wants to be called next, if ever
     */
    public synchronized OptionalLong tick(long now) {
        OptionalLong next = OptionalLong.empty();
        for (FamilyIn in : families.values()) {
            OptionalLong due = in.tick(now);
            if (due.isPresent() && (next.isEmpty() || due.getAsLong() - next.getAsLong() < 0)) {
                next = due;
            }
        }
        return next;
    }

    /** The default route of the family that is believed, if there is one. */
    public synchronized Optional<DefaultRoute> defaultRoute(Family family) {
        return in(family).route();
    }

    /** How many routes of the family the peer has told and not withdrawn, believed or not. */
    public synchronized int received(Family family) {
        return in(family).received().size();
    }

    /**
     * What the peer says, as it is now; the caller's to keep.
     *
     * @param most how many routes of a family are listed at most; all are counted
     */
    public synchronized ReceivedRoutes received(int most) {
        var counts = new EnumMap<Family, Integer>(Family.class);
        var defaults = new EnumMap<Family, DefaultRoute>(Family.class);
        var list = new ArrayList<ReceivedRoute>();
        for (FamilyIn in : families.values()) {
            counts.put(in.family(), in.received().size());
            list.addAll(in.list(most));
            in.route().ifPresent(route -> defaults.put(in.family(), route));
        }
        return new ReceivedRoutes(counts, list, defaults, refused);
    }

    /** What the peer says of watched addresses; a route that it may still have after its session is gone is among them. */
    public synchronized List<HeardRoute> heard() {
        return families.values().stream()
                .flatMap(in -> in.received().heard().stream())
                .toList();
    }

    /** How many routes were refused so far, by reason; a reason that never was is missing. The caller's to keep. */
    public synchronized Map<Refusal, Long> refused() {
        var copy = new EnumMap<Refusal, Long>(Refusal.class);
        copy.putAll(refused);
        return copy;
    }

    /** The families whose default route is taken. */
    public synchronized Set<Family> configured() {
        return policy.defaultRoutes();
    }

    private FamilyIn in(Family family) {
        FamilyIn in = families.get(family);
        if (in == null) {
            throw new IllegalStateException("no routes of " + family);
        }
        return in;
    }
}
