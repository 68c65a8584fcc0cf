package io.braid.dataplane.graph;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds frames whose lengths and checksums are right unless a test asks for a wrong one.
 *
 * <pre>
 *   ipv4("10.100.0.1", "198.51.100.7").macs(to, from).vlan(5).ttl(1).udp(1, 2, payload(100)).build()
 * </pre>
 */
final class PacketBuilder {
    private static final int UNSET = -1;

    private final boolean ipv6;
    private byte[] source;
    private byte[] destination;
    private long destinationMac;
    private long sourceMac;
    private final List<byte[]> tags = new ArrayList<>();
    private int etherType = UNSET;
    private int version = UNSET;
    private int headerWords = UNSET;
    private int length = UNSET;
    private int headerChecksum = UNSET;
    private int trafficClass;
    private int id = 0x1234;
    private int fragment;
    private int ttl = 64;
    private byte[] options = {};
    private final List<byte[]> extensions = new ArrayList<>();
    private final List<Integer> extensionTypes = new ArrayList<>();
    private int protocol = 253; // RFC 3692: for experiments
    private byte[] layer4 = {};
    private int checksumOffset = UNSET;
    private int checksumError;
    private byte[] trailer = {};

    private PacketBuilder(boolean ipv6, String source, String destination) {
        this.ipv6 = ipv6;
        this.source = Bytes.address(source);
        this.destination = Bytes.address(destination);
    }

    static PacketBuilder ipv4(String source, String destination) {
        return new PacketBuilder(false, source, destination);
    }

    static PacketBuilder ipv6(String source, String destination) {
        return new PacketBuilder(true, source, destination);
    }

    PacketBuilder from(String address) {
        source = Bytes.address(address);
        return this;
    }

    PacketBuilder to(String address) {
        destination = Bytes.address(address);
        return this;
    }

    PacketBuilder macs(long to, long from) {
        destinationMac = to;
        sourceMac = from;
        return this;
    }

    PacketBuilder vlan(int tpid, int tci) {
        tags.add(Bytes.of(tpid >>> 8, tpid, tci >>> 8, tci));
        return this;
    }

    PacketBuilder etherType(int type) {
        etherType = type;
        return this;
    }

    PacketBuilder version(int value) {
        version = value;
        return this;
    }

    /** IPv4 header length in 32-bit words. */
    PacketBuilder headerWords(int words) {
        headerWords = words;
        return this;
    }

    /** IPv4 total length or IPv6 payload length. */
    PacketBuilder length(int value) {
        length = value;
        return this;
    }

    PacketBuilder headerChecksum(int value) {
        headerChecksum = value;
        return this;
    }

    PacketBuilder trafficClass(int value) {
        trafficClass = value;
        return this;
    }

    PacketBuilder id(int value) {
        id = value;
        return this;
    }

    PacketBuilder dontFragment() {
        fragment |= 0x4000;
        return this;
    }

    /** Makes an IPv4 packet a fragment, or gives an IPv6 one a fragment header. */
    PacketBuilder fragment(int offsetBytes, boolean more) {
        if (ipv6) {
            return extension(
                    44,
                    Bytes.of(
                            0, 0, offsetBytes >>> 8, offsetBytes | (more ? 1 : 0), id >>> 24, id >>> 16, id >>> 8, id));
        }
        fragment |= offsetBytes / 8 | (more ? 0x2000 : 0);
        return this;
    }

    PacketBuilder ttl(int value) {
        ttl = value;
        return this;
    }

    /** IPv4 options; a multiple of 4 bytes. */
    PacketBuilder options(int... bytes) {
        options = Bytes.of(bytes);
        return this;
    }

    /** Adds an IPv6 extension header; its first byte is set to what follows. */
    PacketBuilder extension(int type, byte[] bytes) {
        extensionTypes.add(type);
        extensions.add(bytes.clone());
        return this;
    }

    PacketBuilder tcp(int sourcePort, int destinationPort, byte[] payload) {
        byte[] header = ByteBuffer.allocate(20)
                .putShort((short) sourcePort)
                .putShort((short) destinationPort)
                .putInt(0x01020304)
                .putInt(0x05060708)
                .putShort((short) 0x5018)
                .putShort((short) 512)
                .array();
        return layer4(6, Bytes.join(header, payload), 16);
    }

    PacketBuilder udp(int sourcePort, int destinationPort, byte[] payload) {
        byte[] header = ByteBuffer.allocate(8)
                .putShort((short) sourcePort)
                .putShort((short) destinationPort)
                .putShort((short) (8 + payload.length))
                .array();
        return layer4(17, Bytes.join(header, payload), 6);
    }

