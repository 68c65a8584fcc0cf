package io.braid.flow;

import java.security.SecureRandom;

/**
 * Turns a flow's addresses, protocol and ports into the 64 bits that decide its path.
 *
 * <p>Switches spread flows with CRC or Toeplitz, both linear over XOR. A second linear hash behind them would see only the
 * flows that share some bits of the first one, and would use some of its paths never (polarisation). This hash multiplies
 * words with each other (the construction of wyhash), so its result is independent of any linear one.
 *
 * <p>Whoever does not know the seed cannot aim flows at one bucket. The same seed gives the same result on every machine
 * and in every run. Direction matters: a flow and its replies hash differently. The IPv6 flow label is never part of the
 * key, because hosts may change it during a connection (RFC 6438, section 3, leaves it to the source).
 *
 * <p>Addresses and ports may be given in any byte order as long as it is always the same. Of a protocol only the low 8 bits
 * count, of a port the low 16, so that sign-extended values do no harm. A protocol without ports passes 0 for both.
 *
 * <p>Immutable, allocates nothing, any thread.
 */
public final class FlowHash {
    private final long key0;
    private final long key1;
    private final long key2;
    private final long key3;
    private final long sourceHiKey;
    private final long sourceLoKey;
    private final long destinationHiKey;
    private final long destinationLoKey;
    private final long pairSourceKey;
    private final long pairDestinationKey;

    /** @param seed any value; every seed is equally good, and secrecy is what protects from crafted collisions */
    public FlowHash(long seed) {
        key0 = Mix.secret(seed, 0);
        key1 = Mix.secret(seed, 1);
        key2 = Mix.secret(seed, 2);
        key3 = Mix.secret(seed, 3);
        sourceHiKey = Mix.secret(seed, 4);
        sourceLoKey = Mix.secret(seed, 5);
        destinationHiKey = Mix.secret(seed, 6);
        destinationLoKey = Mix.secret(seed, 7);
        pairSourceKey = Mix.secret(seed, 8);
        pairDestinationKey = Mix.secret(seed, 9);
    }

    /** A hash whose seed nobody knows, for a dataplane that need not agree with another process. */
    public static FlowHash withRandomSeed() {
        return new FlowHash(new SecureRandom().nextLong());
    }

    /** Hash of an IPv4 flow that has a protocol and, where the protocol has them, ports. */
    public long ipv4(int source, int destination, int protocol, int sourcePort, int destinationPort) {
        return ofKey(FlowKey.ipv4(source, destination), FlowKey.transport(protocol, sourcePort, destinationPort));
    }

    /**
     * Hash of all that every fragment of an IPv4 datagram shares: the addresses. Never derived from the same words as
     * {@link #ipv4}, so a flow of protocol 0 and ports 0 is another key.
     */
    public long ipv4Addresses(int source, int destination) {
        return ofKey(FlowKey.ipv4(source, destination), FlowKey.ADDRESSES_ONLY);
    }

    /** Hash of an IPv6 flow; {@code protocol} is the upper-layer protocol, behind any extension headers. */
    public long ipv6(
            long sourceHi,
            long sourceLo,
            long destinationHi,
            long destinationLo,
            int protocol,
            int sourcePort,
            int destinationPort) {
        return ofKey(
                ipv6AddressWord(sourceHi, sourceLo, destinationHi, destinationLo),
                FlowKey.IPV6 | FlowKey.transport(protocol, sourcePort, destinationPort));
    }

    /** Hash of all that every fragment of an IPv6 datagram shares: the addresses. */
    public long ipv6Addresses(long sourceHi, long sourceLo, long destinationHi, long destinationLo) {
        return ofKey(
                ipv6AddressWord(sourceHi, sourceLo, destinationHi, destinationLo),
                FlowKey.IPV6 | FlowKey.ADDRESSES_ONLY);
    }

    /**
     * The first key word of an IPv6 flow (see {@link FlowKey}): its two addresses in 64 bits that only who knows the seed can make collide.
     */
    public long ipv6AddressWord(long sourceHi, long sourceLo, long destinationHi, long destinationLo) {
        // The two folds do not wait for each other, so the CPU overlaps their multiplications.
        long source = Mix.fold(sourceHi ^ sourceHiKey, sourceLo ^ sourceLoKey);
        long destination = Mix.fold(destinationHi ^ destinationHiKey, destinationLo ^ destinationLoKey);
        return Mix.fold(source ^ pairSourceKey, destination ^ pairDestinationKey);
    }

    /**
     * Hash of a flow given by its two key words.
     *
     * @param addresses from {@link FlowKey#ipv4} or {@link #ipv6AddressWord}
     * @param transport from {@link FlowKey#transport}, or {@link FlowKey#ADDRESSES_ONLY}, with {@link FlowKey#IPV6} where it is so
     */
    public long ofKey(long addresses, long transport) {
        long left = addresses ^ key0;
        long right = transport ^ key1;
        // All 128 bits of the product go on into the second round, keyed again; folding here would throw half of them
        // away.
        return Mix.fold((left * right) ^ key2, Math.unsignedMultiplyHigh(left, right) ^ key3);
    }
}
