package io.braid.dataplane.look;

import io.braid.dataplane.graph.Verdict;
import io.braid.dpdk.Memory;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A capture under way: a tap at each worker, and one thread that makes pcapng of what they copy, in order of time.
 *
 * <p>The file has one interface for each port, by its name; a packet has its direction, and in a comment who received it and what became of it. Once a second, and at the end,
 * statistics say how many packets matched and how many of them were lost since the reader was too slow, or the packets too many. Without statistics at its end a file is not
 * whole.
 */
public final class Capture implements AutoCloseable {
    /** What each worker can be ahead of the reader. */
    static final int RING_BYTES = 4 << 20;

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long POLL_NANOS = 2_000_000;
    private static final int CHUNK_BYTES = 1 << 16;

    private final CaptureSettings settings;
    private final Lookers lookers;
    private final PortNames names;
    private final Predicate<String> wanted;
    private final String application;
    private final PortChoice choice;
    private final LookMemory memory;
    private final List<CaptureTap> taps;
    private final Pcapng file = new Pcapng();
    /** By port, the interface that stands for it under the name it has now. */
    private final Map<Integer, Face> faces = new HashMap<>();

    private final int portNumbers;
    private final long began = System.nanoTime();
    /** What to add to {@link System#nanoTime} for the time since 1970. */
    private final long epoch;

    private Map<Integer, PortNames.Named> ports;
    private int faceCount;
    private long packets;
    private long written;
    /** Whether no worker knows of it any more. */
    private boolean left;

    private record Face(int number, PortNames.Named named) {}

    private Capture(
            CaptureSettings settings,
            Lookers lookers,
            PortNames names,
            Predicate<String> wanted,
            int portNumbers,
            String application) {
        Instant now = Instant.now();
        this.epoch = now.getEpochSecond() * SECOND + now.getNano() - began;
        this.settings = settings;
        this.lookers = lookers;
        this.names = names;
        this.wanted = wanted;
        this.portNumbers = portNumbers;
        this.application = application;
        this.ports = names.ports();
        this.choice = new PortChoice(chosen());
        this.memory = new LookMemory(lookers.workers(), CaptureTap.bytes(settings, RING_BYTES));
        this.taps = IntStream.range(0, lookers.workers())
                .mapToObj(worker -> new CaptureTap(settings, choice, memory.of(worker), RING_BYTES, portNumbers))
                .toList();
    }

    /**
     * Begins to copy packets.
     *
     * @param wanted which ports, by name
     * @param portNumbers DPDK's port numbers are below this
     * @param application who writes the file
     * @return null when {@link Lookers#MOST} look on already
     */
    public static @Nullable Capture begin(
            CaptureSettings settings,
            Lookers lookers,
            PortNames names,
            Predicate<String> wanted,
            int portNumbers,
            String application) {
        var capture = new Capture(settings, lookers, names, wanted, portNumbers, application);
        if (lookers.enter(capture.taps)) {
            return capture;
        }
        capture.memory.close(true);
        return null;
    }

    private boolean[] chosen() {
        var chosen = new boolean[portNumbers];
        ports.forEach((port, named) -> chosen[port] = wanted.test(named.name()));
        return chosen;
    }

    /**
     * Writes the file until one of the capture's bounds is reached, and ends the capture. Whoever calls it waits for {@code out}, and no one else does.
     *
     * @throws IOException when {@code out} takes no more; the capture has ended then too
     */
    public void writeTo(OutputStream out) throws IOException {
        try {
            file.section(application);
            ports.forEach((port, named) -> {
                if (wanted.test(named.name())) {
                    face(port, named);
                }
            });
            flush(out);
            long last = began;
            for (long now = began; now - began < settings.nanos() && !isFull(); now = System.nanoTime()) {
                boolean idle = !drain();
                if (now - last >= SECOND) {
                    last = now;
                    ports = names.ports();
                    choice.set(chosen());
                    statistics(now);
                }
                flush(out);
                if (idle) {
                    LockSupport.parkNanos(POLL_NANOS);
                }
            }
            left = lookers.leave(taps);
            while (!isFull() && drain()) {
                flush(out);
            }
            statistics(System.nanoTime());
            flush(out);
        } finally {
            close();
        }
    }

