package io.braid.perf.lab;

/** Where the rack switch has its routes to task addresses from. */
public enum Routing {
    /** Over every uplink from the start, as an operator would write them: for a host that announces nothing. */
    STATIC,
    /** From what the host announces by BGP, and from nothing else. */
    BGP
}
