package io.braid.bgp.interop;

/** GoBGP. */
final class GoBgpIT extends SecuredInteropContract {
    @Override
    Daemon daemon(PeerLab where) {
        return new GoBgp(where);
    }

    /** Without hold time version 3.10 gives its own writes no time at all, and ends the session. */
    @Override
    int[] holdTimes() {
        return new int[] {3, 65535};
    }
}
