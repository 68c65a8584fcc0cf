package io.braid.bfd;

import io.braid.linux.LinuxException;
import io.braid.linux.NetworkNamespace;
import io.braid.linux.Poller;
import io.braid.linux.RealTime;
import io.braid.linux.ThreadEnd;
import io.braid.linux.UdpDatagram;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Runs BFD sessions on one thread of its own.
 *
 * <p>The thread waits for packets, timers and orders with one epoll. In each round it first takes every packet that known
 * peers sent, then some of the others, and only then looks at detection times: a thread that was held up, by the machine
 * or by a garbage collection, is late but raises no false alarm. With the privilege it runs at real-time priority, so that busy CPUs do not hold it
 * up. Public methods may be called by any thread.
 */
public final class BfdEngine implements AutoCloseable {
    /** Above ordinary threads, below the kernel's own (which start at 50). */
    public static final int DEFAULT_PRIORITY = 20;

    private static final System.Logger LOG = System.getLogger(BfdEngine.class.getName());
    private static final int DATAGRAM_BYTES = 512; // a length field says 255 at most
    private static final long FAULT_PAUSE_NANOS = 10_000_000;

    private final Poller poller;
    private final Thread thread;
    private final int priority;
    private final SessionTable sessions = new SessionTable();
    private final EngineOrders orders;
    private final RandomGenerator secret = new SecureRandom();
    private final RandomGenerator jitter = new SplittableRandom(secret.nextLong());
    private final AtomicLongArray discards = new AtomicLongArray(DiscardReason.values().length);
    private final Arena arena = Arena.ofShared();
    private final MemorySegment packetBuffer = arena.allocate(ControlPacketCodec.BYTES, 8);
    private final UdpDatagram datagram = new UdpDatagram(DATAGRAM_BYTES);
    private final List<BfdReceiver> receivers = new ArrayList<>(2);
    private final AtomicLong longestDelay = new AtomicLong();
    private String lastFault = "";
    private boolean closing;
    private volatile boolean realTime;

    private BfdEngine(@Nullable NetworkNamespace namespace, int priority) {
        this.priority = priority;
        this.poller = Poller.open();
        this.orders = new EngineOrders(poller);
        this.thread = namespace == null
                ? Thread.ofPlatform().name("bfd").unstarted(this::run)
                : namespace.thread("bfd", this::run);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((_, e) -> failedToStart(e));
    }

    /**
     * Starts an engine without sessions.
     *
     * @param namespace where its sessions are, null for the caller's; it may be closed afterwards
     * @param realTimePriority 1 to 99, 0 for none; where it is not allowed, a warning is logged and the thread is an
     *     ordinary one
     * @throws LinuxException when there are too many open files
     */
    public static BfdEngine start(@Nullable NetworkNamespace namespace, int realTimePriority) {
        BfdEngine engine = new BfdEngine(namespace, realTimePriority);
        engine.thread.start();
        engine.call(() -> true); // from here on it is in the namespace
        return engine;
    }

    /** Starts an engine in the caller's namespace at {@link #DEFAULT_PRIORITY}. */
    public static BfdEngine start() {
        return start(null, DEFAULT_PRIORITY);
    }

    /**
     * Starts a session; it sends at once, once a second until it is Up. An interface or address that is not there yet
     * is waited for.
     *
     * @throws IllegalArgumentException when a session with this peer on this interface exists
     * @throws LinuxException when port 3784 cannot be had, because another BFD daemon runs in the namespace
     */
    public BfdSession add(SessionConfig config, BfdListener listener) {
        return call(() -> {
            sessions.requireFree(config);
            openReceiver(config.ipv6());
            long now = System.nanoTime();
            int discriminator = sessions.newDiscriminator(secret);
            BfdSession session = new BfdSession(this, config, listener, discriminator, jitter, packetBuffer, now);
            sessions.add(session);
            session.start(now);
            return session;
        });
    }

    void remove(BfdSession session) {
        try {
            call(() -> {
                if (sessions.remove(session)) {
                    receivers.forEach(receiver -> receiver.forget(session));
                    session.end();
                }
                return true;
            });
        } catch (EngineOrders.ClosedException e) {
            LOG.log(System.Logger.Level.DEBUG, "the session ended with its engine", e);
        }
    }

