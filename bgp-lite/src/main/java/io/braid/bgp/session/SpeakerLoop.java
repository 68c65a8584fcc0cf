package io.braid.bgp.session;

import io.braid.bgp.wire.Notification;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the speaker's thread does: waits for sockets, timers and commands, and deals with each in bounded pieces. */
final class SpeakerLoop implements Runnable {
    private static final Logger LOG = System.getLogger(SpeakerLoop.class.getName());

    private final SpeakerConfig config;
    private final SpeakerIo io;
    private final Queue<Runnable> commands = new ConcurrentLinkedQueue<>();
    private final Map<Peer, PeerSession> peers = new LinkedHashMap<>();
    private final AtomicLong strangers = new AtomicLong();
    private final Listeners listeners;
    private long dueAt;
    private long keysAt;
    private @Nullable Notification farewell;
    private boolean closing;
    private volatile boolean ended;

    SpeakerLoop(SpeakerConfig config, SpeakerIo io) {
        this.config = config;
        this.io = io;
        this.listeners = new Listeners(io.poller(), config.listenPort(), strangers);
    }

    /** Has something done on the speaker's thread; any thread. */
    void command(Runnable work) {
        commands.add(work);
        io.poller().wakeup();
    }

    /** Has something done with a peer unless it was removed; any thread. */
    void command(Peer peer, Consumer<PeerSession> work) {
        command(() -> {
            PeerSession session = peers.get(peer);
            if (session != null) {
                session.guarded(() -> work.accept(session));
            }
        });
    }

    void add(Peer peer, PeerListener listener, MessageSource source) {
        command(() -> {
            var session = new PeerSession(config, io, peer, listener, source);
            peers.put(peer, session);
            session.refreshKey();
            listeners.update(peers.values(), System.nanoTime());
            session.guarded(session::start);
        });
    }

    void remove(Peer peer, Notification cease) {
        command(peer, s -> s.stop(true, cease, true));
        command(() -> {
            PeerSession gone = peers.remove(peer);
            if (gone != null) {
                gone.abandon();
            }
            listeners.update(peers.values(), System.nanoTime());
        });
    }

    /** Ends all sessions and then the thread. */
    void close(@Nullable Notification cease) {
        command(() -> {
            closing = true;
            farewell = cease;
        });
    }

    @Override
    public void run() {
        try {
            keysAt = System.nanoTime() + config.passwordCheck().toNanos();
            while (!closing) {
                turn();
            }
            listeners.close();
            peers.values().forEach(s -> s.guarded(() -> s.stop(true, farewell, true)));
            while (!io.lingering().isEmpty()) {
                io.poller().poll(io.lingering().nanosToNext(System.nanoTime()), this::ready);
                io.lingering().expire(System.nanoTime());
            }
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "BGP: the speaker ends, and all its sessions with it", e);
            throw e;
        } finally {
            ended = true;
            listeners.close();
            peers.values().forEach(PeerSession::abandon);
            io.lingering().abortAll();
            io.poller().close();
        }
    }

    private void turn() {
        long now = System.nanoTime();
        long wait = nanosToNext(now);
        dueAt = now + Math.min(wait, Long.MAX_VALUE / 2);
        io.poller().poll(wait == TimerSet.NEVER ? -1 : wait, this::ready);
        for (Runnable work = commands.poll(); work != null; work = commands.poll()) {
            work.run();
        }
        runTimers(System.nanoTime());
    }

    private long nanosToNext(long now) {
        long next = Math.min(listeners.nanosToNext(now), io.lingering().nanosToNext(now));
        next = Math.min(next, Math.max(0, keysAt - now));
        for (PeerSession peer : peers.values()) {
            next = Math.min(next, peer.nanosToNext(now));
        }
        return next;
    }

    /** Between sockets timers are looked at, so that much work for some does not delay the keepalives of others. */
    private void ready(Object attachment, int ready) {
        ReadyHandler handler = (ReadyHandler) attachment;
        PeerSession peer = handler instanceof Wire wire ? wire.peer() : null;
        if (peer == null) {
            handler.ready(ready);
        } else {
            peer.guarded(() -> handler.ready(ready));
        }
        long now = System.nanoTime();
        if (dueAt - now <= 0) {
            runTimers(now);
            dueAt = now + nanosToNext(now);
        }
    }

    private void runTimers(long now) {
        for (PeerSession peer : peers.values()) {
            peer.guarded(() -> peer.runTimers(now));
        }
        listeners.retry(now);
        io.lingering().expire(now);
        if (keysAt - now <= 0) {
            keysAt = now + config.passwordCheck().toNanos();
            peers.values().forEach(p -> checkKey(p, now));
        }
    }

    private void checkKey(PeerSession peer, long now) {
        boolean changed = peer.refreshKey();
        if (changed || listeners.misses(peer)) {
            listeners.installKey(peer, now);
        }
        if (changed) {
            peer.guarded(peer::keyChanged);
        }
    }

    long strangers() {
        return strangers.get();
    }

    List<ListenStatus> listening() {
        return listeners.status();
    }

    boolean isEnded() {
        return ended;
    }
}
