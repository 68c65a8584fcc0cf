package io.braid.bgp.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.MessageType;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A peer that tells a million routes is cut off with Cease/1, and what it costs until then is bounded. */
final class MaxPrefixTest {
    private static final int ROUTES = 1_000_000;
    private static final int PER_MESSAGE = 200;
    private static final int ROUNDS = 2;

    /** The collector counts whole regions of 2 MiB and more; a million routes would be 200 MiB. */
    private static final long NOISE = 12 << 20;

    private static final long HELD_BYTES_PER_ROUTE = 250;
    private static final long ALLOCATED_BYTES_PER_ROUTE = 600;

    @ParameterizedTest
    @CsvSource({"IPV4_UNICAST, 100", "IPV6_UNICAST, 100", "IPV4_UNICAST, 100000", "IPV6_UNICAST, 100000"})
    void aMillionRoutesAreCutOff(Family family, int limit) throws Exception {
        byte[] data = ByteBuffer.allocate(7)
                .putShort((short) family.number().afi())
                .put((byte) 1)
                .putInt(limit)
                .array();
        try (var world = new HostileWorld(limit)) {
            long before = HostileCorpusTest.usedHeap();
            long held = 0;
            long allocated = 0;
            for (int round = 0; round < ROUNDS; round++) {
                Await.until("the victim waits", () -> world.externalPeer.state() == SessionState.ACTIVE);
                try (var peer = new HostileConnection(HostileWorld.EXTERNAL, HostileWorld.VICTIM, world.port)) {
                    establish(peer);
                    Await.until("up", () -> world.external.thread != 0);
                    long speaker = world.external.thread;
                    long start = allocatedBy(speaker);
                    assertTrue(peer.send(routes(family, 0, limit)), "as many as allowed are taken");
                    Await.until("taken", () -> world.external.in().received(family) == limit);
                    held = Math.max(held, HostileCorpusTest.usedHeap() - before);
                    assertEquals(SessionState.ESTABLISHED, world.externalPeer.state());
                    Thread writer = writeRest(peer, family, limit);
                    HostileConnection.Received told = peer.receive(MessageType.NOTIFICATION.code());
                    assertNotNull(told);
                    assertEquals(6, told.body()[0]);
                    assertEquals(1, told.body()[1]);
                    assertArrayEquals(data, java.util.Arrays.copyOfRange(told.body(), 2, told.body().length));
                    assertEquals(null, peer.receive());
                    writer.join();
                    allocated = Math.max(allocated, allocatedBy(speaker) - start);
                }
                Await.until("nothing is kept", () -> world.external.in().received(family) == 0);
            }
            world.assertUnharmed();
            long left = HostileCorpusTest.usedHeap() - before;
            System.out.printf(
                    "%,d routes of %s against a limit of %,d: %,d KiB of heap at the limit, %,d KiB allocated, %,d KiB left%n",
                    ROUTES, family, limit, held >> 10, allocated >> 10, left >> 10);
            assertTrue(held <= NOISE + limit * HELD_BYTES_PER_ROUTE, held + " bytes are held at the limit");
            assertTrue(allocated <= NOISE + limit * ALLOCATED_BYTES_PER_ROUTE, allocated + " bytes were allocated");
            assertTrue(left <= NOISE, left + " bytes are left");
        }
    }

    private static void establish(HostileConnection peer) throws Exception {
        peer.send(HostileBytes.open("{HEAD} | {CAPS}"));
        assertNotNull(peer.receive(MessageType.OPEN.code()));
        peer.send(HostileBytes.message(MessageType.KEEPALIVE.code(), new byte[0]));
        assertNotNull(peer.receive(MessageType.KEEPALIVE.code()));
    }

    /** Writes until the other end has had enough: it never reads them all. */
    private static Thread writeRest(HostileConnection peer, Family family, int from) {
        return Thread.ofPlatform().daemon().start(() -> {
            for (int at = from; at < ROUTES && peer.send(routes(family, at, Math.min(at + 10_000, ROUTES))); ) {
                at += 10_000;
            }
        });
    }

    /** UPDATEs with the host routes of these numbers. */
    private static byte[] routes(Family family, int from, int to) {
        var out = new ByteArrayOutputStream();
        for (int at = from; at < to; at += PER_MESSAGE) {
            var nlri = new StringBuilder();
            for (int i = at; i < Math.min(at + PER_MESSAGE, to); i++) {
                String number = HexFormat.of().toHexDigits(0x0A000000 + i);
                nlri.append(family == Family.IPV4_UNICAST ? "20" + number : "4020010DB8" + number);
            }
            out.writeBytes(HostileBytes.update(
                    family == Family.IPV4_UNICAST ? "| {GOOD} |" + nlri : "|" + reach6(nlri.toString()) + "|"));
        }
        return out.toByteArray();
    }

    private static String reach6(String nlri) {
        String value = "00020110 20010DB8000000000000000000000002 00".replace(" ", "") + nlri;
        return "900E" + HexFormat.of().toHexDigits((short) (value.length() / 2)) + value + "{ORIGIN}{PATH}";
    }

    private static long allocatedBy(long thread) {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getThreadAllocatedBytes(thread);
    }
}
