package io.braid.bgp.interop;

/** What a daemon is set up for besides the plain session. */
enum Feature {
    /** Several paths are taken of Braid (RFC 7911). */
    ADD_PATH,
    /** Braid's routes are kept over its restart, and its own restarts are announced (RFC 4724). */
    GRACEFUL_RESTART,
    /** It was restarted and takes up what was kept for it; with {@link #GRACEFUL_RESTART}. */
    RECOVER,
    /** It watches its cables by BFD, 50 ms x 3. */
    BFD,
    /** It announces default routes. */
    DEFAULT_ROUTE,
    /** It knows no IPv6 routes. */
    IPV4_ONLY,
    /** It says nothing of what it can, as speakers before RFC 5492. */
    NO_CAPABILITIES,
    /** It takes Braid for another AS. */
    OTHER_AS
}
