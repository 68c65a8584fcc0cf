/**
 * The BGP-4 messages as values, and their bytes: what a session sends and what it makes of anything a peer sends.
 *
 * <p>It exists apart from sessions and routes so that it can be read, tested and fuzzed without a socket. It does no
 * input or output, starts no thread and keeps no state but {@link io.braid.bgp.wire.MessageFramer}'s buffer. All values
 * are immutable and may be shared by threads. Malformed input never throws: it becomes a
 * {@link io.braid.bgp.wire.BgpError} that says what the RFCs want done about it. Exceptions are for callers that ask for
 * something that cannot be put on the wire.
 */
@NullMarked
package io.braid.bgp.wire;

import org.jspecify.annotations.NullMarked;
