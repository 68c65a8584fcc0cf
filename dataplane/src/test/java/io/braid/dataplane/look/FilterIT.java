package io.braid.dataplane.look;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dpdk.Eal;
import io.braid.dpdk.EalOptions;
import io.braid.dpdk.Memory;
import io.braid.dpdk.Packet;
import io.braid.dpdk.PacketPool;
import io.braid.linux.PcapCompiler;
import io.braid.linux.PcapCompiler.PcapException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Filters take the packets that tcpdump takes, of frames that are right, wrong and cut off. */
class FilterIT {
    private static final int FRAMES = 4000;
    private static final int BURST = 64;

    @SuppressWarnings("NullAway.Init")
    private static Eal eal;

    @SuppressWarnings("NullAway.Init")
    private static PacketPool pool;

    @SuppressWarnings("NullAway.Init")
    private static List<byte[]> frames;

    @SuppressWarnings("NullAway.Init")
    private static Path capture;

    @BeforeAll
    static void startDpdk() {
        eal = Eal.start(EalOptions.ordinaryPages(64));
        pool = PacketPool.create("filters", 1023, 2176, -1);
    }

    @AfterAll
    static void stopDpdk() {
        pool.close();
        eal.close();
    }

    @BeforeAll
    static void makeFrames(@TempDir Path directory) throws IOException {
        var random = new Random(20_261_130);
        frames = new ArrayList<>();
        var file = new ByteArrayOutputStream();
        file.writeBytes(ByteBuffer.allocate(24)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(0xa1b2c3d4)
                .putShort((short) 2)
                .putShort((short) 4)
                .putInt(0)
                .putInt(0)
                .putInt(65_535)
                .putInt(1)
                .array());
        for (int i = 0; i < FRAMES; i++) {
            byte[] frame = frame(random);
            frames.add(frame);
            file.writeBytes(ByteBuffer.allocate(16)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(i)
                    .putInt(0)
                    .putInt(frame.length)
                    .putInt(frame.length)
                    .array());
            file.writeBytes(frame);
        }
        capture = directory.resolve("frames.pcap");
        Files.write(capture, file.toByteArray());
    }

