package io.braid.bgp.session;

import io.braid.bgp.session.PeerCounters.Event;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The key of a peer's signatures and what is wrong with it. A peer that shall be signed is never spoken with plainly:
 * without a key there is no connection. For the speaker's thread.
 */
final class PeerKey {
    private static final Logger LOG = System.getLogger(PeerKey.class.getName());

    private final Peer peer;
    private final @Nullable PasswordFile file;
    private @Nullable String unread;
    private @Nullable String refusedByKernel;

    PeerKey(Peer peer) {
        this.peer = peer;
        var path = peer.config().transport().passwordFile();
        this.file = path == null ? null : new PasswordFile(path);
    }

    /** Whether connections have to be signed. */
    boolean isDemanded() {
        return file != null;
    }

    /** Reads the file; returns whether the key is another one than at the last call. */
    boolean refresh() {
        if (file == null) {
            return false;
        }
        try {
            boolean changed = file.refresh();
            unread(null);
            return changed;
        } catch (IOException e) {
            unread(String.valueOf(e.getMessage()));
            return false;
        }
    }

    /** The key to sign with; null where none is demanded. */
    byte @Nullable [] current() throws KeyUnavailableException {
        if (file == null) {
            return null;
        }
        byte[] key = file.key();
        if (unread != null || key == null) {
            throw new KeyUnavailableException("no connection without a key: " + unread);
        }
        return key;
    }

    /** Whether the key can be read, or none is demanded. */
    boolean isReadable() {
        return unread == null;
    }

    private void unread(@Nullable String why) {
        boolean changed = !Objects.equals(why, unread);
        unread = why;
        if (changed) {
            tell(why);
        }
    }

    /** The kernel has taken the key, or has not and says why. */
    void installed(@Nullable String whyNot) {
        boolean changed = !Objects.equals(whyNot, refusedByKernel);
        refusedByKernel = whyNot;
        if (changed) {
            tell(whyNot);
        }
    }

    private void tell(@Nullable String fault) {
        if (fault != null) {
            peer.counters().add(Event.KEY_FAILURES);
            LOG.log(Level.WARNING, "BGP peer {0}: {1}", peer, fault);
        }
        peer.fault(unread != null ? unread : refusedByKernel);
    }
}
