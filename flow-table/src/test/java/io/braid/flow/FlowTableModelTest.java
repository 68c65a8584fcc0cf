package io.braid.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A flow table and a HashMap are given the same random operations and must agree. */
class FlowTableModelTest {
    private static final int FLOWS = 2_000;
    private static final int STEPS = 200_000;
    private static final FlowTimeouts TIMEOUTS = new FlowTimeouts(800, 400, 200);

    private record Key(long addresses, long transport) {}

    private record Pin(int path, int state, int seen, long sourceHigh) {}

    static List<Long> seeds() {
        return new SplittableRandom(Seeds.seedFor(FlowTableModelTest.class))
                .longs(8)
                .boxed()
                .toList();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void agreesWithAMap(long seed) {
        var random = new SplittableRandom(seed);
        var hash = new FlowHash(seed);
        FlowTable table =
                new FlowTable(Arena.ofAuto().allocate(FlowTable.bytesFor(FLOWS), 64), FLOWS, hash, TIMEOUTS, 0, 64);
        Map<Key, Pin> model = new HashMap<>();
        var burst = new FlowBurst(64);
        int now = random.nextInt();
        int population = FLOWS / 2 + random.nextInt(FLOWS);
        for (int step = 0; step < STEPS; step++) {
            now += random.nextInt(4) == 0 ? 1 : 0;
            Key key = key(random.nextInt(population));
            long flowHash = hash.ofKey(key.addresses(), key.transport());
            int flags = random.nextInt(8) == 0 ? 1 << random.nextInt(3) : 0;
            long slot = table.find(key.addresses(), key.transport(), flowHash);
            Pin pin = model.get(key);
            if (slot == FlowTable.NONE) {
                assertTrue(pin == null || expired(pin, now) || mayHaveBeenDisplaced(table, pin), "lost " + key + pin);
                int path = random.nextInt(8);
                slot = table.insert(key.addresses(), key.transport(), flowHash, path, flags, now);
                model.remove(key);
                if (slot != FlowTable.NONE) {
                    table.setIpv6(slot, key.addresses() + 1, 2, 3, 4);
                    model.put(key, new Pin(path, FlowState.first(flags), now, key.addresses() + 1));
                }
            } else {
                assertNotNull(pin, "found what was never pinned");
                assertEquals(pin.path(), table.path(slot));
                assertEquals(pin.state(), table.state(slot));
                assertEquals(pin.seen(), now - table.idleMillis(slot, now));
                table.touch(slot, 100, flags, now);
                model.put(key, new Pin(pin.path(), FlowState.next(pin.state(), flags), now, pin.sourceHigh()));
            }
            table.expire(now);
            if (step % 1_000 == 0) {
                compareBurst(random, hash, table, burst, population);
            }
        }
        assertTrue(table.size() <= FLOWS);
        assertTrue(table.stats().expired() > 500, "the test did something");
    }

    private static Key key(int number) {
        long family = (number & 1) == 0 ? 0 : FlowKey.IPV6;
        return new Key(number * 0x9E37_79B9L, family | FlowKey.transport(number % 3, number, number >>> 4));
    }

    private static boolean expired(Pin pin, int now) {
        int timeout = switch (pin.state()) {
            case FlowState.OPENING -> TIMEOUTS.openingMillis();
            case FlowState.CLOSING -> TIMEOUTS.lingerMillis();
            default -> TIMEOUTS.idleMillis();
        };
        return now - pin.seen() >= timeout;
    }

    private static boolean mayHaveBeenDisplaced(FlowTable table, Pin pin) {
        return table.stats().displaced() > 0 && pin.state() != FlowState.ESTABLISHED;
    }

    /** A burst's look-ups find what single ones do. */
    private static void compareBurst(
            SplittableRandom random, FlowHash hash, FlowTable table, FlowBurst burst, int population) {
        burst.clear();
        List<Long> expected = new ArrayList<>();
        int count = random.nextInt(65);
        for (int n = 0; n < count; n++) {
            Key key = key(random.nextInt(population));
            int i = burst.add();
            burst.addresses[i] = key.addresses();
            burst.transport[i] = key.transport();
            burst.hash[i] = hash.ofKey(key.addresses(), key.transport());
            expected.add(table.find(key.addresses(), key.transport(), burst.hash[i]));
        }
        table.find(burst);
        for (int i = 0; i < count; i++) {
            assertEquals(expected.get(i), burst.slot[i]);
        }
    }
}
