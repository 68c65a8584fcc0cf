package io.braid.bgp.interop;

/** Routes at Bird. */
final class BirdRoutesIT extends RestartContract {
    @Override
    Daemon daemon(PeerLab where) {
        return new Bird(where);
    }
}
