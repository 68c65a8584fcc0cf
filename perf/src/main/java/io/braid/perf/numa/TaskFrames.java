package io.braid.perf.numa;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a capture of what a task sends: 64-byte UDP datagrams of many flows, for {@code net_pcap} to replay without end. */
final class TaskFrames {
    /** One frame for each flow. */
    static final int FLOWS = 512;

    private static final int FRAME = 60; // and four bytes of FCS on a wire
    private static final int REMOTE = 0x0ac80001;
    private static final int FIRST_PORT = 20_000;

    private TaskFrames() {}

    /** Writes the frames of a task of {@link ForwardingScene}. */
    static void write(Path file, int task) throws IOException {
        var pcap = ByteBuffer.allocate(24 + FLOWS * (16 + FRAME)).order(ByteOrder.LITTLE_ENDIAN);
        pcap.putInt(0xa1b2c3d4)
                .putShort((short) 2)
                .putShort((short) 4)
                .putInt(0)
                .putInt(0)
                .putInt(65_535)
                .putInt(1);
        for (int flow = 0; flow < FLOWS; flow++) {
            pcap.putInt(flow).putInt(0).putInt(FRAME).putInt(FRAME);
            pcap.put(frame(task, flow));
        }
        Files.write(file, pcap.array());
    }

    private static byte[] frame(int task, int flow) {
        var frame = ByteBuffer.allocate(FRAME);
        mac(frame, ForwardingScene.GATEWAY_MAC);
        mac(frame, ForwardingScene.TASK_MAC + task);
        frame.putShort((short) 0x0800);
        int ip = frame.position();
        frame.putShort((short) 0x4500).putShort((short) (FRAME - 14));
        frame.putShort((short) flow).putShort((short) 0x4000);
        frame.put((byte) 64).put((byte) 17).putShort((short) 0);
        frame.putInt(ForwardingScene.taskAddress(task)).putInt(REMOTE);
        frame.putShort(ip + 10, checksum(frame, ip));
        frame.putShort((short) (FIRST_PORT + flow))
                .putShort((short) 9)
                .putShort((short) (FRAME - 34))
                .putShort((short) 0);
        return frame.array();
    }

    private static void mac(ByteBuffer frame, long mac) {
        frame.putShort((short) (mac >>> 32)).putInt((int) mac);
    }

    /** RFC 1071. */
    private static short checksum(ByteBuffer frame, int ip) {
        int sum = 0;
        for (int i = 0; i < 20; i += 2) {
            sum += frame.getShort(ip + i) & 0xffff;
        }
        sum = (sum & 0xffff) + (sum >>> 16);
        return (short) ~((sum & 0xffff) + (sum >>> 16));
    }
}
