package io.braid.perf.lab;

/** The rack switch's routes to task addresses, by whatever means it has them. One thread uses them. */
interface TaskRoutes {
    /** Makes them, or starts what will; every uplink has carrier. */
    void install() throws InterruptedException;

    /** An uplink has its carrier back, and the switch its own address on it. */
    void uplinkReturned(int i) throws InterruptedException;

    /** Spreads each of them evenly over the uplinks that have carrier, as after a fresh start. */
    void rebalance() throws InterruptedException;

    /** Whether a failed uplink leaves the flows to tasks over the others alone. */
    boolean isResilient();

    /** How many BFD sessions with the host are up. */
    int bfdSessionsUp() throws InterruptedException;

    /** Has the routing daemon run commands of its command line, one after the other, and returns what it said. */
    String vtysh(String... commands) throws InterruptedException;
}
