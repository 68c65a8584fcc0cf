package io.braid.bgp.interop;

import io.braid.bgp.session.SessionEnd;
import java.util.Set;

/** OpenBGPD. */
final class OpenBgpdIT extends SecuredInteropContract {
    @Override
    Daemon daemon(PeerLab where) {
        return new OpenBgpd(where);
    }

    /** Its processes are ended one by one, and the one that speaks with Braid may notice that another has gone. */
    @Override
    Set<SessionEnd.Cause> endsWhenKilled() {
        return Set.of(SessionEnd.Cause.CONNECTION_LOST, SessionEnd.Cause.PEER_NOTIFIED);
    }
}
