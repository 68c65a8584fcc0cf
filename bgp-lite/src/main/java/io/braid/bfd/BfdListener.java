package io.braid.bfd;

/** Told of every change of a session's state. */
@FunctionalInterface
public interface BfdListener {
    /**
     * Takes a change, on the engine's thread: other sessions' timers wait meanwhile, so hand over to another thread
     * anything that could take a millisecond. The session's methods may be called from here.
     */
    void stateChanged(BfdSession session, StateChange change);
}
