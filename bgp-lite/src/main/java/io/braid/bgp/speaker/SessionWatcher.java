package io.braid.bgp.speaker;

import io.braid.bgp.session.SessionEnd;
import io.braid.bgp.session.SessionInfo;

/**
 * Told when the session with a peer comes up or goes down, after the routes were; on the speaker's thread: hand over and
 * return.
 */
public interface SessionWatcher {
    /** Does not want to know. */
    SessionWatcher NONE = new SessionWatcher() {
        @Override
        public void up(SessionInfo info) {}

        @Override
        public void down(SessionEnd end) {}
    };

    /** The session is up; the peer has not been told any route yet. */
    void up(SessionInfo info);

    /** The session is down, and with it what the peer was told. */
    void down(SessionEnd end);
}
