package io.braid.bgp.session;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells whose connection it is that came. */
final class PeerMatch {
    private PeerMatch() {}

    /** Returns the peer with these addresses, null for a stranger. */
    static @Nullable PeerSession find(List<PeerSession> peers, InetSocketAddress remote, InetSocketAddress local) {
        for (PeerSession peer : peers) {
            InetAddress own = peer.config().transport().localAddress();
            if (same(peer.config().address(), remote.getAddress()) && (own == null || same(own, local.getAddress()))) {
                return peer;
            }
        }
        return null;
    }

    /** Link-local addresses are equal on one link only; the link may be left open. */
    private static boolean same(InetAddress configured, InetAddress actual) {
        if (!configured.equals(actual)) { // compares the address alone
            return false;
        }
        return !(configured instanceof Inet6Address c)
                || !(actual instanceof Inet6Address a)
                || c.getScopeId() == 0
                || a.getScopeId() == 0
                || c.getScopeId() == a.getScopeId();
    }
}
