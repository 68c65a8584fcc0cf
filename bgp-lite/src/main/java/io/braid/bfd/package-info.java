/**
 * Bidirectional Forwarding Detection (RFC 5880) over one hop (RFC 5881), asynchronous mode, IPv4 and IPv6: says within
 * a few packet intervals that a path no longer carries packets, where the link itself stays up.
 *
 * <p>The package exists because a silent loss is otherwise seen by a BGP hold timer only, seconds later. It is apart
 * from BGP, since a dataplane takes a path out of use by it whether or not BGP runs there. Codec and
 * {@link io.braid.bfd.SessionMachine} are without I/O and clock, so that every rule of the RFC is tested with given
 * times; {@link io.braid.bfd.BfdEngine} adds sockets and a thread.
 *
 * <p>Not done, on purpose: echo mode, demand mode of our own (a peer's is honoured), authentication (packets that
 * carry it are discarded; on one hop the TTL says that the sender is on the link), multihop.
 */
@NullMarked
package io.braid.bfd;

import org.jspecify.annotations.NullMarked;
