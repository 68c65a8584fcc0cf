package io.braid.dataplane.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.braid.flow.Pins;
import io.braid.flow.PlacementPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The policy that few fat flows need: each new one goes to the uplink with the least, and keeps it. */
class LeastLoadedIT extends GraphTestBase {
    private static final int TASK = World.taskPort(0);
    private static final byte[] DATA = Bytes.payload(1000);
    private Pins pins = TestPaths.pins(HASH, PlacementPolicy.LEAST_LOADED);

    @BeforeEach
    void placeByLoad() {
        graph.close();
        pins = TestPaths.pins(HASH, PlacementPolicy.LEAST_LOADED);
        graph = newGraph(this::record, TestPaths.of(HASH, pins));
    }

    /** Eight flows, TCP and UDP of both families. */
    private static List<byte[]> elephants() {
        var frames = new ArrayList<byte[]>();
        for (int n = 0; n < 2; n++) {
            frames.add(World.out4(0).tcp(40_000 + n, 443, DATA).build());
            frames.add(World.out6(0).tcp(40_000 + n, 443, DATA).build());
            frames.add(World.out4(0).udp(40_000 + n, 443, DATA).build());
            frames.add(World.out6(0).udp(40_000 + n, 443, DATA).build());
        }
        return frames;
    }

    private List<Integer> paths(List<byte[]> frames) {
        return inject(TASK, frames.toArray(byte[][]::new)).stream()
                .map(Sent::port)
                .toList();
    }

    @Test
    void eightFlowsAreTwoToAnUplink() {
        List<Integer> paths = paths(elephants());
        for (int u = 0; u < World.UPLINKS; u++) {
            assertEquals(2, Collections.frequency(paths, u), "uplink " + u + " in " + paths);
        }
        for (int n = 0; n < 100; n++) {
            assertEquals(paths, paths(elephants()));
        }
        assertEquals(8, pins.table().size());
    }

    @Test
    void lostUplinkMovesItsFlowsOnlyAndTheyStay() {
        List<Integer> before = paths(elephants());
        world.usable4[1] = false;
        world.usable6[1] = false;
        List<Integer> during = paths(elephants());
        for (int i = 0; i < before.size(); i++) {
            if (before.get(i) == 1) {
                assertFalse(during.get(i) == 1);
            } else {
                assertEquals(before.get(i), during.get(i));
            }
        }
        for (int u : new int[] {0, 2, 3}) {
            assertFalse(Collections.frequency(during, u) > 3, "evenly: " + during);
        }
        world.usable4[1] = true;
        world.usable6[1] = true;
        assertEquals(during, paths(elephants()), "an uplink that returns takes new flows only");
        assertEquals(2, pins.stats().lost());
    }

    @Test
    void anErrorTakesThePathOfTheFlowItQuotes() {
        for (int n = 0; n < 16; n++) {
            int path4 = paths(List.of(World.out4(0).tcp(n, 443, DATA).build())).getFirst();
            byte[] quote4 = World.in4(0).tcp(443, n, DATA).packet();
            assertEquals(
                    path4,
                    paths(List.of(World.out4(0).icmp(3, 3, 0, quote4).build())).getFirst());
            int path6 = paths(List.of(World.out6(0).udp(n, 443, DATA).build())).getFirst();
            byte[] quote6 = World.in6(0).udp(443, n, DATA).packet();
            assertEquals(
                    path6,
                    paths(List.of(World.out6(0).icmp(1, 4, 0, quote6).build())).getFirst());
        }
        assertEquals(32, pins.table().size(), "an error is no flow of its own");
    }
}
