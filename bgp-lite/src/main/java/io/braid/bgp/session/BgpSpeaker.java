package io.braid.bgp.session;

import io.braid.bgp.wire.ErrorReason;
import io.braid.bgp.wire.Notification;
import io.braid.linux.ThreadEnd;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A BGP speaker: all sessions of a process, served by one thread of its own.
 *
 * <p>Only configured peers are spoken with. Sockets are opened in the network namespace of the thread that calls {@link
 * #start}. Any thread may call the methods; none of them but {@link #close} waits.
 */
public final class BgpSpeaker implements AutoCloseable {
    private final SpeakerLoop loop;
    private final Thread thread;
    private final Set<String> names = ConcurrentHashMap.newKeySet();

    private BgpSpeaker(SpeakerLoop loop, Thread thread) {
        this.loop = loop;
        this.thread = thread;
    }

    /**
     * Starts a speaker without peers.
     *
     * @throws io.braid.linux.LinuxException when there are too many open files
     */
    public static BgpSpeaker start(SpeakerConfig config) {
        var loop = new SpeakerLoop(config, SpeakerIo.open(new SecureRandom()));
        Thread thread = Thread.ofPlatform().name("bgp-speaker").daemon().unstarted(loop);
        thread.start();
        return new BgpSpeaker(loop, thread);
    }

    /**
     * Adds a peer and starts its session.
     *
     * @param listener told what happens
     * @param source asked for what to send
     * @throws IllegalArgumentException if there is a peer of that name
     */
    public Peer add(PeerConfig config, PeerListener listener, MessageSource source) {
        if (!names.add(config.name())) {
            throw new IllegalArgumentException("there is a BGP peer named " + config.name() + " already");
        }
        var peer = new Peer(config, loop);
        loop.add(peer, listener, source);
        return peer;
    }

    /** Ends a peer's session for good (Cease, peer de-configured) and forgets the peer. */
    public void remove(Peer peer) {
        loop.remove(peer, Notification.of(ErrorReason.PEER_DECONFIGURED));
        names.remove(peer.name());
    }

    /** Connections from addresses that are no peer's, refused at once. */
    public long strangers() {
        return loop.strangers();
    }

    /** Where peers can connect to, and where not. */
    public List<ListenStatus> listening() {
        return loop.listening();
    }

    /** Whether the thread serves sessions: not closed, and not ended by a failure. */
    public boolean isRunning() {
        return !loop.isEnded();
    }

    /** Ends all sessions with an administrative shutdown and waits for the thread, about a second at most. */
    @Override
    public void close() {
        close(Notification.of(ErrorReason.ADMINISTRATIVE_SHUTDOWN));
    }

    /**
     * Ends all sessions and waits for the thread, about a second at most. Not to be called from a callback.
     *
     * @param cease what the peers are told; null to leave without a word, so that peers which do graceful restart keep
     *     the routes
     */
    public void close(@Nullable Notification cease) {
        if (Thread.currentThread() == thread) {
            throw new IllegalStateException("a speaker cannot wait for its own thread; close it from another");
        }
        loop.close(cease);
        ThreadEnd.await(thread);
    }
}
