package io.braid.bgp.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.rib.ImportPolicy;
import io.braid.bgp.session.HostileCorpus.Misbehaviour;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recorded misbehaviours of one peer, each while another one's session and routes have to stay as they are. */
final class HostileCorpusTest {
    private static final int LEAST = 200;
    private static final long MOST_GROWTH = 8L << 20;
    private static final Set<String> EXPECTATIONS =
            Set.of("told", "ends", "stays", "counted", "crowd", "down", "log-is-clean");

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static HostileWorld world;

    private static long heapBefore;

    @BeforeAll
    static void start() throws Exception {
        world = new HostileWorld(ImportPolicy.DEFAULT_MAX_PREFIXES);
        heapBefore = usedHeap();
    }

    @AfterAll
    static void stop() {
        world.close();
        long growth = usedHeap() - heapBefore;
        System.out.printf("heap after all misbehaviours: %,d KiB more%n", growth >> 10);
        assertTrue(growth < MOST_GROWTH, growth + " bytes of heap are left");
    }

    /** The collector may keep a region for a while that has little in it. */
    static long usedHeap() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            least = Math.min(
                    least,
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        }
        return least;
    }

    static Stream<Misbehaviour> misbehaviours() throws IOException {
        String only = System.getProperty("braid.hostile", "");
        return HostileCorpus.all().stream().filter(m -> m.name().contains(only));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("misbehaviours")
    void harmsNobodyElse(Misbehaviour misbehaviour) throws Exception {
        try {
            try (var script = new HostileScript(world, misbehaviour)) {
                script.play();
            }
            world.assertUnharmed();
        } catch (AssertionError e) {
            throw new AssertionError(misbehaviour + ": " + e.getMessage(), e);
        }
    }

    @Test
    void theCorpusIsLargeAndEachEntryExpectsSomething() throws IOException {
        List<Misbehaviour> all = HostileCorpus.all();
        assertTrue(all.size() >= LEAST, all.size() + " misbehaviours");
        var names = new HashSet<String>();
        for (Misbehaviour one : all) {
            assertTrue(names.add(one.name()), () -> one.place() + ": a second " + one.name());
            assertTrue(
                    one.steps().stream().anyMatch(s -> EXPECTATIONS.contains(s.split(" ", 2)[0])),
                    () -> one.place() + " expects nothing");
        }
        assertEquals(all.size(), names.size());
        System.out.println(all.size() + " misbehaviours");
    }
}
