package io.braid.bgp.rib;

import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Message;
import io.braid.bgp.wire.Negotiated;
import io.braid.bgp.wire.RouteRefresh;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one peer is told of {@link Announcements}: the least difference to what it was told before, one full message at a
 * time when there is room for it.
 *
 * <p>What waits is a set of addresses, never a queue of messages: a slow peer costs no memory, and what changes back
 * before the peer took it is never sent. Any thread.
 */
public final class AdjRibOut {
    private final String peer;
    private final Announcements table;
    private final Paths paths;
    private final Runnable ready;
    private ExportPolicy policy;
    private @Nullable Negotiated session;
    private List<FamilyOut> families = List.of();
    private boolean asked;

    /**
     * A peer's view, without session so far.
     *
     * @param peer the peer's name, for explanations
     * @param paths which uplinks' paths it is told
     * @param ready called when {@link #next} has something to say after it had nothing; with the table's lock held, so it
     *     has to hand over to the session's thread and return
     */
    public AdjRibOut(String peer, Announcements table, Paths paths, ExportPolicy policy, Runnable ready) {
        if (paths instanceof Paths.OfUplink(int uplink)) {
            table.uplinks().get(uplink); // throws if there is none
        }
        this.peer = peer;
        this.table = table;
        this.paths = paths;
        this.policy = policy;
        this.ready = ready;
        synchronized (table.lock) {
            table.add(this);
        }
    }

    /** The peer is no longer one. */
    public void close() {
        synchronized (table.lock) {
            down();
            table.remove(this);
        }
    }

    /** The session is up and the peer knows no route: all are told, then End-of-RIB for each family. */
    public void established(Negotiated agreed) {
        synchronized (table.lock) {
            session = agreed;
            var room = new Room(agreed);
            var result = new ArrayList<FamilyOut>();
            for (Family family : Family.values()) {
                if (agreed.families().contains(family)) {
                    result.add(new FamilyOut(family, agreed, room, lanes(family, agreed)));
                }
            }
            families = result;
            asked = true;
            pathsChanged();
        }
    }

    private List<Lane> lanes(Family family, Negotiated agreed) {
        boolean pathIds = agreed.send().hasPathIds(family);
        HostTable hosts = table.hosts().table(family);
        return switch (paths) {
            case Paths.OfUplink(int uplink) -> List.of(new Lane(hosts, pathIds ? uplink + 1 : 0));
            case Paths.OfAll() -> {
                var result = new ArrayList<Lane>();
                for (int i = 0; i < (pathIds ? table.uplinks().count() : 1); i++) {
                    result.add(new Lane(hosts, pathIds ? i + 1 : 0));
                }
                yield result;
            }
        };
    }

    /** The session is gone, and with it what the peer was told. */
    public void down() {
        synchronized (table.lock) {
            session = null;
            families = List.of();
        }
    }

    /** Says other things of the routes from now on; they are announced again where that makes a difference. */
    public void policy(ExportPolicy now) {
        synchronized (table.lock) {
            policy = now;
            pathsChanged();
        }
    }

    /** The peer asks for a family's routes again; its own marks and families that were not agreed on are ignored. */
    public void routeRefresh(RouteRefresh refresh) {
        synchronized (table.lock) {
            if (refresh.subtype() == RouteRefresh.REQUEST) {
                refresh.family().family().flatMap(this::out).ifPresent(out -> {
                    out.refresh();
                    signal();
                });
            }
        }
    }

    /**
     * The next message for the peer: withdrawn routes first, then announced ones, then marks. Null if there is nothing to
     * say now; {@code ready} is called when there is again. What is returned counts as told.
     *
     * <p>An UPDATE is one full message on the wire, or has {@value Room#MAX_ROUTES} routes.
     */
    public @Nullable Message next() {
        synchronized (table.lock) {
            for (FamilyOut out : families) {
                Message message = out.nextWithdrawal();
                if (message != null) {
                    return message;
                }
            }
            for (FamilyOut out : families) {
                Message message = out.nextOther(table.isComplete());
                if (message != null) {
                    return message;
                }
            }
            asked = false;
            return null;
        }
    }

    /** Why a task IP is, or is not, announced to the peer. */
    public Explanation explain(IpAddress ip) {
        synchronized (table.lock) {
            return Explainer.explain(ip, peer, table, this);
        }
    }

    /** The routes that the peer was told and that stand, in no order; the caller's to keep. */
    public List<SentRoute> sentRoutes() {
        synchronized (table.lock) {
            var result = new ArrayList<SentRoute>();
            for (FamilyOut out : families) {
                HostTable hosts = table.hosts().table(out.family());
                for (Lane lane : out.lanes()) {
                    for (int slot = 0; slot < hosts.size(); slot++) {
                        Route sent = lane.sent(slot);
                        if (sent != null) {
                            result.add(SentRoute.of(hosts.prefix(slot), lane.pathId(), sent));
                        }
                    }
                }
            }
            return result;
        }
    }

    /** As {@link Announcements#isWithdrawn(int)}, for this peer alone. */
    public boolean isWithdrawn(int uplink) {
        synchronized (table.lock) {
            return !uses(table.uplinks().get(uplink));
        }
    }

    /** As {@link Announcements#isWithdrawn(IpAddress)}, for this peer alone. */
    public boolean isWithdrawn(IpAddress ip) {
        Family family = Family.unicast(ip.afi());
        synchronized (table.lock) {
            int slot = table.hosts().table(family).slot(ip);
            return slot < 0 || isGone(family, slot);
        }
    }

    Paths paths() {
        return paths;
    }

    ExportPolicy policy() {
        return policy;
    }

    @Nullable
    Negotiated session() {
        return session;
    }

    Optional<FamilyOut> out(Family family) {
        return families.stream().filter(out -> out.family() == family).findFirst();
    }

    void mark(Family family, int slot) {
        out(family).ifPresent(out -> {
            out.lanes().forEach(lane -> lane.mark(slot));
            signal();
        });
    }

    void signal() {
        if (session != null && !asked) {
            asked = true;
            ready.run();
        }
    }

    /** Works out anew what is said of each path. */
    void pathsChanged() {
        Negotiated agreed = session;
        if (agreed == null) {
            return;
        }
        var choice = new PathChoice(table.uplinks(), paths, policy, agreed);
        families.forEach(out -> out.choose(choice));
        signal();
    }

    /** Whether the peer has no route to that address. */
    boolean isGone(Family family, int slot) {
        return out(family)
                .map(out -> out.lanes().stream().allMatch(lane -> lane.sent(slot) == null))
                .orElse(true);
    }

    /** Whether the peer has a route by that uplink. */
    boolean uses(Uplink uplink) {
        return families.stream().flatMap(out -> out.lanes().stream()).anyMatch(lane -> lane.uses(uplink.index()));
    }
}
