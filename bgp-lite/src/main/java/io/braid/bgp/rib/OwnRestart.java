package io.braid.bgp.rib;

import io.braid.bgp.wire.Family;
import java.util.EnumSet;
import java.util.Set;

/**
 * What one peer's OPEN says of a restart of this process: the R and F bits of graceful restart (RFC 4724 section 3).
 *
 * <p>R is set after a restart until the peer has told all its routes or its time is over. F is set of a family whose flows
 * were kept on their paths all through: those whose pins were saved and loaded; and of all families once a session
 * with the peer has been up in this process, since from then on only the session can have been away. Any thread.
 */
public final class OwnRestart {
    private final Set<Family> awaited = EnumSet.noneOf(Family.class);
    private final Set<Family> kept;
    private final long deadline;
    private boolean restarting;
    private boolean wasUp;

    private OwnRestart(boolean restarting, Set<Family> kept, long deadline) {
        this.restarting = restarting;
        this.kept = Set.copyOf(kept);
        this.deadline = deadline;
    }

    /** The process was started anew, and nothing was kept. */
    public static OwnRestart none() {
        return new OwnRestart(false, Set.of(), 0);
    }

    /**
     * The process was started by a planned restart.
     *
     * @param pinsLoaded the families whose pins were saved before and are loaded
     * @param deadline until when the peer is awaited at most, in nanoseconds
     */
    public static OwnRestart planned(Set<Family> pinsLoaded, long deadline) {
        return new OwnRestart(true, pinsLoaded, deadline);
    }

    /** R bit: the process has restarted and the peer has not told all its routes yet. */
    public synchronized boolean restarting() {
        return restarting;
    }

    /** F bit: packets of the family were forwarded all through. */
    public synchronized boolean forwardingKept(Family family) {
        return wasUp || kept.contains(family);
    }

    /** The session is up, with these families. */
    public synchronized void established(Set<Family> families) {
        wasUp = true;
        awaited.clear();
        awaited.addAll(families);
    }

    /** The peer has told all its routes of the family. */
    public synchronized void endOfRib(Family family) {
        if (awaited.remove(family) && awaited.isEmpty()) {
            restarting = false;
        }
    }

    /** Ends the wait for the peer when its time is over. */
    public synchronized void tick(long now) {
        if (restarting && now - deadline >= 0) {
            restarting = false;
        }
    }
}
