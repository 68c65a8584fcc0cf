package io.braid.bgp.interop;

/** Routes at ExaBgp. */
final class ExaBgpRoutesIT extends RoutesContract {
    @Override
    Daemon daemon(PeerLab where) {
        return new ExaBgp(where);
    }
}