    PacketBuilder sctp(int sourcePort, int destinationPort, byte[] payload) {
        ByteBuffer header = ByteBuffer.allocate(12).putShort((short) sourcePort).putShort((short) destinationPort);
        byte[] message = Bytes.join(header.putInt(0x0a0b0c0d).array(), payload);
        var crc = new java.util.zip.CRC32C();
        crc.update(message);
        ByteBuffer.wrap(message).putInt(8, Integer.reverseBytes((int) crc.getValue()));
        return raw(132, message);
    }

    /** ICMP or ICMPv6 by the packet's family. */
    PacketBuilder icmp(int type, int code, int word, byte[] payload) {
        byte[] header = ByteBuffer.allocate(8)
                .put((byte) type)
                .put((byte) code)
                .putShort((short) 0)
                .putInt(word)
                .array();
        return layer4(ipv6 ? 58 : 1, Bytes.join(header, payload), 2);
    }

    /** Any protocol, without a checksum. */
    PacketBuilder raw(int number, byte[] bytes) {
        return layer4(number, bytes, UNSET);
    }

    private PacketBuilder layer4(int number, byte[] bytes, int checksumAt) {
        protocol = number;
        layer4 = bytes;
        checksumOffset = checksumAt;
        return this;
    }

    /** Makes the layer-4 checksum wrong. */
    PacketBuilder wrongLayer4Checksum() {
        checksumError = 0x0101;
        return this;
    }

    /** Bytes behind the IP packet. */
    PacketBuilder trailer(byte[] bytes) {
        trailer = bytes;
        return this;
    }

    /** The whole frame. */
    byte[] build() {
        int type = etherType != UNSET ? etherType : ipv6 ? 0x86dd : 0x0800;
        byte[] ethernet = Bytes.join(Bytes.mac(destinationMac), Bytes.mac(sourceMac));
        for (byte[] tag : tags) {
            ethernet = Bytes.join(ethernet, tag);
        }
        return Bytes.join(ethernet, Bytes.of(type >>> 8, type), packet(), trailer);
    }

    /** The IP packet alone: what ICMP errors quote. */
    byte[] packet() {
        byte[] upper = layer4.clone();
        if (checksumOffset != UNSET) {
            Bytes.put16(upper, checksumOffset, 0);
            boolean pseudo = ipv6 || protocol != 1;
            int sum = pseudo
                    ? Oracle.transportChecksum(source, destination, protocol, upper)
                    : Oracle.checksum(upper, 0, upper.length);
            Bytes.put16(upper, checksumOffset, sum ^ checksumError);
        }
        return ipv6 ? packet6(upper) : packet4(upper);
    }

    private byte[] packet4(byte[] upper) {
        byte[] header = new byte[20 + options.length];
        int words = headerWords != UNSET ? headerWords : header.length / 4;
        header[0] = (byte) ((version != UNSET ? version : 4) << 4 | words);
        header[1] = (byte) trafficClass;
        Bytes.put16(header, 2, length != UNSET ? length : header.length + upper.length);
        Bytes.put16(header, 4, id);
        Bytes.put16(header, 6, fragment);
        header[8] = (byte) ttl;
        header[9] = (byte) protocol;
        System.arraycopy(source, 0, header, 12, 4);
        System.arraycopy(destination, 0, header, 16, 4);
        System.arraycopy(options, 0, header, 20, options.length);
        int summed = Math.min(header.length, Math.max(20, words * 4));
        Bytes.put16(header, 10, headerChecksum != UNSET ? headerChecksum : Oracle.checksum(header, 0, summed));
        return Bytes.join(header, upper);
    }

    private byte[] packet6(byte[] upper) {
        byte[] chain = {};
        for (int i = 0; i < extensions.size(); i++) {
            byte[] extension = extensions.get(i).clone();
            extension[0] = (byte) (i + 1 < extensions.size() ? extensionTypes.get(i + 1) : protocol);
            chain = Bytes.join(chain, extension);
        }
        byte[] header = new byte[40];
        header[0] = (byte) ((version != UNSET ? version : 6) << 4 | trafficClass >>> 4);
        header[1] = (byte) (trafficClass << 4);
        Bytes.put16(header, 4, length != UNSET ? length : chain.length + upper.length);
        header[6] = (byte) (extensions.isEmpty() ? protocol : extensionTypes.get(0));
        header[7] = (byte) ttl;
        System.arraycopy(source, 0, header, 8, 16);
        System.arraycopy(destination, 0, header, 24, 16);
        return Bytes.join(header, chain, upper);
    }
}
