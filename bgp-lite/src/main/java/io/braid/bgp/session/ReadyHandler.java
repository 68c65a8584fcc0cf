package io.braid.bgp.session;

/** Something with a socket that the speaker's thread waits for. */
interface ReadyHandler {
    /**
     * Does a bounded amount of work.
     *
     * @param ready the bits of {@link io.braid.linux.Poller}
     */
    void ready(int ready);
}
