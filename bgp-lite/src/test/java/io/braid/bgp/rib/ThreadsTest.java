package io.braid.bgp.rib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.bgp.wire.IpAddress;
import io.braid.bgp.wire.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Leases and uplinks change on some threads while another takes messages, only when it was told that there are any. */
class ThreadsTest {
    private static final int CHANGES = 100_000;
    private static final int ADDRESSES = 200;
    private static final long TIMEOUT_SECONDS = 60;

    private final Semaphore ready = new Semaphore(0);
    private final AtomicBoolean over = new AtomicBoolean();
    private final Announcements table = Fixture.table(4);
    private final AdjRibOut out =
            new AdjRibOut("tor", table, new Paths.OfAll(), ExportPolicy.of(Fixture.LOCAL_AS), ready::release);
    private final PeerModel model = new PeerModel(Fixture.ADD_PATH, Fixture.PREFIXES);

    private static IpAddress address(int i) {
        return IpAddress.v4(0x0A64_0001 + i);
    }

    private Callable<Integer> leases(int from, long seed) {
        return () -> {
            var random = new Random(seed);
            for (int i = 0; i < CHANGES; i++) {
                table.lease(address(from + random.nextInt(ADDRESSES)), random.nextBoolean());
                table.port(address(from + random.nextInt(ADDRESSES)), random.nextInt(4) != 0);
            }
            for (int i = 0; i < ADDRESSES; i++) {
                Fixture.live(table, address(from + i));
            }
            return ADDRESSES;
        };
    }

    private Callable<Integer> uplinks(long seed) {
        return () -> {
            var random = new Random(seed);
            for (int i = 0; i < CHANGES / 100; i++) {
                table.usable(random.nextInt(4), random.nextBoolean());
                TimeUnit.MICROSECONDS.sleep(50);
            }
            for (int i = 0; i < 4; i++) {
                table.usable(i, true);
            }
            return 0;
        };
    }

    private Callable<Integer> session() {
        return () -> {
            int taken = 0;
            while (true) {
                boolean last = over.get();
                if (ready.tryAcquire(last ? 0 : 10, TimeUnit.MILLISECONDS)) {
                    for (Message m = out.next(); m != null; m = out.next()) {
                        model.take(m);
                        taken++;
                    }
                } else if (last) {
                    return taken;
                }
            }
        };
    }

    @Test
    void nothingIsMissedAndNothingToldTwice() throws Exception {
        long seed = Long.getLong("braid.seed", System.nanoTime());
        out.established(Fixture.ADD_PATH);
        ready.release();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            Future<Integer> session = threads.submit(session());
            var changes = new ArrayList<Future<Integer>>();
            for (Callable<Integer> change : List.of(leases(0, seed), leases(ADDRESSES, seed + 1), uplinks(seed + 2))) {
                changes.add(threads.submit(change));
            }
            int live = 0;
            for (Future<Integer> change : changes) {
                live += change.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            }
            over.set(true);
            int taken = session.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            assertTrue(taken > 2, "" + taken);
            assertEquals(live * 4, model.routes().size(), "-Dbraid.seed=" + seed);
            assertEquals(live * 4, out.sentRoutes().size());
        }
    }
}
