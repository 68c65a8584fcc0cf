package io.braid.flow;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UTFDataFormatException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

/**
 * Reads back what {@link PinFileWriter} saved, trusting nothing: a file that is cut, altered, of another version or of another host is refused as a whole.
 */
public final class PinFileReader {
    private static final int MAX_PATHS = FlowTable.MAX_PATHS;

    private final String host;
    private final List<String> paths;
    private final FlowHash hash;
    private final FlowTimeouts timeouts;

    /**
     * @param host this host
     * @param paths the name of each path now, by index
     * @param hash what the restored table is looked up with
     * @param timeouts pins older than these are left out
     */
    public PinFileReader(String host, List<String> paths, FlowHash hash, FlowTimeouts timeouts) {
        this.host = host;
        this.paths = List.copyOf(paths);
        this.hash = hash;
        this.timeouts = timeouts;
    }

    /**
     * The pins of a file, in a table that nobody may write to any more.
     *
     * @param table of the pins whose path still exists and that have not expired; its memory is freed with it
     * @param pins how many these are
     * @param left how many others the file has
     */
    public record Restored(FlowTable table, int pins, int left) {}

    /**
     * Reads a file.
     *
     * @param fileBytes its length, which bounds the memory that a lying header can ask for
     * @param now current time of the tables
     * @param epochMillis current time of the wall clock; one that lies before the file's counts as the same moment
     * @throws PinFileException if it cannot be used, with the reason
     * @throws IOException if it cannot be read
     */
    public Restored read(InputStream in, long fileBytes, int now, long epochMillis) throws IOException {
        var crc = new CRC32C();
        var data = new DataInputStream(new CheckedInputStream(new BufferedInputStream(in, 1 << 16), crc));
        try {
            long age = header(data, epochMillis);
            int[] indexes = pathIndexes(data);
            int count = data.readInt();
            if (count < 0 || count > fileBytes / PinFile.LEAST_PIN_BYTES) {
                throw new PinFileException(
                        "it claims " + count + " pins, which do not fit into " + fileBytes + " bytes");
            }
            FlowTable table = table(count, now);
            int pins = 0;
            for (int n = 0; n < count; n++) {
                pins += restore(data, table, indexes, age, now) ? 1 : 0;
            }
            int expected = (int) crc.getValue();
            if (data.readInt() != expected) {
                throw new PinFileException("its checksum is wrong");
            }
            if (data.read() >= 0) {
                throw new PinFileException("there are bytes behind its end");
            }
            return new Restored(table, pins, count - pins);
        } catch (EOFException e) {
            throw new PinFileException("it ends too early");
        } catch (UTFDataFormatException e) {
            throw new PinFileException("a name in it is no UTF-8");
        }
    }

    private long header(DataInputStream data, long epochMillis) throws IOException {
        if (data.readLong() != PinFile.MAGIC) {
            throw new PinFileException("it is no pin file");
        }
        int version = data.readUnsignedShort();
        if (version != PinFile.VERSION) {
            throw new PinFileException("it has version " + version + ", this braid reads " + PinFile.VERSION);
        }
        String owner = data.readUTF();
        if (!owner.equals(host)) {
            throw new PinFileException("it is of host " + printable(owner) + ", this is " + host);
        }
        return Math.max(0, epochMillis - data.readLong());
    }

    /** A name from the file, fit for a log line. */
    private static String printable(String name) {
        String safe = name.replaceAll("[^\\p{Graph} ]", "?");
        return safe.length() <= 64 ? safe : safe.substring(0, 64) + "...";
    }

    /** The index now of each path of the file; NONE for one that does not exist any more. */
    private int[] pathIndexes(DataInputStream data) throws IOException {
        var indexes = new ArrayList<Integer>();
        int count = data.readUnsignedByte();
        if (count > MAX_PATHS) {
            throw new PinFileException("it has " + count + " paths, there are " + MAX_PATHS + " at most");
        }
        for (int i = 0; i < count; i++) {
            indexes.add(paths.indexOf(data.readUTF()));
        }
        return indexes.stream().mapToInt(Integer::intValue).toArray();
    }

    private FlowTable table(int count, int now) throws PinFileException {
        if (count > FlowTable.MAX_FLOWS) {
            throw new PinFileException(count + " pins are more than a table holds");
        }
        int flows = Math.max(count, FlowTable.MIN_FLOWS);
        return new FlowTable(
                Arena.ofAuto().allocate(FlowTable.bytesFor(flows), FlowEntries.LINE_BYTES),
                flows,
                hash,
                timeouts,
                now,
                1);
    }

    private boolean restore(DataInputStream data, FlowTable table, int[] indexes, long age, int now)
            throws IOException {
        long idle = Integer.toUnsignedLong(data.readInt()) + age;
        int state = data.readUnsignedByte();
        int path = data.readUnsignedByte();
        long transport = data.readLong();
        if ((transport & ~FlowKey.TRANSPORT_MASK) != 0
                || state < FlowState.OPENING
                || state > FlowState.CLOSING
                || path >= indexes.length) {
            throw new PinFileException("a pin in it makes no sense");
        }
        long addresses;
        long sourceHigh = 0;
        long sourceLow = 0;
        long destinationHigh = 0;
        long destinationLow = 0;
        boolean ipv6 = FlowKey.isIpv6(transport);
        if (ipv6) {
            sourceHigh = data.readLong();
            sourceLow = data.readLong();
            destinationHigh = data.readLong();
            destinationLow = data.readLong();
            addresses = hash.ipv6AddressWord(sourceHigh, sourceLow, destinationHigh, destinationLow);
        } else {
            addresses = data.readLong();
        }
        long flowHash = hash.ofKey(addresses, transport);
        if (indexes[path] == BucketTable.NONE
                || idle >= timeouts.idleMillis()
                || table.find(addresses, transport, flowHash) != FlowTable.NONE) {
            return false;
        }
        long slot = table.restore(addresses, transport, flowHash, indexes[path], state, now - (int) idle);
        if (slot != FlowTable.NONE && ipv6) {
            table.setIpv6(slot, sourceHigh, sourceLow, destinationHigh, destinationLow);
        }
        return slot != FlowTable.NONE;
    }
}
