package io.braid.bfd;

/** Where a {@link SessionMachine} puts what it decides, at once and on the caller's thread. */
interface SessionOutput {
    void transmit(ControlPacket packet);

    void changed(StateChange change);
}
