package io.braid.bgp.session;

import io.braid.bgp.wire.BgpError;
import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.RouteRefresh;
import io.braid.bgp.wire.Update;
import java.util.List;

/**
 * Told what happens in sessions, on the speaker's thread: be quick, never wait.
 *
 * <p>For each session first {@link #established}, then the rest, last {@link #down}. Methods of {@link Peer} may be called
 * from inside; they take effect after the callback. What is thrown ends the session with a Cease.
 */
public interface PeerListener {
    /** Routes may flow. {@link MessageSource#next} is asked after this. */
    void established(Peer peer, SessionInfo info);

    /**
     * Routes came.
     *
     * @param faults what was wrong with the message and is mended in it; to be counted
     */
    void update(Peer peer, Update update, List<BgpError> faults);

    /** The peer asks for all routes of a family again, or frames its own (RFC 2918, RFC 7313). */
    void routeRefresh(Peer peer, RouteRefresh refresh);

    /** Routes of the family learnt in this session are void, and no more are handed over (RFC 4760 section 7). */
    void familyDisabled(Peer peer, Family family, BgpError why);

    /** Routes no longer flow. */
    void down(Peer peer, SessionEnd end);
}
