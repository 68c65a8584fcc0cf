package io.braid.linux;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a copy of a kernel table up to date from one full reading (dump) and the events that follow, and reports
 * differences.
 *
 * <p>The socket is in the multicast group before the dump is asked for, so no change can fall in between. Each entry
 * remembers the dump that last confirmed it; when a dump ends, what it did not confirm is gone. A dump that the kernel
 * marks as interrupted, a lost event or an unreadable datagram lead to a new dump.
 *
 * <p>One thread polls.
 */
final class NetlinkTable<K, V> implements AutoCloseable {
    /** Largest datagram read. The kernel makes dump messages of 32 KiB at most. */
    static final int BUFFER_BYTES = 64 * 1024;
    /** Bound on the datagrams of one poll, so that a storm of events cannot hold the caller. */
    static final int DATAGRAMS_PER_POLL = 256;

    /** Knows the messages of one table. */
    interface Codec<K, V> {
        int newType();

        int deleteType();

        Decoded<V> decode(ByteBuffer payload);

        K key(V value);

        V merge(V now, @Nullable V previous);
    }

    private record Entry<V>(V value, int confirmedBy) {}

    private final NetlinkTransport transport;
    private final Codec<K, V> codec;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.nativeOrder());
    private final Map<K, Entry<V>> entries = new HashMap<>();
    private int dump; // sequence number of the newest dump asked for
    private boolean dumping;
    private boolean dumpNeeded = true;
    private boolean synced;
    private long malformed;
    private long overruns;
    private long foreign;

    NetlinkTable(NetlinkTransport transport, Codec<K, V> codec) {
        this.transport = transport;
        this.codec = codec;
    }

    /** Takes what is there without waiting and returns the number of datagrams. */
    int poll(NetlinkListener<V> listener) {
        requestDumpIfNeeded();
        int datagrams = 0;
        while (datagrams < DATAGRAMS_PER_POLL) {
            int length = transport.receive(buffer);
            if (length == NetlinkTransport.EMPTY) {
                break;
            }
            datagrams++;
            switch (length) {
                case NetlinkTransport.OVERRUN -> lost(listener);
                case NetlinkTransport.TRUNCATED -> {
                    // The end of a dump may have been in it: the one under way cannot be waited for.
                    malformed++;
                    dumping = false;
                    lost(listener);
                }
                case NetlinkTransport.FOREIGN -> foreign++;
                default -> accept(buffer, listener);
            }
        }
        requestDumpIfNeeded();
        return datagrams;
    }

    /** Takes one datagram; whatever its bytes are, it does not throw of itself. */
    void accept(ByteBuffer datagram, NetlinkListener<V> listener) {
        boolean completed = false;
        try {
            NetlinkReader reader = new NetlinkReader(datagram);
            while (reader.next()) {
                message(reader, listener);
            }
            if (reader.malformed()) {
                malformed++;
                dumpNeeded = true;
            }
            completed = true;
        } finally {
            if (!completed) { // the listener threw: what follows in this datagram, perhaps the dump's end, is unread
                dumping = false;
                dumpNeeded = true;
            }
        }
    }

    /** Has everything read again, beginning with the next poll. */
    void resync() {
        dumpNeeded = true;
    }

    boolean synced() {
        return synced;
    }

    @Nullable
    V get(K key) {
        Entry<V> entry = entries.get(key);
        return entry == null ? null : entry.value;
    }

    @Nullable
    V find(Predicate<V> wanted) {
        for (Entry<V> entry : entries.values()) {
            if (wanted.test(entry.value)) {
                return entry.value;
            }
        }
        return null;
    }

    Map<K, V> snapshot() {
        Map<K, V> copy = new HashMap<>();
        entries.forEach((key, entry) -> copy.put(key, entry.value));
        return copy;
    }

    long malformed() {
        return malformed;
    }

    long overruns() {
        return overruns;
    }

    long foreign() {
        return foreign;
    }

    @Override
    public void close() {
        transport.close();
    }

    private void message(NetlinkReader reader, NetlinkListener<V> listener) {
        int type = reader.type();
        if (type == NetlinkReader.NLMSG_DONE || type == NetlinkReader.NLMSG_ERROR) {
            if (dumping && reader.sequence() == dump) {
                dumpEnded(reader, listener);
            }
        } else if (type == NetlinkReader.NLMSG_OVERRUN) {
            lost(listener);
        } else if (type == codec.newType() || type == codec.deleteType()) {
            // Events carry the sequence number of the request that caused them, or 0; answers of an abandoned dump of
            // ours are told by their flag.
            boolean answer = (reader.flags() & 0x2) != 0; // NLM_F_MULTI
            if (answer && reader.sequence() != dump) {
                return;
            }
            if ((reader.flags() & NetlinkReader.NLM_F_DUMP_INTR) != 0) {
                dumpNeeded = true;
            }
            entry(type == codec.newType(), reader.payload(), listener);
        }
    }

    private void entry(boolean present, ByteBuffer payload, NetlinkListener<V> listener) {
        switch (codec.decode(payload)) {
            case Decoded.Malformed<V> unreadable -> malformed++;
            case Decoded.Ignored<V> other -> {}
            case Decoded.Value<V>(V value) -> {
                K key = codec.key(value);
                Entry<V> before = present ? entries.get(key) : entries.remove(key);
                if (!present) {
                    if (before != null) {
                        listener.removed(before.value);
                    }
                    return;
                }
                V previous = before == null ? null : before.value;
                V now = codec.merge(value, previous);
                entries.put(key, new Entry<>(now, dump));
                if (!now.equals(previous)) {
                    listener.changed(now, previous);
                }
            }
        }
    }

    private void dumpEnded(NetlinkReader reader, NetlinkListener<V> listener) {
        dumping = false;
        int error = reader.error();
        if (error < 0) {
            dumpNeeded = true;
            // EBUSY: a dump given up on is still running in the kernel; the next poll asks again.
            if (-error != Errno.EBUSY) {
                throw new LinuxException("netlink dump", error);
            }
            return;
        }
        if ((reader.flags() & NetlinkReader.NLM_F_DUMP_INTR) != 0 || dumpNeeded) {
            dumpNeeded = true;
            return;
        }
        for (Iterator<Entry<V>> all = entries.values().iterator(); all.hasNext(); ) {
            Entry<V> entry = all.next();
            if (entry.confirmedBy != dump) {
                all.remove();
                listener.removed(entry.value);
            }
        }
        synced = true;
        listener.synced();
    }

    private void lost(NetlinkListener<V> listener) {
        overruns++;
        dumpNeeded = true;
        synced = false;
        listener.overrun();
    }

    private void requestDumpIfNeeded() {
        if (dumpNeeded && !dumping) {
            dump = dump == Integer.MAX_VALUE ? 1 : dump + 1;
            transport.requestDump(dump);
            dumping = true;
            dumpNeeded = false;
        }
    }
}
