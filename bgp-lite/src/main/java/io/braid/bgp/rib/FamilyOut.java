package io.braid.bgp.rib;

import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.Message;
import io.braid.bgp.wire.Negotiated;
import io.braid.bgp.wire.Nlri;
import io.braid.bgp.wire.RouteRefresh;
import io.braid.bgp.wire.Update;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One family's routes in one session: its lanes, its End-of-RIB and its refreshes. Guarded by the lock of {@link
 * Announcements}.
 */
final class FamilyOut {
    private final Family family;
    private final Negotiated session;
    private final Room room;
    private final List<Lane> lanes;
    private final int withdrawRoom;
    private boolean endOfRibDue = true;
    private boolean refreshWanted;
    private boolean beginDue;
    private boolean endDue;

    FamilyOut(Family family, Negotiated session, Room room, List<Lane> lanes) {
        this.family = family;
        this.session = session;
        this.room = room;
        this.lanes = lanes;
        this.withdrawRoom = room.toWithdraw(family);
    }

    Family family() {
        return family;
    }

    List<Lane> lanes() {
        return lanes;
    }

    /** Has each lane say what is chosen for it. */
    void choose(PathChoice choice) {
        for (int i = 0; i < lanes.size(); i++) {
            Route now = choice.route(i, family).orElse(null);
            if (!Objects.equals(now, lanes.get(i).route())) {
                lanes.get(i).route(now, now == null ? 0 : room.toAnnounce(family, now));
            }
        }
    }

    /** The peer wants all routes again. Any number of requests while one is served are one more. */
    void refresh() {
        refreshWanted = true;
    }

    /** The next message that withdraws, null if there is nothing to withdraw. */
    @Nullable
    Message nextWithdrawal() {
        var list = new ArrayList<Nlri>();
        for (Lane lane : lanes) {
            lane.withdraw(list, withdrawRoom);
        }
        return list.isEmpty() ? null : Update.withdraw(family, list);
    }

    /** The next message that announces or marks, null if there is none. */
    @Nullable
    Message nextOther(boolean complete) {
        if (refreshWanted && mayRefresh()) {
            startRefresh();
        }
        if (beginDue) {
            beginDue = false;
            return RouteRefresh.begin(family);
        }
        for (Lane lane : lanes) {
            var list = new ArrayList<Nlri>();
            lane.announce(list);
            Route route = lane.route();
            if (route != null && !list.isEmpty()) {
                return Update.announce(route.attributes(), new Update.Reach(family, route.nextHop(), list));
            }
        }
        if (endOfRibDue && complete) {
            endOfRibDue = false;
            return Update.endOfRib(family);
        }
        if (endDue) {
            endDue = false;
            return RouteRefresh.end(family);
        }
        // A refresh that had to wait for the mark before it is served by the next call.
        return refreshWanted && mayRefresh() ? nextOther(complete) : null;
    }

    private boolean mayRefresh() {
        // RFC 7313 section 4: no BoRR before End-of-RIB, and one refresh after the other.
        return !session.enhancedRefresh() || (!endOfRibDue && !endDue);
    }

    private void startRefresh() {
        refreshWanted = false;
        beginDue = session.enhancedRefresh();
        endDue = session.enhancedRefresh();
        lanes.forEach(Lane::repeat);
    }
}
