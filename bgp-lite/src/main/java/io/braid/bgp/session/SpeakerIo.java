package io.braid.bgp.session;

import io.braid.linux.Poller;
import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;

/**
 * What the connections of a speaker share: the thread's poller, its buffers, chance, and where closed connections go.
 *
 * @param poller waits for all sockets
 * @param input filled by one read at a time
 * @param output filled for one write at a time
 * @param jitter shortens timers
 * @param lingering ends connections after a last message
 */
record SpeakerIo(Poller poller, ByteBuffer input, ByteBuffer output, Jitter jitter, Lingering lingering) {
    /** The most one session reads in a turn: a flood from one peer costs the others a few milliseconds. */
    static final int INPUT_BYTES = 16 * 1024;

    /** The most that is offered to the kernel at once. */
    static final int OUTPUT_BYTES = 64 * 1024;

    static SpeakerIo open(RandomGenerator random) {
        Poller poller = Poller.open();
        return new SpeakerIo(
                poller,
                ByteBuffer.allocateDirect(INPUT_BYTES),
                ByteBuffer.allocateDirect(OUTPUT_BYTES),
                new Jitter(random),
                new Lingering(poller));
    }
}
