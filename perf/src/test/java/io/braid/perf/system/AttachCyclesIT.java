package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.AttachRequest;
import io.braid.perf.lab.Family;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks that come and go all the time leave nothing behind. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class AttachCyclesIT {
    /** What the first few make stays: threads of the JVM, sockets of the driver. */
    private static final int FIRST = 10;

    private static final int CYCLES = 60;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Rig rig;

    /** What could leak. */
    private record Held(int files, int threads, int buffers) {}

    @BeforeAll
    static void start() throws InterruptedException {
        rig = Rig.start(Rig.plan(2, 2), yaml -> yaml);
        rig.braid().attach(2);
    }

    @AfterAll
    static void end() throws InterruptedException {
        Rig.end(rig);
    }

    private static Held held() throws IOException {
        Path process = Path.of("/proc", Long.toString(rig.braid().pid()));
        return new Held(count(process.resolve("fd")), count(process.resolve("task")), (int)
                rig.status().mempool().inUse());
    }

    private static int count(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return (int) entries.count();
        }
    }

    private static void cycle(String kind, boolean nics) {
        rig.braid()
                .client()
                .attach(new AttachRequest(
                        rig.plan().taskName(1),
                        List.of(rig.plan().taskAddress(1, Family.V4), rig.plan().taskAddress(1, Family.V6)),
                        kind,
                        rig.plan().task(1).path(),
                        nics,
                        null,
                        null));
        rig.braid().detach(1);
    }

    private static void assertNothingIsLeft(String kind) throws Exception {
        Held before = null;
        for (int n = 0; n < CYCLES; n++) {
            if (n == FIRST) {
                before = held();
            }
            cycle(kind, kind.equals(AttachRequest.KIND_TAP) && n % 2 == 0);
        }
        Held after = held();
        assertTrue(before != null && after.files() <= before.files() + 4, before + " " + after);
        assertTrue(after.threads() <= before.threads() + 4, before + " " + after);
        assertTrue(after.buffers() <= before.buffers() + 256, before + " " + after);
        assertEquals(List.of("lo"), Rig.interfaces(rig.plan().task(1)));
        rig.assertReachesStorage(2);
        rig.awaitBalance();
    }

    @Test
    void interfaces() throws Exception {
        assertNothingIsLeft(AttachRequest.KIND_TAP);
    }

    @Test
    void sockets() throws Exception {
        assertNothingIsLeft(AttachRequest.KIND_VHOST_USER);
        Path directories = rig.braid().socket().resolveSibling("tasks");
        assertFalse(Files.exists(directories.resolve(rig.plan().taskName(1))), "a directory is left");
    }
}
