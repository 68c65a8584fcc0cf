package io.braid.perf.system;

import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.Ipv4Address;
import io.braid.dataplane.net.Ipv6Address;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabPlan;
import java.nio.ByteBuffer;
import java.util.Random;

/** Makes frames that someone sends who is not to be trusted. MAC addresses are the low 48 bits of a {@code long}. */
final class Forgery {
    static final long BROADCAST = 0xffff_ffff_ffffL;
    static final Ipv6Address ALL_NODES = new Ipv6Address(0xff02_0000_0000_0000L, 1);

    private static final long SENDER = 0x02_66_00_00_00_01L;

    private Forgery() {}

    /** An ARP packet (RFC 826) in which {@code mac} says that it has {@code sender}. */
    static byte[] arp(long destination, int operation, long mac, Ipv4Address sender, Ipv4Address target) {
        var frame = ByteBuffer.allocate(60);
        putMac(putMac(frame, destination), mac).putShort((short) 0x0806);
        frame.putInt(0x0001_0800).putShort((short) 0x0604).putShort((short) operation);
        putMac(frame, mac).putInt(sender.bits());
        putMac(frame, 0).putInt(target.bits());
        return frame.array();
    }

    /** A neighbor advertisement (RFC 4861 section 4.4) in which {@code mac} says that it has {@code target}. */
    static byte[] advertisement(long destinationMac, long mac, Ipv6Address target, Ipv6Address destination, int flags) {
        var frame = ByteBuffer.allocate(14 + 40 + 32);
        putMac(putMac(frame, destinationMac), mac).putShort((short) 0x86dd);
        frame.putInt(6 << 28).putShort((short) 32).put((byte) 58).put((byte) 255);
        put(put(frame, target), destination);
        frame.putInt(136 << 24).putInt(flags << 24);
        put(frame, target).putShort((short) 0x0201);
        putMac(frame, mac);
        frame.putShort(56, (short) checksum6(frame, 32));
        return frame.array();
    }

    /** A UDP packet over IPv4 with so many bytes of payload and no checksum of its own, which IPv4 allows. */
    static byte[] udp4(long destinationMac, String source, String destination, int payload) {
        var frame = ByteBuffer.allocate(14 + 28 + payload);
        putMac(putMac(frame, destinationMac), SENDER).putShort((short) 0x0800);
        frame.putShort((short) 0x4500).putShort((short) (28 + payload)).putInt(0);
        frame.putShort((short) (64 << 8 | 17)).putShort((short) 0);
        put(put(frame, IpAddress.parse(source)), IpAddress.parse(destination));
        frame.putShort((short) 5_000).putShort((short) 5_000).putShort((short) (8 + payload));
        long sum = 0;
        for (int at = 14; at < 34; at += 2) {
            sum += frame.getShort(at) & 0xffff;
        }
        frame.putShort(24, (short) ~fold(sum));
        return frame.array();
    }

    private static int checksum6(ByteBuffer frame, int length) {
        long sum = length + 58L;
        for (int at = 22; at < 54 + length; at += 2) {
            sum += frame.getShort(at) & 0xffff;
        }
        return ~fold(sum) & 0xffff;
    }

    private static int fold(long sum) {
        long folded = sum;
        while (folded >>> 16 != 0) {
            folded = (folded & 0xffff) + (folded >>> 16);
        }
        return (int) folded;
    }

    /** Makes random bytes an IPv4 packet of which most of the header is right, from somewhere to a task or an uplink. */
    static void plausibleIpv4(ByteBuffer frame, Random random, LabPlan plan) {
        boolean options = random.nextInt(8) == 0;
        frame.put(14, (byte) (options ? 0x40 | random.nextInt(16) : 0x45));
        frame.putShort(16, (short) (random.nextInt(8) == 0 ? random.nextInt() : frame.capacity() - 14));
        if (random.nextInt(4) != 0) {
            frame.putShort(20, (short) 0);
        }
        frame.put(23, random.nextBoolean() ? protocol(random, 1) : frame.get(23));
        put(frame.position(26), address(plan, Family.V4, random));
        if (random.nextInt(3) == 0) {
            frame.putInt(26, random.nextInt());
        }
        put(frame.position(30), address(plan, Family.V4, random));
        if (random.nextInt(8) != 0) {
            frame.putShort(24, (short) 0);
            long sum = 0;
            int end = Math.min(14 + (frame.get(14) & 15) * 4, frame.capacity() - 1);
            for (int at = 14; at < end; at += 2) {
                sum += frame.getShort(at) & 0xffff;
            }
            frame.putShort(24, (short) ~fold(sum));
        }
    }

    /** The same for IPv6, with extension headers now and then. */
    static void plausibleIpv6(ByteBuffer frame, Random random, LabPlan plan) {
        frame.put(14, (byte) 0x60);
        frame.putShort(18, (short) (random.nextInt(8) == 0 ? random.nextInt() : frame.capacity() - 54));
        int[] headers = {0, 43, 44, 60, 51, 59};
        frame.put(20, random.nextInt(3) == 0 ? (byte) headers[random.nextInt(headers.length)] : protocol(random, 58));
        put(frame.position(22), address(plan, Family.V6, random));
        if (random.nextInt(3) == 0) {
            frame.putLong(22, random.nextLong());
        }
        put(frame.position(38), address(plan, Family.V6, random));
    }

    private static byte protocol(Random random, int icmp) {
        int[] protocols = {6, 17, icmp, 132};
        return (byte) protocols[random.nextInt(protocols.length)];
    }

    private static IpAddress address(LabPlan plan, Family family, Random random) {
        String text = switch (random.nextInt(6)) {
            case 0, 1 -> plan.taskAddress(1 + random.nextInt(plan.tasks()), family);
            case 2 -> plan.hostAddress(random.nextInt(plan.uplinks()), family);
            case 3 -> plan.storageAddress(family);
            case 4 -> plan.torAddress(1, family);
            default -> family == Family.V4 ? "127.0.0.1" : "::1";
        };
        return IpAddress.parse(text);
    }

    static ByteBuffer putMac(ByteBuffer frame, long mac) {
        return frame.putShort((short) (mac >>> 32)).putInt((int) mac);
    }

    private static ByteBuffer put(ByteBuffer frame, IpAddress address) {
        return switch (address) {
            case Ipv4Address ipv4 -> frame.putInt(ipv4.bits());
            case Ipv6Address ipv6 -> frame.putLong(ipv6.high()).putLong(ipv6.low());
        };
    }
}
