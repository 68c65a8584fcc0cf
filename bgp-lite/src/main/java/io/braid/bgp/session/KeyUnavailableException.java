package io.braid.bgp.session;

/** Says why a connection that has to be signed is not tried. */
final class KeyUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    KeyUnavailableException(String message) {
        super(message);
    }
}
