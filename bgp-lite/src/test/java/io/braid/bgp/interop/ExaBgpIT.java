package io.braid.bgp.interop;

/** ExaBGP. */
final class ExaBgpIT extends SecuredInteropContract {
    @Override
    Daemon daemon(PeerLab where) {
        return new ExaBgp(where);
    }

    /** It has no text to send. */
    @Override
    String shutdownDetail() {
        return "ADMINISTRATIVE_SHUTDOWN (6/2)";
    }
}
