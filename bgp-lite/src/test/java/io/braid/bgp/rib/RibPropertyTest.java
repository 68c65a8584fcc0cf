package io.braid.bgp.rib;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Whatever happens in whatever order, peers end up with the table's routes, and were told no more than it took. */
class RibPropertyTest {
    private static final int RUNS = 100;
    private static final int QUIET_POINTS = 25;
    private static final int EVENTS = 30;

    private static void withSeeds(Consumer<RibWorld> run) {
        long first = Long.getLong("braid.seed", System.nanoTime());
        int runs = Long.getLong("braid.seed") == null ? RUNS : 1;
        for (int i = 0; i < runs; i++) {
            long seed = first + i;
            try {
                run.accept(new RibWorld(seed));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("-Dbraid.seed=" + seed + ": " + e.getMessage(), e);
            }
        }
    }

    @Test
    void peersEndUpWithTheTablesRoutes() {
        withSeeds(world -> {
            for (int point = 0; point < QUIET_POINTS; point++) {
                for (int i = 0; i < EVENTS; i++) {
                    world.event();
                    world.peers.get(world.random.nextInt(world.peers.size())).event(true);
                }
                world.quiet();
            }
        });
    }

    @Test
    void noMoreIsSaidThanTheDifference() {
        withSeeds(world -> {
            world.peers.forEach(WorldPeer::establish);
            world.quiet();
            for (int point = 0; point < QUIET_POINTS; point++) {
                for (int i = world.random.nextInt(EVENTS); i >= 0; i--) {
                    world.event();
                    if (world.random.nextInt(8) == 0) {
                        world.peers
                                .get(world.random.nextInt(world.peers.size()))
                                .event(false);
                    }
                }
                world.peers.forEach(WorldPeer::pullAll);
                world.peers.forEach(WorldPeer::checkLeast);
                world.quiet();
            }
        });
    }
}
