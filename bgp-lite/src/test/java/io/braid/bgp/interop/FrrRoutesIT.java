package io.braid.bgp.interop;

/** Routes at Frr. */
final class FrrRoutesIT extends RestartContract {
    @Override
    Daemon daemon(PeerLab where) {
        return new Frr(where);
    }
}
