package io.braid.bgp.rib;

/** How far the planned removal of an uplink from service has come (RFC 8326). */
public enum DrainPhase {
    /** In service. */
    ACTIVE,
    /** Announced with GRACEFUL_SHUTDOWN, so that peers move away while the path still works. */
    DRAINING,
    /** Out of service: not announced. */
    DRAINED
}