    /** Of few addresses, ports and protocols, so that filters match some; one in three has bytes changed or cut off. */
    private static byte[] frame(Random random) {
        var out = ByteBuffer.allocate(200);
        out.putShort((short) 0x0200)
                .putInt(random.nextInt(3))
                .putShort((short) 0x0200)
                .putInt(random.nextInt(3));
        if (random.nextInt(5) == 0) {
            out.putShort((short) 0x8100).putShort((short) (random.nextInt(3) + 100));
        }
        int[] protocols = {1, 6, 17, 58, 132, 44, 0};
        int protocol = protocols[random.nextInt(protocols.length)];
        switch (random.nextInt(5)) {
            case 0, 1 -> {
                out.putShort((short) 0x0800)
                        .put((byte) (random.nextInt(8) == 0 ? 0x46 : 0x45))
                        .put((byte) 0);
                out.putShort((short) 60).putShort((short) 1);
                out.putShort((short) (random.nextInt(4) == 0 ? random.nextInt(0x4000) : 0));
                out.put((byte) 64).put((byte) protocol).putShort((short) 0);
                out.putInt(0x0a640000 + random.nextInt(4)).putInt(0x0a640000 + random.nextInt(4));
            }
            case 2, 3 -> {
                out.putShort((short) 0x86dd)
                        .putInt(0x60000000)
                        .putShort((short) 40)
                        .put((byte) protocol)
                        .put((byte) 64);
                out.putLong(0x20010db801000000L).putLong(random.nextInt(4));
                out.putLong(0x20010db801000000L).putLong(random.nextInt(4));
                if (protocol == 44 || protocol == 0) {
                    out.put((byte) 6).put((byte) 0).putShort((short) 0).putInt(random.nextInt(3));
                }
            }
            default -> {
                out.putShort((short) 0x0806)
                        .putShort((short) 1)
                        .putShort((short) 0x0800)
                        .putShort((short) 0x0604);
                out.putShort((short) (1 + random.nextInt(2)))
                        .putShort((short) 0x0200)
                        .putInt(random.nextInt(3));
                out.putInt(0x0a640000 + random.nextInt(4)).putShort((short) 0).putInt(0);
                out.putInt(0x0a640000 + random.nextInt(4));
            }
        }
        int[] ports = {22, 53, 80, 443, 4791};
        out.putShort((short) ports[random.nextInt(5)]).putShort((short) ports[random.nextInt(5)]);
        out.putLong(random.nextLong()).putLong(random.nextLong()).putLong(random.nextLong());
        byte[] frame = new byte[random.nextInt(6) == 0 ? random.nextInt(out.position()) : out.position()];
        out.get(0, frame);
        if (random.nextInt(5) == 0 && frame.length > 12) {
            frame[12 + random.nextInt(frame.length - 12)] = (byte) random.nextInt();
        }
        return frame;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ip",
                "ip6",
                "arp",
                "tcp",
                "udp",
                "icmp",
                "icmp6",
                "sctp",
                "host 10.100.0.1",
                "src host 10.100.0.2",
                "dst 10.100.0.3",
                "net 10.100.0.0/31",
                "src net 10.100.0.2/31",
                "not host 10.100.0.1",
                "host 2001:db8:100::1",
                "src 2001:db8:100::2",
                "net 2001:db8:100::/126",
                "port 443",
                "src port 80",
                "dst port 53",
                "portrange 80-443",
                "tcp port 22 or udp port 53",
                "tcp dst port 443 and (host 10.100.0.1 or host 2001:db8:100::1)",
                "tcp[tcpflags] & (tcp-syn|tcp-ack) == tcp-syn",
                "ip6 and not tcp and not udp",
                "less 60",
                "greater 70",
                "vlan",
                "vlan 100",
                "vlan and host 10.100.0.1",
                "vlan 101 and tcp",
                "ether host 02:00:00:00:00:01",
                "ether dst 02:00:00:00:00:02",
                "ether[0] & 1 = 0 and ip[8] > 3",
                "ip[6:2] & 0x1fff != 0",
                "ip6[6] == 44",
                "ip proto 6",
                "udp[0:2] - udp[2:2] > 300",
                "ip[2:2] * 3 > 150 and ip[0] & 0xf != 5",
                "len > 50 and len % 3 == 1",
                "arp host 10.100.0.3",
                "icmp6 or icmp or (tcp and portrange 400-5000) or vlan"
            })
    void takesWhatTcpdumpTakes(String filter) throws Exception {
        List<Integer> expected = byTcpdump(filter);
        assertEquals(expected, own(filter));
        assertEquals(expected, inBursts(filter));
    }

    private static List<Integer> own(String filter) throws Exception {
        PacketFilter compiled = compile(filter);
        var taken = new ArrayList<Integer>();
        try (Arena arena = Arena.ofConfined()) {
            for (int i = 0; i < frames.size(); i++) {
                byte[] frame = frames.get(i);
                // Nothing behind the frame may be looked at: what is there would make others match.
                MemorySegment bytes = arena.allocate(frame.length + 64);
                bytes.fill((byte) 0x45);
                MemorySegment.copy(frame, 0, bytes, ValueLayout.JAVA_BYTE, 0, frame.length);
                if (compiled.matches(bytes.address(), frame.length, frame.length)) {
                    taken.add(i);
                }
            }
        }
        return taken;
    }

    /** As a worker does it, with real buffers. */
    private static List<Integer> inBursts(String filter) throws Exception {
        PacketFilter compiled = compile(filter);
        var taken = new ArrayList<Integer>();
        try (Arena arena = Arena.ofConfined()) {
            long burst = arena.allocate(ValueLayout.JAVA_LONG, BURST).address();
            for (int first = 0; first < frames.size(); first += BURST) {
                int count = Math.min(BURST, frames.size() - first);
                assertTrue(pool.allocate(burst, count));
                for (int i = 0; i < count; i++) {
                    Packet.setBytes(Memory.getLong(burst + 8L * i), frames.get(first + i));
                }
                long mask = compiled.matchAll(burst, count);
                for (int i = 0; i < BURST; i++) {
                    if ((mask & (1L << i)) != 0) {
                        taken.add(first + i);
                    }
                }
                PacketPool.free(burst, count);
            }
        }
        return taken;
    }

    private static PacketFilter compile(String filter) throws Exception {
        return BpfProgram.of(PcapCompiler.load().compile(filter).stream()
                        .map(one -> new BpfProgram.Instruction(one.code(), one.jt(), one.jf(), one.k()))
                        .toList())
                .toFilter();
    }

    /** The seconds of the packets that it writes, which are their numbers. */
    private static List<Integer> byTcpdump(String filter) throws Exception {
        Process tcpdump = new ProcessBuilder("tcpdump", "-r", capture.toString(), "-w", "-", filter)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        var out = ByteBuffer.wrap(tcpdump.getInputStream().readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(0, tcpdump.waitFor(), filter);
        var taken = new ArrayList<Integer>();
        for (int at = 24; at < out.capacity(); at += 16 + out.getInt(at + 8)) {
            taken.add(out.getInt(at));
        }
        return taken;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "host",
                "host 10.100.0.1 adn port 80",
                "port 99999",
                "tcp and (port 80",
                "nonsense",
                "host 10.100.0.256",
                "ip6 protochain 6 or (",
                "ether[",
                "\u0000",
                "'; rm -rf /",
                "%s%s%s%n"
            })
    void saysWhatIsWrong(String filter) throws Exception {
        PcapCompiler compiler = PcapCompiler.load();
        var refused = assertThrows(PcapException.class, () -> compiler.compile(filter));
        assertTrue(String.valueOf(refused.getMessage()).startsWith("the filter "), refused.toString());
    }

    @Test
    void pointsToWhereItStopsToMakeSense() throws Exception {
        PcapCompiler compiler = PcapCompiler.load();
        var refused = assertThrows(PcapException.class, () -> compiler.compile("host 10.100.0.1  adn port 80"));
        assertTrue(
                String.valueOf(refused.getMessage()).contains("from column 18 on it cannot be understood: adn port 80"),
                refused.toString());
    }

    private static String manyHosts() {
        return IntStream.range(0, 200).mapToObj(i -> "host 10.0.1." + i).collect(Collectors.joining(" or "));
    }

    @Test
    void absurdFiltersAreRefused() throws Exception {
        PcapCompiler compiler = PcapCompiler.load();
        for (String filter : List.of(
                "x".repeat(1_000_000), "(".repeat(4000), "not ".repeat(1000), manyHosts(), "ip6 protochain 6")) {
            Exception refused = assertThrows(
                    Exception.class,
                    () -> BpfProgram.of(compiler.compile(filter).stream()
                            .map(one -> new BpfProgram.Instruction(one.code(), one.jt(), one.jf(), one.k()))
                            .toList()));
            assertTrue(
                    refused instanceof PcapException || refused instanceof BpfProgram.BadProgramException,
                    filter.substring(0, 10) + ": " + refused);
        }
    }
}
