package io.braid.bgp.rib;

import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Negotiated;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds out why a task IP is or is not announced. Guarded by the lock of {@link Announcements}. */
final class Explainer {
    private final IpAddress ip;
    private final String peer;
    private final Announcements table;
    private final AdjRibOut out;
    private final List<Explanation.Reason> reasons = new ArrayList<>();
    private final List<String> announcedBy = new ArrayList<>();

    private Explainer(IpAddress ip, String peer, Announcements table, AdjRibOut out) {
        this.ip = ip;
        this.peer = peer;
        this.table = table;
        this.out = out;
    }

    static Explanation explain(IpAddress ip, String peer, Announcements table, AdjRibOut out) {
        return new Explainer(ip, peer, table, out).run();
    }

    private Explanation run() {
        Family family = Family.unicast(ip.afi());
        HostTable hosts = table.hosts().table(family);
        int slot = hosts.slot(ip);
        address(hosts, slot);
        Negotiated session = out.session();
        Optional<FamilyOut> sent = out.out(family);
        if (session == null) {
            add(WhyNot.PEER_NOT_ESTABLISHED, null, "the session with " + peer + " is not up");
        } else if (sent.isEmpty()) {
            add(WhyNot.FAMILY_NOT_NEGOTIATED, null, "the session with " + peer + " does not carry " + family);
        }
        boolean addressIsFine = reasons.isEmpty();
        switch (out.paths()) {
            case Paths.OfUplink(int uplink) -> path(uplink, family, session, sent, slot, addressIsFine);
            case Paths.OfAll() -> {
                for (int i = 0; i < table.uplinks().count(); i++) {
                    if (table.uplinks().get(i).isNone()) {
                        continue;
                    }
                    path(i, family, session, sent, slot, addressIsFine);
                }
            }
        }
        return new Explanation(ip, peer, announcedBy, reasons);
    }

    private void address(HostTable hosts, int slot) {
        if (!table.hosts().isInside(ip)) {
            add(
                    WhyNot.OUTSIDE_PREFIXES,
                    null,
                    ip + " is in none of the task prefixes " + table.hosts().prefixes());
        }
        if (slot < 0 || !hosts.has(slot, HostTable.LEASED)) {
            add(WhyNot.NOT_LEASED, null, "no live lease has " + ip);
        }
        if (slot < 0 || !hosts.has(slot, HostTable.PORT_UP)) {
            add(WhyNot.PORT_DOWN, null, "the port of the task with " + ip + " is down");
        }
        if (slot >= 0 && hosts.has(slot, HostTable.WITHHELD)) {
            add(WhyNot.WITHHELD, null, "an operator holds " + ip + " back");
        }
    }

    private void path(
            int index,
            Family family,
            @Nullable Negotiated session,
            Optional<FamilyOut> sent,
            int slot,
            boolean addressIsFine) {
        Uplink uplink = table.uplinks().get(index);
        String name = uplink.name();
        boolean told = isTold(sent, slot, index);
        if (told) {
            announcedBy.add(name);
        }
        if (!table.uplinks().isUsable(index)) {
            add(WhyNot.NO_USABLE_PATH, name, "the path by " + name + " is not usable");
        } else if (table.uplinks().phase(index) == DrainPhase.DRAINED) {
            add(WhyNot.DRAINED, name, name + " is drained");
        } else if (session != null
                && RouteMaker.make(out.policy(), session, family, uplink, false).isEmpty()) {
            add(WhyNot.NEXT_HOP_MISSING, name, name + " has no next hop that " + peer + " takes for " + family);
        } else if (addressIsFine && sent.isPresent() && !isWanted(sent.get(), index)) {
            add(WhyNot.ONE_PATH_ONLY, name, peer + " takes one path only, and it is that of another uplink");
        } else if (addressIsFine && !told) {
            add(WhyNot.NOT_SENT_YET, name, "the path by " + name + " is about to be sent");
        }
    }

    private static boolean isTold(Optional<FamilyOut> sent, int slot, int uplink) {
        return slot >= 0
                && sent.stream().flatMap(o -> o.lanes().stream()).anyMatch(lane -> {
                    Route route = lane.sent(slot);
                    return route != null && route.uplink() == uplink;
                });
    }

    private static boolean isWanted(FamilyOut sent, int uplink) {
        return sent.lanes().stream().anyMatch(lane -> {
            Route route = lane.route();
            return route != null && route.uplink() == uplink;
        });
    }

    private void add(WhyNot why, @Nullable String uplink, String text) {
        reasons.add(new Explanation.Reason(why, uplink, text));
    }
}
