package io.braid.dataplane.graph;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes and reads capture files of Ethernet frames (the classic libpcap format, little-endian).
 *
 * <pre>
 *   file    │ magic 4 │ version 2 + 2 │ zone 4 │ accuracy 4 │ longest frame 4 │ link type 4 │ frames ...
 *   frame   │ seconds 4 │ fraction 4 │ bytes here 4 │ bytes on the wire 4 │ bytes ...
 * </pre>
 */
final class Pcap {
    private static final int MAGIC_MICROSECONDS = 0xa1b2c3d4;
    private static final int MAGIC_NANOSECONDS = 0xa1b23c4d;
    private static final int FILE_HEADER = 24;
    private static final int FRAME_HEADER = 16;
    private static final int ETHERNET = 1;

    private Pcap() {}

    static void write(Path file, List<byte[]> frames) throws IOException {
        int size = FILE_HEADER
                + frames.stream().mapToInt(f -> FRAME_HEADER + f.length).sum();
        ByteBuffer out = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(MAGIC_MICROSECONDS)
                .putShort((short) 2)
                .putShort((short) 4)
                .putInt(0)
                .putInt(0);
        out.putInt(65535).putInt(ETHERNET);
        for (byte[] frame : frames) {
            out.putInt(0).putInt(0).putInt(frame.length).putInt(frame.length).put(frame);
        }
        Files.write(file, out.array());
    }

    static List<byte[]> read(Path file) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        int magic = in.getInt();
        if (magic != MAGIC_MICROSECONDS && magic != MAGIC_NANOSECONDS) {
            throw new IOException(file + " is no capture file of this machine's byte order");
        }
        in.position(FILE_HEADER);
        var frames = new ArrayList<byte[]>();
        while (in.hasRemaining()) {
            in.getLong();
            byte[] frame = new byte[in.getInt()];
            int onTheWire = in.getInt();
            if (onTheWire != frame.length) {
                throw new IOException("frame " + frames.size() + " of " + file + " was cut from " + onTheWire);
            }
            in.get(frame);
            frames.add(frame);
        }
        return frames;
    }
}