    private boolean isFull() {
        return packets >= settings.count() || written + file.size() >= settings.bytes();
    }

    /** Writes some packets, the oldest first; whether there were any. */
    private boolean drain() {
        boolean any = false;
        while (!isFull() && file.size() < CHUNK_BYTES) {
            CaptureTap oldest = null;
            long record = 0;
            for (CaptureTap tap : taps) {
                long next = tap.ring().peek();
                if (next != 0
                        && (record == 0
                                || Memory.getLong(next + CaptureTap.TIME) - Memory.getLong(record + CaptureTap.TIME)
                                        < 0)) {
                    oldest = tap;
                    record = next;
                }
            }
            if (oldest == null) {
                return any;
            }
            write(record, "worker-" + taps.indexOf(oldest));
            oldest.ring().release(record);
            any = true;
        }
        return any;
    }

    private void write(long record, String worker) {
        int port = Memory.getInt(record + CaptureTap.PORT);
        boolean in = RecordRing.kind(record) == CaptureTap.IN;
        byte[] bytes = new byte[Memory.getInt(record + CaptureTap.KEPT)];
        Memory.copyOut(record + CaptureTap.DATA, bytes, 0, bytes.length);
        file.packet(
                face(port, named(port)),
                Memory.getLong(record + CaptureTap.TIME) + epoch,
                bytes,
                Memory.getInt(record + CaptureTap.LENGTH),
                in ? Pcapng.INBOUND : Pcapng.OUTBOUND,
                in ? comeIn(record, worker) : goneOut(record, worker));
        packets++;
    }

    private String comeIn(long record, String worker) {
        int verdict = Memory.getInt(record + CaptureTap.VERDICT);
        int answered = Memory.getInt(record + CaptureTap.ANSWERED);
        String fate = Verdicts.end(verdict);
        if (answered != 0) {
            fate = Verdicts.answer(answered);
        } else if (Verdict.isSend(verdict)) {
            int sender = Memory.getInt(record + CaptureTap.SENDER);
            fate = "to " + named(Verdict.port(verdict)).name() + by("worker-" + sender, sender, worker);
        }
        return "received on queue " + Memory.getInt(record + CaptureTap.QUEUE) + " by " + worker + "; " + fate;
    }

    private static String by(String sends, int sender, String worker) {
        return sender < 0 || sends.equals(worker) ? "" : ", handed to " + sends;
    }

    private static String goneOut(long record, String worker) {
        String end = Verdicts.end(Memory.getInt(record + CaptureTap.VERDICT));
        return end.isEmpty() ? "sent by " + worker : "to be sent by " + worker + "; " + end;
    }

    private PortNames.Named named(int port) {
        return Objects.requireNonNullElseGet(
                ports.get(port), () -> new PortNames.Named("port-" + port, "a port that is gone"));
    }

    /** The interface of a port; a port number that means another port now gets another one. */
    private int face(int port, PortNames.Named named) {
        Face face = faces.get(port);
        if (face == null || !face.named().equals(named)) {
            face = new Face(faceCount++, named);
            faces.put(port, face);
            file.port(named.name(), named.kind(), settings.snaplen());
        }
        return face.number();
    }

    private void statistics(long now) {
        faces.forEach((port, face) -> file.statistics(
                face.number(),
                now + epoch,
                began + epoch,
                taps.stream().mapToLong(tap -> tap.counts().matched(port)).sum(),
                taps.stream().mapToLong(tap -> tap.counts().lost(port)).sum()));
    }

    private void flush(OutputStream out) throws IOException {
        if (file.size() > 0) {
            byte[] bytes = file.take();
            out.write(bytes);
            out.flush();
            written += bytes.length;
        }
    }

    /** Ends it; again does nothing. The thread that writes. */
    @Override
    public void close() {
        memory.close(left || lookers.leave(taps));
    }
}
