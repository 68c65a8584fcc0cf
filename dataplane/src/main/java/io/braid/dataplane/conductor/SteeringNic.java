package io.braid.dataplane.conductor;

import java.util.Optional;
import java.util.OptionalLong;

/** What a NIC can do to put packets into chosen receive queues. One thread at a time; refusals are {@link io.braid.dpdk.DpdkException}s. */
interface SteeringNic {
    /** Whether it spreads packets over queues by a hash (RSS). */
    boolean hashes();

    /** Entries of its redirection table, 0 when it has none that can be set. */
    int redirectionSize();

    /** Sets the redirection table: the queue of each entry. */
    void redirect(int[] queues);

    /**
     * Why it would not take a rule; empty when it would.
     *
     * @param address destination of the packets: 4 or 16 bytes, network order
     */
    Optional<String> refusal(byte[] address, int queue);

    /** Makes a rule, on a running port. */
    Rule rule(byte[] address, int queue);

    /** A rule in the NIC: packets to one address are received by one queue. */
    interface Rule {
        int queue();

        /** Packets that matched; empty when the NIC does not count. */
        OptionalLong hits();

        /** Takes it out; the port must not have been stopped since it was made. */
        void destroy();
    }
}
