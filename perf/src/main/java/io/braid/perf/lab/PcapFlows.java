package io.braid.perf.lab;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Counts the packets of each TCP and UDP flow in a capture file: the classic pcap format (draft-ietf-opsawg-pcap) with
 * Ethernet frames, as {@code tcpdump -w} writes it.
 *
 * <p>A record cut off at the end of the file, as a capture that was stopped leaves it, is left out. Packets that are not
 * whole TCP or UDP headers, and fragments after the first, are not counted.
 */
final class PcapFlows {
    private static final int MAGIC_MICROS = 0xa1b2c3d4;
    private static final int MAGIC_NANOS = 0xa1b23c4d;
    private static final int LINKTYPE_ETHERNET = 1;
    private static final int FILE_HEADER = 24;
    private static final int RECORD_HEADER = 16;
    private static final int MAX_RECORD = 262_144;

    private static final int ETHERTYPE_V4 = 0x0800;
    private static final int ETHERTYPE_V6 = 0x86dd;
    private static final int TCP = 6;
    private static final int UDP = 17;

    private PcapFlows() {}

    static Map<FlowKey, Integer> read(Path file) throws IOException {
        return read(ByteBuffer.wrap(Files.readAllBytes(file)));
    }

    /** @throws LabException if it is no pcap file of Ethernet frames */
    static Map<FlowKey, Integer> read(ByteBuffer file) {
        Map<FlowKey, Integer> packets = new HashMap<>();
        if (file.remaining() == 0) {
            return packets;
        }
        if (file.remaining() < FILE_HEADER) {
            throw new LabException("not a capture: " + file.remaining() + " bytes are shorter than a pcap header");
        }
        file.order(order(file));
        int linkType = file.getInt(20) & 0xffff;
        if (linkType != LINKTYPE_ETHERNET) {
            throw new LabException("not a capture of Ethernet frames: link type " + linkType);
        }
        int at = FILE_HEADER;
        while (file.limit() - at >= RECORD_HEADER) {
            int captured = file.getInt(at + 8);
            if (captured < 0 || captured > MAX_RECORD) {
                throw new LabException("damaged capture: a record of " + captured + " bytes at offset " + at);
            }
            at += RECORD_HEADER;
            if (file.limit() - at < captured) {
                break;
            }
            FlowKey flow = flow(file.slice(at, captured).order(ByteOrder.BIG_ENDIAN));
            if (flow != null) {
                packets.merge(flow, 1, Integer::sum);
            }
            at += captured;
        }
        return packets;
    }

    private static ByteOrder order(ByteBuffer file) {
        for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
            int magic = file.order(order).getInt(0);
            if (magic == MAGIC_MICROS || magic == MAGIC_NANOS) {
                return order;
            }
        }
        throw new LabException("not a capture: it begins with " + Integer.toHexString(file.getInt(0)));
    }

    private static @Nullable FlowKey flow(ByteBuffer frame) {
        if (frame.limit() < 14) {
            return null;
        }
        return switch (frame.getShort(12) & 0xffff) {
            case ETHERTYPE_V4 -> v4(frame.slice(14, frame.limit() - 14));
            case ETHERTYPE_V6 -> v6(frame.slice(14, frame.limit() - 14));
            default -> null;
        };
    }

    private static @Nullable FlowKey v4(ByteBuffer packet) {
        if (packet.limit() < 20) {
            return null;
        }
        int headerBytes = (packet.get(0) & 0x0f) * 4;
        boolean laterFragment = (packet.getShort(6) & 0x1fff) != 0;
        if (laterFragment) {
            return null;
        }
        return ports(packet, packet.get(9) & 0xff, headerBytes, v4Text(packet, 12), v4Text(packet, 16));
    }

    private static @Nullable FlowKey v6(ByteBuffer packet) {
        if (packet.limit() < 40) {
            return null;
        }
        return ports(packet, packet.get(6) & 0xff, 40, v6Text(packet, 8), v6Text(packet, 24));
    }

    private static @Nullable FlowKey ports(ByteBuffer packet, int protocol, int at, String source, String destination) {
        if ((protocol != TCP && protocol != UDP) || packet.limit() < at + 4) {
            return null;
        }
        return new FlowKey(
                protocol, source, packet.getShort(at) & 0xffff, destination, packet.getShort(at + 2) & 0xffff);
    }

    private static String v4Text(ByteBuffer packet, int at) {
        var text = new StringJoiner(".");
        for (int i = 0; i < 4; i++) {
            text.add(Integer.toString(packet.get(at + i) & 0xff));
        }
        return text.toString();
    }

    private static String v6Text(ByteBuffer packet, int at) {
        var text = new StringJoiner(":");
        for (int i = 0; i < 8; i++) {
            text.add(Integer.toHexString(packet.getShort(at + 2 * i) & 0xffff));
        }
        return text.toString();
    }
}
