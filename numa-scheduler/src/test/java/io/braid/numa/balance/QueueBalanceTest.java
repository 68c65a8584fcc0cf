package io.braid.numa.balance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class QueueBalanceTest {
    private static final List<Integer> TWO_NODES = List.of(0, 0, 1, 1);

    private static QueueLoad queue(int port, int worker, double packetsPerSecond) {
        return new QueueLoad(port, 0, worker, packetsPerSecond);
    }

    @Test
    void theQueueThatMakesTheWorkersMostEvenMoves() {
        List<QueueMove> moves = QueueBalance.propose(
                List.of(queue(0, 0, 500_000), queue(1, 0, 300_000), queue(2, 0, 100_000), queue(3, 1, 50_000)),
                TWO_NODES);
        assertEquals(1, moves.size());
        assertEquals(0, moves.getFirst().load().port(), "550 to 400 thousand; port 1 would leave 600 to 350");
        assertEquals(1, moves.getFirst().to());
        assertEquals(900_000, moves.getFirst().before());
        assertEquals(550_000, moves.getFirst().after());
    }

    @Test
    void nothingMovesAcrossNodes() {
        List<QueueMove> moves =
                QueueBalance.propose(List.of(queue(0, 0, 900_000), queue(1, 1, 900_000), queue(2, 2, 0)), TWO_NODES);
        assertEquals(List.of(), moves);
    }

    @Test
    void nothingMovesForLittleGain() {
        assertEquals(List.of(), QueueBalance.propose(List.of(queue(0, 0, 900_000)), TWO_NODES), "its only queue");
        assertEquals(
                List.of(),
                QueueBalance.propose(
                        List.of(queue(0, 0, 550_000), queue(1, 0, 10_000), queue(2, 1, 500_000)), TWO_NODES),
                "as good as even");
        assertEquals(
                List.of(),
                QueueBalance.propose(List.of(queue(0, 0, 20_000), queue(1, 0, 20_000)), TWO_NODES),
                "next to nothing to do");
        assertEquals(List.of(), QueueBalance.propose(List.of(), TWO_NODES));
    }

    /** Following the proposals comes to an end, each step better than the one before. */
    @Test
    void followingTheProposalsEnds() {
        for (int seed = 0; seed < 500; seed++) {
            var random = new SplittableRandom(seed);
            var queues = new ArrayList<QueueLoad>();
            for (int port = 0; port < 1 + random.nextInt(20); port++) {
                queues.add(queue(port, random.nextInt(4), random.nextInt(1_000_000)));
            }
            int steps = 0;
            List<QueueMove> moves = QueueBalance.propose(queues, TWO_NODES);
            while (!moves.isEmpty()) {
                for (QueueMove move : moves) {
                    assertTrue(move.after() < move.before(), "seed " + seed + ": " + move);
                    assertEquals(
                            TWO_NODES.get(move.load().worker()),
                            TWO_NODES.get(move.to()),
                            "seed " + seed + ": " + move);
                    queues.remove(move.load());
                    queues.add(new QueueLoad(
                            move.load().port(), 0, move.to(), move.load().packetsPerSecond()));
                }
                assertTrue(++steps < 100, "seed " + seed + " does not end");
                moves = QueueBalance.propose(queues, TWO_NODES);
            }
        }
    }
}
