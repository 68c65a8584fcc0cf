package io.braid.perf.tasks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Frames in a file that {@code net_pcap} replays: the classic format of libpcap (pcap-savefile(5)), in this machine's byte order. */
final class Replay {
    private static final int MAGIC = 0xa1b2c3d4;
    private static final int FILE_HEADER = 24;
    private static final int PACKET_HEADER = 16;
    private static final int ETHERNET = 1;

    private Replay() {}

    static void write(Path file, List<byte[]> frames) {
        int bytes = FILE_HEADER
                + frames.stream()
                        .mapToInt(frame -> PACKET_HEADER + frame.length)
                        .sum();
        ByteBuffer pcap = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
        pcap.putInt(MAGIC)
                .putShort((short) 2)
                .putShort((short) 4)
                .putInt(0)
                .putInt(0)
                .putInt(65535)
                .putInt(ETHERNET);
        for (byte[] frame : frames) {
            pcap.putInt(0).putInt(0).putInt(frame.length).putInt(frame.length).put(frame);
        }
        try {
            Files.write(file, pcap.array());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
