package io.braid.bgp.interop;

/** Routes at OpenBgpd. */
final class OpenBgpdRoutesIT extends RoutesContract {
    @Override
    Daemon daemon(PeerLab where) {
        return new OpenBgpd(where);
    }
}
