package io.braid.perf.forward;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes a capture with one UDP datagram of each flow of a case, for {@code net_pcap} to replay without end. */
final class CaseFrames {
    private static final int FIRST_PORT = 1024;
    private static final int PORTS = 60_000;
    private static final int LONGEST = 9_018;

    private CaseFrames() {}

    /**
     * Writes what comes in by the port: a task's packets, or those of the rack switch to it.
     *
     * @param files one for each worker, which share the flows
     */
    static void write(List<Path> files, ForwardCase which) throws IOException {
        for (int part = 0; part < files.size(); part++) {
            write(files.get(part), which, part, files.size());
        }
    }

    private static void write(Path file, ForwardCase which, int first, int step) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            var header = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
            header.putInt(0xa1b2c3d4)
                    .putShort((short) 2)
                    .putShort((short) 4)
                    .putInt(0)
                    .putInt(0);
            out.write(header.putInt(65_535).putInt(1).array());
            var record = ByteBuffer.allocate(16 + LONGEST);
            for (int flow = first; flow < which.flows(); flow += step) {
                int length = which.length(flow);
                record.clear().order(ByteOrder.LITTLE_ENDIAN);
                record.putInt(flow).putInt(0).putInt(length).putInt(length).order(ByteOrder.BIG_ENDIAN);
                frame(record, which, flow, length);
                out.write(record.array(), 0, 16 + length);
            }
        }
    }

    /** The frame of a flow. */
    static byte[] frame(ForwardCase which, int flow) {
        var frame = ByteBuffer.allocate(which.length(flow));
        frame(frame, which, flow, frame.capacity());
        return frame.array();
    }

    private static void frame(ByteBuffer frame, ForwardCase which, int flow, int length) {
        mac(frame, which.inbound() ? PathScene.UPLINK_MAC : PathScene.GATEWAY_MAC);
        mac(frame, which.inbound() ? PathScene.SWITCH_MAC : PathScene.TASK_MAC);
        int ip = which.headers() - 8;
        if (which.v6()) {
            header6(frame, which, flow, length - ip);
        } else {
            header4(frame, which, flow, length - 14);
        }
        int local = FIRST_PORT + flow % PORTS;
        frame.putShort((short) (which.inbound() ? 9 : local)).putShort((short) (which.inbound() ? local : 9));
        frame.putShort((short) (length - ip));
        frame.putShort((short) (which.v6() ? 0xffff : 0)); // what testpmd sends too; no receiver is here to look
    }

    private static void header4(ByteBuffer frame, ForwardCase which, int flow, int length) {
        frame.putShort((short) 0x0800);
        int at = frame.position();
        frame.putShort((short) 0x4500)
                .putShort((short) length)
                .putShort((short) flow)
                .putShort((short) 0x4000);
        frame.put((byte) 64).put((byte) 17).putShort((short) 0);
        int remote = PathScene.REMOTE4 + flow / PORTS;
        frame.putInt(which.inbound() ? remote : PathScene.TASK4).putInt(which.inbound() ? PathScene.TASK4 : remote);
        frame.putShort(at + 10, checksum(frame, at));
    }

    private static void header6(ByteBuffer frame, ForwardCase which, int flow, int payload) {
        frame.putShort((short) 0x86dd);
        frame.putInt(6 << 28).putShort((short) payload).put((byte) 17).put((byte) 64);
        long remote = PathScene.REMOTE6_LOW + flow / PORTS;
        long task = PathScene.TASK6_LOW;
        frame.putLong(PathScene.NET6).putLong(which.inbound() ? remote : task);
        frame.putLong(PathScene.NET6).putLong(which.inbound() ? task : remote);
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
