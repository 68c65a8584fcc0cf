/**
 * Looks at packets as they go through the workers: filters, captures and traces.
 *
 * <p>A worker that is looked at hands its bursts to a {@link io.braid.dataplane.graph.PacketWatch}, which copies what matches into a ring of its own; a thread of the
 * one who asked drains the rings of all workers. Workers never wait: what does not fit is counted. Nobody looking costs a worker one read of a field a turn.
 *
 * <p>The filter language is libpcap's, which the command line has compile it ({@link io.braid.linux.PcapCompiler}), since it is complete, what everybody knows, and well kept; what a
 * running dataplane takes is the classic BPF that comes of it, checked and made into bytecode, which the JIT compiles into the worker's loop. So no parser in C sees what
 * a client sends, no name is looked up in the dataplane, and no native code runs on a packet.
 */
@NullMarked
package io.braid.dataplane.look;

import org.jspecify.annotations.NullMarked;
