package io.braid.perf.lab;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.braid.linux.Errno;
import io.braid.linux.LinuxException;
import io.braid.linux.NetworkNamespace;
import io.braid.linux.UdpDatagram;
import io.braid.linux.UdpSocket;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Numbered datagrams from one namespace to addresses in another at an even rate, over many flows, every one of which is
 * looked for at the other end.
 *
 * <pre>
 *  0               8        12       16        64
 * +---------------+--------+--------+---------+
 * | mark          | flow   | number | padding |
 * +---------------+--------+--------+---------+
 * </pre>
 *
 * <p>Two threads of its own send and receive; its methods are for the thread that made it.
 */
public final class UdpStream implements AutoCloseable {
    /** Enough that each uplink has some, whatever the switch's hash does. */
    public static final int FLOWS = 64;

    private static final long MARK = 0x42_52_41_49_44_75_64_70L;
    private static final int BYTES = 64;
    private static final long TICK_NANOS = 1_000_000;
    /** Two seconds of the rates used, so that a receiver that has to wait for a CPU is no loss of the network. */
    private static final int RECEIVE_BUFFER_BYTES = 32 << 20;
    /** A sender that was held up sends so many at once at most, and the rest never. */
    private static final int MOST_AT_ONCE = 100;

    private static final Duration TAIL = Duration.ofSeconds(2);

    private final Arrivals arrivals = new Arrivals(FLOWS);
    private final List<UdpSocket> sources = new ArrayList<>();
    private final List<UdpSocket> sinks = new ArrayList<>();
    private final int packetsPerSecond;
    private final Thread sender;
    private final Thread receiver;
    private volatile boolean sending = true;
    private volatile boolean receiving = true;
    private volatile long sent;
    private volatile long received;
    private volatile long longestSilence;
    private volatile @Nullable RuntimeException failure;

    /**
     * Starts it.
     *
     * @param targets addresses in {@code to}; flows are divided among them
     * @param port in {@code to}, not in use there
     */
    public UdpStream(Netns from, Netns to, List<String> targets, int port, int packetsPerSecond) {
        this.packetsPerSecond = packetsPerSecond;
        try (NetworkNamespace source = NetworkNamespace.open(from.name());
                NetworkNamespace sink = NetworkNamespace.open(to.name())) {
            for (String target : targets) {
                UdpSocket socket =
                        UdpSocket.open(sink, new InetSocketAddress(InetAddress.ofLiteral(target), port), null);
                sinks.add(socket);
                socket.setReceiveBuffer(RECEIVE_BUFFER_BYTES);
            }
            for (int flow = 0; flow < FLOWS; flow++) {
                InetAddress target = InetAddress.ofLiteral(targets.get(flow % targets.size()));
                InetAddress any = InetAddress.ofLiteral(target.getAddress().length == 4 ? "0.0.0.0" : "::");
                UdpSocket socket = UdpSocket.open(source, new InetSocketAddress(any, 0), null);
                sources.add(socket);
                socket.connect(new InetSocketAddress(target, port));
            }
        } catch (RuntimeException e) {
            closeSockets();
            throw e;
        }
        receiver = Thread.ofPlatform().name("stream-in").daemon().start(guarded(this::receive));
        sender = Thread.ofPlatform().name("stream-out").daemon().start(guarded(this::send));
    }

    private Runnable guarded(Runnable work) {
        return () -> {
            try {
                work.run();
            } catch (LinuxException e) {
                failure = e; // told by count()
            }
        };
    }

    private void send() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment datagram = arena.allocate(BYTES, 8);
            datagram.set(JAVA_LONG, 0, MARK);
            long start = System.nanoTime();
            long done = 0;
            while (sending) {
                long due = (System.nanoTime() - start) * packetsPerSecond / 1_000_000_000L;
                if (due - done > MOST_AT_ONCE) {
                    start += (due - done - MOST_AT_ONCE) * 1_000_000_000L / packetsPerSecond;
                    due = done + MOST_AT_ONCE;
                }
                for (; done < due; done++) {
                    send(datagram, (int) (done % FLOWS), (int) (done / FLOWS));
                    sent = done + 1;
                }
                LockSupport.parkNanos(TICK_NANOS);
            }
        }
    }

    private void send(MemorySegment datagram, int flow, int number) {
        datagram.set(JAVA_INT, 8, flow);
        datagram.set(JAVA_INT, 12, number);
        int result = sources.get(flow).send(datagram);
        while (mayPass(result) && sending) {
            LockSupport.parkNanos(TICK_NANOS / 10);
            result = sources.get(flow).send(datagram);
        }
        if (mayPass(result)) {
            return; // stopped while it waited: one that is missing in the end
        }
        if (result < 0) {
            throw new LinuxException("send(udp)", result);
        }
    }

    /** No room, or no device for a moment, as while one process takes over a task's port from another. */
    private static boolean mayPass(int result) {
        return result == UdpSocket.WOULD_BLOCK || result == -Errno.ENETUNREACH || result == -Errno.ENETDOWN;
    }

    private void receive() {
        long last = 0;
        try (var datagram = new UdpDatagram(BYTES)) {
            while (receiving) {
                boolean any = false;
                for (UdpSocket sink : sinks) {
                    while (sink.receive(datagram) != UdpSocket.WOULD_BLOCK) {
                        any = true;
                        MemorySegment data = datagram.data();
                        if (datagram.length() == BYTES && data.get(JAVA_LONG, 0) == MARK) {
                            arrivals.add(data.get(JAVA_INT, 8), data.get(JAVA_INT, 12));
                            long now = System.nanoTime();
                            longestSilence = Math.max(longestSilence, last == 0 ? 0 : now - last);
                            last = now;
                        }
                    }
                }
                received = arrivals.received();
                if (!any) {
                    LockSupport.parkNanos(TICK_NANOS);
                }
            }
        }
    }

    /** Sends no more. */
    public void stop() throws InterruptedException {
        sending = false;
        sender.join();
    }

    /** The longest time between two datagrams that arrived one after the other, nanoseconds. */
    public long longestSilenceNanos() {
        return longestSilence;
    }

    private long missing() {
        return sent - received;
    }

    /**
     * Waits for what is under way after {@link #stop}, and counts.
     *
     * @throws LabException if sending or receiving failed before
     */
    public StreamCount count() throws InterruptedException {
        long limit = System.nanoTime() + TAIL.toNanos();
        while (missing() > 0 && System.nanoTime() < limit) {
            Thread.sleep(5);
        }
        receiving = false;
        receiver.join();
        RuntimeException failed = failure;
        if (failed != null) {
            throw new LabException("the UDP stream failed: " + failed.getMessage(), failed);
        }
        return arrivals.of(sent);
    }

    /** Ends it without counting, unless it has ended. */
    @Override
    public void close() {
        sending = false;
        receiving = false;
        Uninterrupted.run(sender::join);
        Uninterrupted.run(receiver::join);
        closeSockets();
    }

    private void closeSockets() {
        sources.forEach(UdpSocket::close);
        sinks.forEach(UdpSocket::close);
    }
}
