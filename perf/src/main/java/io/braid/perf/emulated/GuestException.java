package io.braid.perf.emulated;

/** Something did not work inside a guest that is well itself: a finding about Braid or the kernel, not about the test bed. */
final class GuestException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    GuestException(String message) {
        super(message);
    }

    GuestException(String message, Throwable cause) {
        super(message, cause);
    }
}
