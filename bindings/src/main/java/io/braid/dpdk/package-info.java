/**
 * DPDK for Java programs: the environment abstraction layer, packet pools, ports and their burst functions, over the generated declarations of {@code
 * io.braid.dpdk.ffi}.
 *
 * <p>Control calls (configure, start, statistics) are ordinary downcalls with exceptions that carry the errno name. Data calls ({@link RxQueue}, {@link
 * TxQueue}, {@link Packet}, {@link PacketPool#free(long, int)}) take and return plain {@code long} addresses, allocate nothing and throw nothing in normal
 * operation. Nothing outside this module sees a generated type.
 */
@NullMarked
package io.braid.dpdk;

import org.jspecify.annotations.NullMarked;
