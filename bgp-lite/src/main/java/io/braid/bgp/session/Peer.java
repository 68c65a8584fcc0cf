package io.braid.bgp.session;

import io.braid.bgp.wire.Notification;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A peer of a {@link BgpSpeaker}, to be told what to do and asked how it is. Any thread, at any time; commands take
 * effect on the speaker's thread soon after, in the order given, and are lost once the speaker is closed.
 */
public final class Peer {
    private final PeerConfig config;
    private final SpeakerLoop loop;
    private final PeerCounters counters = new PeerCounters();
    private final StateLog log = new StateLog();
    private volatile SessionState state = SessionState.IDLE;
    private volatile @Nullable SessionInfo info;
    private volatile @Nullable String fault;
    private volatile int queuedBytes;
    private volatile boolean outputEmpty = true;

    Peer(PeerConfig config, SpeakerLoop loop) {
        this.config = config;
        this.loop = loop;
    }

    /** The peer's name. */
    public String name() {
        return config.name();
    }

    /** The peer's configuration. */
    public PeerConfig config() {
        return config;
    }

    /** Starts the session, also before a pause after failures is over. Does nothing when it is on its way. */
    public void start() {
        loop.command(this, PeerSession::start);
    }

    /**
     * Ends the session; it stays down until {@link #start}.
     *
     * @param cease what the peer is told, such as {@link Notification#shutdown}
     * @param hard the peer shall not keep routes by graceful restart (RFC 8538)
     */
    public void stop(Notification cease, boolean hard) {
        loop.command(this, s -> s.stop(true, cease, hard));
    }

    /** Ends the session as {@link #stop} does; it comes back after the pause of a failure. */
    public void reset(Notification cease, boolean hard) {
        loop.command(this, s -> s.stop(false, cease, hard));
    }

    /**
     * Leaves without NOTIFICATION, so that a peer that does graceful restart keeps the routes: for a planned restart of
     * this process. The session stays down until {@link #start}.
     */
    public void leave() {
        loop.command(this, s -> s.stop(true, null, false));
    }

    /** Has the {@link MessageSource} asked again; to be called when it has something new to say. */
    public void messagesReady() {
        loop.command(this, PeerSession::messagesReady);
    }

    /** The peer as it is now. */
    public PeerStatus status() {
        return new PeerStatus(state, info, fault, log.changes(), queuedBytes);
    }

    /** What happened so far. */
    public PeerCounters counters() {
        return counters;
    }

    /** How far the session has come. */
    public SessionState state() {
        return state;
    }

    /**
     * Whether the kernel has taken every message that the {@link MessageSource} has given so far; also while there is no
     * session. To know that a certain message is on its way, look first that the source has given it and then here.
     */
    public boolean isOutputEmpty() {
        return outputEmpty;
    }

    /** The last changes of state, oldest first. */
    public List<StateChange> history() {
        return log.changes();
    }

    /** Takes a change in; returns whether it is another one than the last two. */
    boolean moved(StateChange change) {
        state = change.to();
        return log.add(change);
    }

    void info(@Nullable SessionInfo now) {
        info = now;
    }

    void fault(@Nullable String now) {
        fault = now;
    }

    @Nullable
    String fault() {
        return fault;
    }

    void queuedBytes(int now) {
        queuedBytes = now;
    }

    void outputEmpty(boolean now) {
        outputEmpty = now;
    }

    @Override
    public String toString() {
        return config.name() + " (" + config.address().getHostAddress() + ")";
    }
}
