package io.braid.flow;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/** Saves the pins of workers that have ended; see {@link PinFile} for the format. */
public final class PinFileWriter {
    private final String host;
    private final List<String> paths;

    /**
     * @param host whose pins they are; only this host reads them back
     * @param paths the name of each path, by index
     */
    public PinFileWriter(String host, List<String> paths) {
        this.host = host;
        this.paths = List.copyOf(paths);
    }

    /**
     * Writes all pins that have not expired. Nobody may use the tables meanwhile. Where two tables have the same flow, a reader believes the first.
     *
     * @param now current time of the tables
     * @param epochMillis current time of the wall clock
     * @return the number of pins written
     */
    public int write(OutputStream out, List<FlowTable> tables, int now, long epochMillis) throws IOException {
        var crc = new CRC32C();
        // The buffer is outside: one call for each field would compute the checksum byte by byte.
        var data = new DataOutputStream(new BufferedOutputStream(new CheckedOutputStream(out, crc), 1 << 16));
        data.writeLong(PinFile.MAGIC);
        data.writeShort(PinFile.VERSION);
        data.writeUTF(host);
        data.writeLong(epochMillis);
        data.writeByte(paths.size());
        for (String path : paths) {
            data.writeUTF(path);
        }
        int pins = 0;
        for (FlowTable table : tables) {
            pins += count(table, now);
        }
        data.writeInt(pins);
        for (FlowTable table : tables) {
            write(data, table, now);
        }
        data.flush();
        new DataOutputStream(out).writeInt((int) crc.getValue());
        return pins;
    }

    private int count(FlowTable table, int now) {
        int count = 0;
        for (long slot = 0; slot < table.slotsEnd(); slot += FlowEntries.ENTRY_BYTES) {
            count += isWorthIt(table.entries(), slot, now) ? 1 : 0;
        }
        return count;
    }

    private boolean isWorthIt(FlowEntries entries, long slot, int now) {
        return !entries.isFree(slot) && !entries.isExpired(slot, now) && entries.path(slot) < paths.size();
    }

    private void write(DataOutputStream data, FlowTable table, int now) throws IOException {
        FlowEntries entries = table.entries();
        for (long slot = 0; slot < table.slotsEnd(); slot += FlowEntries.ENTRY_BYTES) {
            if (!isWorthIt(entries, slot, now)) {
                continue;
            }
            long transport = entries.transport(slot);
            data.writeInt(entries.idleMillis(slot, now));
            data.writeByte(entries.state(slot));
            data.writeByte(entries.path(slot));
            data.writeLong(transport);
            if (FlowKey.isIpv6(transport)) {
                for (int word = 0; word < 4; word++) {
                    data.writeLong(entries.cold(slot, word));
                }
            } else {
                data.writeLong(entries.addresses(slot));
            }
        }
    }
}
