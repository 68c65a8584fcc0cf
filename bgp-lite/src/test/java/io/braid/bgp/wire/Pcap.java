package io.braid.bgp.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Writes messages into a capture file as if they had been sent over TCP, one in a segment. */
final class Pcap {
    private static final int RAW_IP = 101;
    private static final int IPV4_BYTES = 20;
    private static final int TCP_BYTES = 20;
    private static final int MAX_PACKET = 65535;

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final Map<Integer, Integer> nextByte = new HashMap<>();
    private int packets;

    Pcap() {
        ByteBuffer header = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
        header.putInt(0xA1B2C3D4).putShort((short) 2).putShort((short) 4);
        header.putInt(0).putInt(0).putInt(MAX_PACKET).putInt(RAW_IP);
        file.writeBytes(header.array());
    }

    /** Adds a message to the connection with that client port. */
    void add(int port, byte[] message) {
        int length = IPV4_BYTES + TCP_BYTES + message.length;
        if (length > MAX_PACKET) {
            throw new IllegalArgumentException("a message of " + message.length + " bytes does not fit a packet");
        }
        ByteBuffer packet = ByteBuffer.allocate(length);
        packet.putShort((short) 0x4500).putShort((short) length).putInt(0).putShort((short) 0x4006);
        packet.putShort((short) 0).putInt(0xC000_0201).putInt(0xC000_0200);
        int sequence = nextByte.getOrDefault(port, 1);
        packet.putShort((short) port).putShort((short) 179).putInt(sequence).putInt(1);
        packet.putInt(0x5018_FFFF).putInt(0).put(message);
        nextByte.put(port, sequence + message.length);
        ByteBuffer record = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        record.putInt(packets++).putInt(0).putInt(length).putInt(length);
        file.writeBytes(record.array());
        file.writeBytes(packet.array());
    }

    int packets() {
        return packets;
    }

    void write(Path to) throws IOException {
        Files.write(to, file.toByteArray());
    }
}
