package io.braid.bgp.interop;

/** BIRD 2. */
final class BirdIT extends SecuredInteropContract {
    @Override
    Daemon daemon(PeerLab where) {
        return new Bird(where);
    }
}
