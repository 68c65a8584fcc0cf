package io.braid.bgp.interop;

/** Routes at GoBgp. */
final class GoBgpRoutesIT extends PathsContract {
    @Override
    Daemon daemon(PeerLab where) {
        return new GoBgp(where);
    }
}