    /** Returns how many packets were discarded for each reason, over all sessions. */
    public Map<DiscardReason, Long> discards() {
        return BfdReceiver.counts(discards);
    }

    /**
     * Returns by how much the thread was late for a timer at most since this was last asked, and begins anew. Peers see
     * it as silence: near their detection time it is the reason for alarms that are not the network's.
     */
    public Duration takeLongestDelay() {
        return Duration.ofNanos(longestDelay.getAndSet(0));
    }

    /** Returns whether the thread runs at real-time priority. */
    public boolean isRealTime() {
        return realTime;
    }

    /** Ends all sessions, telling each peer once that it is held down, and the thread. A second call does nothing. */
    @Override
    public void close() {
        try {
            call(() -> closing = true);
        } catch (EngineOrders.ClosedException e) {
            LOG.log(System.Logger.Level.DEBUG, "closed already", e);
        }
        if (Thread.currentThread() != thread) {
            ThreadEnd.await(thread);
        }
    }

    /** Has work done on the engine's thread, between two rounds, and waits for its result. */
    <T> T call(Callable<T> work) {
        return orders.call(thread, work);
    }

    private void run() {
        enterRealTime();
        try {
            while (!closing) {
                try {
                    round();
                } catch (RuntimeException | Error e) {
                    fault(e);
                    LockSupport.parkNanos(FAULT_PAUSE_NANOS);
                }
            }
            sessions.all().forEach(BfdSession::end);
        } finally {
            finish();
        }
    }

    /** The thread could not enter the namespace. Who waits for it must not wait for ever. */
    private void failedToStart(Throwable e) {
        LOG.log(System.Logger.Level.ERROR, "the BFD thread ended", e);
        finish();
    }

    private void finish() {
        if (!orders.end()) {
            return;
        }
        for (BfdReceiver receiver : receivers) {
            receiver.close();
        }
        poller.close();
        datagram.close();
        arena.close();
    }

    private void round() {
        long wait = untilNextTimer();
        long slept = System.nanoTime();
        poller.poll(wait, (_, _) -> {});
        orders.runAll();
        // The time is taken before the packets are: what came before it has then been seen.
        long now = System.nanoTime();
        if (wait >= 0) {
            longestDelay.accumulateAndGet(now - slept - wait, Math::max);
        }
        for (BfdReceiver receiver : receivers) {
            receiver.drainKnown(now);
        }
        for (BfdReceiver receiver : receivers) {
            try {
                receiver.drainRest(now);
            } catch (LinuxException e) {
                fault(e); // timers go on all the same
            }
        }
        // By index: an order from a listener may add or remove a session meanwhile.
        for (int i = 0; i < sessions.all().size(); i++) {
            sessions.all().get(i).expire(now);
        }
    }

    private long untilNextTimer() {
        long now = System.nanoTime();
        long least = Long.MAX_VALUE;
        for (BfdSession session : sessions.all()) {
            least = Math.min(least, session.remaining(now));
        }
        return least == Long.MAX_VALUE ? -1 : least;
    }

    /** One socket for each family, made when it is first needed: a host may have one family only. */
    private void openReceiver(boolean six) {
        for (BfdReceiver receiver : receivers) {
            if (receiver.ipv6() == six) {
                return;
            }
        }
        receivers.add(new BfdReceiver(six, poller, sessions, datagram, discards));
    }

    private void enterRealTime() {
        if (priority == 0) {
            return;
        }
        try {
            RealTime.enter(priority);
            realTime = true;
        } catch (LinuxException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "BFD runs without real-time priority and may be late on a busy host: {0}",
                    e.getMessage());
        }
    }

    /** A fault costs a round, not the sessions; the same one is logged once. */
    private void fault(Throwable e) {
        String text = e.toString();
        if (!text.equals(lastFault)) {
            lastFault = text;
            LOG.log(System.Logger.Level.ERROR, "a round of BFD failed", e);
        }
    }
}
