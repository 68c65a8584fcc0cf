package io.braid.bgp.interop;

/** FRR. */
final class FrrIT extends SecuredInteropContract {
    @Override
    Daemon daemon(PeerLab where) {
        return new Frr(where);
    }
}
