package io.braid.bgp.rib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.wire.Family;
import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Message;
import io.braid.bgp.wire.MessageEncoder;
import io.braid.bgp.wire.Negotiated;
import io.braid.bgp.wire.Nlri;
import io.braid.bgp.wire.Prefix;
import io.braid.bgp.wire.Update;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ten thousand task IPs: how many messages, how much memory, how long. */
class LargeTableTest {
    private static final int COUNT = 10_000;
    private static final int COPIES = 10;
    private static final long MAX_HEAP = 64L << 20;

    /** The references to what was sent alone. */
    private static final long MIN_HEAP = 8L * COUNT * 4;

    private static final List<IpAddress> TASKS4 = IntStream.range(0, COUNT)
            .mapToObj(i -> IpAddress.v4(0x0A64_0001 + i))
            .toList();
    private static final List<IpAddress> TASKS6 = IntStream.range(0, COUNT)
            .mapToObj(i -> IpAddress.v6(0x2001_0db8_0100_0000L, 1 + i))
            .toList();

    private static List<IpAddress> tasks(Family family) {
        return family == Family.IPV4_UNICAST ? TASKS4 : TASKS6;
    }

    /** The lengths of the messages on the wire. One call of the encoder with all routes fills each but the last. */
    private static List<Integer> lengths(Negotiated session, List<Message> messages) {
        var lengths = new ArrayList<Integer>();
        var encoder = new MessageEncoder(session);
        messages.forEach(m -> encoder.encode(m, (_, _, length) -> lengths.add(length)));
        return lengths;
    }

    @ParameterizedTest
    @EnumSource
    void noMessageIsSentThatAnotherHadRoomFor(Family family) {
        for (Negotiated session : List.of(Fixture.EXTERNAL, Fixture.INTERNAL, Fixture.V4_OVER_V6, Fixture.ADD_PATH)) {
            // Each one more makes the attributes 4 bytes longer, so that some time the routes fit to the byte.
            for (int prepend = 0; prepend < 9; prepend++) {
                check(
                        family,
                        session,
                        ExportPolicy.of(Fixture.LOCAL_AS).withIpv6NextHops().withPrepend(prepend));
            }
        }
    }

    private static void check(Family family, Negotiated session, ExportPolicy policy) {
        Announcements table = Fixture.table(1);
        List<IpAddress> some = tasks(family).subList(0, COUNT / 4);
        some.forEach(ip -> Fixture.live(table, ip));
        var out = new AdjRibOut("tor", table, new Paths.OfUplink(0), policy, () -> {});
        out.established(session);
        List<Message> sent = Fixture.drain(out);
        sent.removeIf(m -> ((Update) m).endOfRib().isPresent());
        int pathId = session.send().hasPathIds(family) ? 1 : 0;
        List<Nlri> routes =
                some.stream().map(ip -> new Nlri(Prefix.host(ip), pathId)).toList();
        Update first = (Update) sent.getFirst();
        var reach = new Update.Reach(family, first.announced().getFirst().nextHop(), routes);
        assertEquals(lengths(session, List.of(Update.announce(first.attributes(), reach))), lengths(session, sent));

        table.usable(0, false);
        List<Message> gone = Fixture.drain(out);
        assertEquals(lengths(session, List.of(Update.withdraw(family, routes))), lengths(session, gone));
        assertEquals(gone.size(), lengths(session, gone).size(), "each is one on the wire");
    }

    @Test
    void aVeryLongMessageIsHeldInPieces() {
        Announcements table = Fixture.table(1);
        TASKS4.forEach(ip -> Fixture.live(table, ip));
        AdjRibOut out = Fixture.out(table, new Paths.OfUplink(0));
        out.established(Fixture.session(false, Fixture.BOTH, Set.of(), false, 65535, false));
        List<Message> sent = Fixture.drain(out);
        assertEquals(3 + 2, sent.size(), "4096 routes in each, and two End-of-RIB");
    }

    private static long usedHeap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** The collector counts whole regions of 2 MiB and more, so several tables are weighed together. */
    @Test
    void memoryAndTime() {
        announceAll(new ArrayList<>()); // classes are loaded and code is warm
        var kept = new ArrayList<Object>();
        long before = usedHeap();
        long allocated = allocatedBytes();
        long start = System.nanoTime();
        int bytes = announceAll(kept);
        long micros = (System.nanoTime() - start) / 1000;
        allocated = allocatedBytes() - allocated;
        for (int i = 1; i < COPIES; i++) {
            announceAll(kept);
        }
        long heap = (usedHeap() - before) / COPIES;
        System.out.printf(
                "%,d IPv4 and %,d IPv6 task IPs, 4 paths each, to one peer: %,d bytes of messages in %,d us;"
                        + " %,d KiB of heap for the table and what was sent, %,d KiB allocated on the way%n",
                COUNT, COUNT, bytes, micros, heap >> 10, allocated >> 10);
        assertEquals(2 * COPIES, kept.size());
        assertTrue(heap >= MIN_HEAP, heap + " bytes cannot hold that many routes: they were weighed wrongly");
        assertTrue(heap <= MAX_HEAP, heap + " bytes");
    }

    private static long allocatedBytes() {
        var bean = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        return bean.getCurrentThreadAllocatedBytes();
    }

    private static int announceAll(List<Object> kept) {
        Announcements table = Fixture.table(4);
        AdjRibOut out = Fixture.out(table, new Paths.OfAll());
        out.established(Fixture.ADD_PATH);
        kept.add(table);
        kept.add(out);
        TASKS4.forEach(ip -> Fixture.live(table, ip));
        TASKS6.forEach(ip -> Fixture.live(table, ip));
        int[] bytes = {0};
        var encoder = new MessageEncoder(Fixture.ADD_PATH);
        for (Message m = out.next(); m != null; m = out.next()) {
            encoder.encode(m, (_, _, length) -> bytes[0] += length);
        }
        assertEquals(8 * COUNT, out.sentRoutes().size());
        return bytes[0];
    }
}
