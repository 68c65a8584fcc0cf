package io.braid.linux;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Hostile bytes into all tables; the seed of a run is printed. */
final class NetlinkFuzzTest {
    private static final int ROUNDS = 100_000;
    private static final int NEW = 16;
    private static final int DELETE = 17;

    @Test
    void randomBytesNeverThrow() {
        long seed = System.nanoTime();
        System.out.println("NetlinkFuzzTest seed " + seed);
        Random random = new Random(seed);
        Count<LinkState> linkChanges = new Count<>();
        Count<NeighborState> neighborChanges = new Count<>();
        Count<RouteState> routeChanges = new Count<>();
        try (var links = new NetlinkTable<>(new Silence(), new LinkCodec());
                var neighbors = new NetlinkTable<>(new Silence(), new NeighborCodec());
                var routes = new NetlinkTable<>(new Silence(), new RouteCodec())) {
            for (int round = 0; round < ROUNDS; round++) {
                byte[] bytes = hostile(random);
                try {
                    links.accept(ByteBuffer.wrap(bytes), linkChanges);
                    neighbors.accept(ByteBuffer.wrap(bytes), neighborChanges);
                    routes.accept(ByteBuffer.wrap(bytes), routeChanges);
                } catch (RuntimeException e) {
                    throw new AssertionError("seed " + seed + " round " + round, e);
                }
            }
            assertTrue(links.malformed() > 1000 && neighbors.malformed() > 1000, "the fuzz reached the checks");
            assertTrue(linkChanges.count > 1000, "the fuzz reached the good paths: " + linkChanges.count);
            assertTrue(neighborChanges.count > 100, "the fuzz reached the good paths: " + neighborChanges.count);
            assertTrue(routes.malformed() > 1000, "the fuzz reached the checks of routes");
            assertTrue(routeChanges.count > 100, "the fuzz reached the good paths: " + routeChanges.count);
        }
    }

    /** Pure noise, or a good message with a few bytes changed, or one cut off. */
    private static byte[] hostile(Random random) {
        byte[] good = good(random);
        return switch (random.nextInt(4)) {
            case 0 -> {
                byte[] noise = new byte[random.nextInt(120)];
                random.nextBytes(noise);
                yield noise;
            }
            case 1 -> Arrays.copyOf(good, random.nextInt(good.length + 1));
            case 2 -> {
                for (int i = random.nextInt(4); i >= 0; i--) {
                    good[random.nextInt(good.length)] = (byte) random.nextInt();
                }
                yield Rtnetlink.join(good, good);
            }
            default -> good;
        };
    }

    private static byte[] good(Random random) {
        int family = random.nextBoolean() ? 2 : 10;
        byte[] address = new byte[random.nextBoolean() ? 4 : 16];
        return switch (random.nextInt(3)) {
            case 0 ->
                Rtnetlink.link(
                        random.nextBoolean() ? NEW : DELETE,
                        0,
                        0,
                        random.nextInt(9),
                        "up" + random.nextInt(9),
                        1,
                        1500,
                        5);
            case 1 ->
                Rtnetlink.message(
                        28 + random.nextInt(2),
                        0,
                        0,
                        Rtnetlink.ndmsg(family, 4, 2, 0),
                        Rtnetlink.attribute(1, address),
                        Rtnetlink.attribute(2, new byte[6]));
            default -> {
                byte[] hop = Rtnetlink.rtnexthop(0, random.nextInt(9), Rtnetlink.attribute(5, address));
                yield Rtnetlink.message(
                        24 + random.nextInt(2),
                        0,
                        0,
                        Rtnetlink.rtmsg(family, random.nextInt(33), 1, 0),
                        Rtnetlink.attribute(1, address),
                        Rtnetlink.attribute(9, Rtnetlink.join(hop, hop)));
            }
        };
    }

    private static final class Count<V> implements NetlinkListener<V> {
        private long count;

        @Override
        public void changed(V now, @Nullable V previous) {
            count++;
        }

        @Override
        public void removed(V last) {
            count++;
        }
    }

    /** A kernel that says nothing. */
    private static final class Silence implements NetlinkTransport {
        @Override
        public int receive(ByteBuffer buffer) {
            return EMPTY;
        }

        @Override
        public void requestDump(int sequence) {}

        @Override
        public void close() {}
    }
}
