package io.braid.bfd;

import io.braid.linux.UdpDatagram;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A session of a {@link BfdEngine}, from {@link BfdEngine#add} until closed.
 *
 * <p>Public methods may be called by any thread; they are done on the engine's.
 */
public final class BfdSession implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(BfdSession.class.getName());

    private final BfdEngine engine;
    private final SessionConfig config;
    private final BfdListener listener;
    private final byte[] peer;
    private final SessionMachine machine;
    private final SessionTransport transport;
    private final MemorySegment packetBuffer;

    private volatile SessionState state = SessionState.DOWN;
    private boolean ended;
    private long sent;
    private long received;
    private long changes;
    private @Nullable StateChange lastChange;
    private @Nullable Instant lastChangeAt;

    BfdSession(
            BfdEngine engine,
            SessionConfig config,
            BfdListener listener,
            int discriminator,
            RandomGenerator random,
            MemorySegment packetBuffer,
            long now) {
        this.engine = engine;
        this.config = config;
        this.listener = listener;
        this.peer = config.peer().getAddress();
        this.packetBuffer = packetBuffer;
        this.transport = new SessionTransport(config, random, now);
        this.machine = new SessionMachine(discriminator, config.timers(), random, new Output());
        if (transport.error() != null) {
            LOG.log(System.Logger.Level.WARNING, "{0} cannot send yet: {1}", config, transport.error());
        }
    }

    public SessionConfig config() {
        return config;
    }

    public InetAddress peer() {
        return config.peer();
    }

    /** Returns the state after the last change; does not wait for the engine. */
    public SessionState state() {
        return state;
    }

    /**
     * Returns everything known and counted, from the engine's thread.
     *
     * @throws IllegalStateException when the engine is closed
     */
    public SessionStatus status() {
        return engine.call(() -> new SessionStatus(
                config,
                machine.view(),
                transport.sourcePort(),
                sent,
                transport.errors(),
                received,
                changes,
                lastChange,
                lastChangeAt,
                transport.error()));
    }

    /** Holds the session down, and tells the peer so; or lets it come up again. */
    public void setAdminDown(boolean down) {
        engine.call(() -> {
            machine.setAdminDown(down, System.nanoTime());
            return true;
        });
    }

    /** Changes the timers without leaving Up; the peer agrees by a Poll Sequence. */
    public void setTimers(BfdTimers timers) {
        engine.call(() -> {
            machine.setTimers(timers, System.nanoTime());
            return true;
        });
    }

    /** Tells the peer once that the session is held down, and ends it. A second call does nothing. */
    @Override
    public void close() {
        engine.remove(this);
    }

    @Override
    public String toString() {
        return config.toString();
    }

    int discriminator() {
        return machine.localDiscriminator();
    }

    void start(long now) {
        machine.start(now);
    }

    boolean isFrom(UdpDatagram datagram) {
        return datagram.isFrom(peer);
    }

    /** Returns whether the datagram came by the session's interface. */
    boolean cameBy(UdpDatagram datagram) {
        return config.device() == null || datagram.interfaceIndex() == transport.deviceIndex();
    }

    @Nullable
    DiscardReason receive(ControlPacket packet, long now) {
        received++;
        return machine.receive(packet, now);
    }

    void expire(long now) {
        machine.expire(now);
    }

    long remaining(long now) {
        return machine.remaining(now);
    }

    /** Last words, without telling the listener: the caller ends the session on purpose. */
    void end() {
        if (machine.state() != SessionState.ADMIN_DOWN) {
            state = SessionState.ADMIN_DOWN;
            ended = true;
            machine.setAdminDown(true, System.nanoTime());
        }
        transport.close();
    }

    private final class Output implements SessionOutput {
        @Override
        public void transmit(ControlPacket packet) {
            ControlPacketCodec.encode(packet, packetBuffer);
            String before = transport.error();
            if (transport.send(packetBuffer, System.nanoTime())) {
                sent++;
            } else if (before == null && !ended) {
                LOG.log(System.Logger.Level.WARNING, "{0} cannot send: {1}", config, transport.error());
            }
        }

        @Override
        public void changed(StateChange change) {
            state = change.to();
            changes++;
            lastChange = change;
            lastChangeAt = Instant.now();
            if (ended) {
                return;
            }
            try {
                listener.stateChanged(BfdSession.this, change);
            } catch (RuntimeException e) {
                // The listener's fault must not cost other sessions their timers.
                LOG.log(System.Logger.Level.ERROR, "listener of " + config + " failed", e);
            }
        }
    }
}
