package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.AttachResult;
import io.braid.perf.lab.DpdkTask;
import io.braid.perf.lab.EchoConnections;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.Traffic;
import io.braid.perf.lab.Transfer;
import io.braid.perf.lab.Transfer.Protocol;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A DPDK application behind a vhost-user socket: traffic, and its end and return while connections go on. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class VhostUserIT {
    private static final int RESTARTS = 20;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Rig rig;

    @SuppressWarnings("NullAway.Init") // likewise
    private static DpdkTask application;

    @SuppressWarnings("NullAway.Init") // likewise
    private static AttachResult port;

    @BeforeAll
    static void start() throws InterruptedException {
        rig = Rig.start(Rig.plan(2, 1), yaml -> yaml);
        port = rig.braid().attach(1, AttachRequest.KIND_VHOST_USER, null);
        application = DpdkTask.prepare(rig.lab(), 1, port);
        application.start();
        rig.assertReachesStorage(1);
    }

    @AfterAll
    static void end() throws InterruptedException {
        application.stop();
        rig.plan().task(1).ip("link del task0");
        rig.braid().detach(1);
        assertFalse(Files.exists(Path.of(String.valueOf(port.directory()))), "the socket's directory is left");
        Rig.end(rig);
    }

    @Test
    void theDirectoryIsItsOwnersOnly() throws Exception {
        Path directory = Path.of(String.valueOf(port.directory()));
        assertEquals(PosixFilePermissions.fromString("rwx------"), Files.getPosixFilePermissions(directory));
        assertEquals("root", Files.getOwner(directory).getName());
        assertEquals(directory.resolve("vhost.sock").toString(), port.device());
    }

    @Test
    void tcpGoesBothWays() throws InterruptedException {
        List<Transfer> transfers = new ArrayList<>();
        for (boolean inbound : new boolean[] {false, true}) {
            transfers.addAll(Transfer.spread(rig.plan(), inbound, Protocol.TCP, 2_000_000, 8, 3));
        }
        Rig.assertNothingLost(Traffic.run(rig.lab(), transfers));
        rig.assertPings(rig.plan().storage(), rig.plan().taskAddress(1, Family.V6));
        rig.awaitBalance();
    }

    @Test
    void connectionsLiveThroughTheApplicationsRestarts() throws Exception {
        try (var connections = new EchoConnections(rig.plan(), 1)) {
            connections.check();
            for (int n = 0; n < RESTARTS; n++) {
                application.kill();
                application.start();
                connections.check();
                assertTrue(application.isAlive());
            }
        }
        rig.awaitBalance();
    }

    @Test
    void connectionsLiveThroughTheDataplanesRestarts() throws Exception {
        try (var connections = new EchoConnections(rig.plan(), 1)) {
            connections.check();
            for (int n = 0; n < RESTARTS; n++) {
                if (n % 2 == 0) {
                    assertEquals(0, rig.braid().stop(), rig.braid().tail());
                } else {
                    rig.braid().kill();
                }
                rig.braid().start();
                connections.check();
                assertTrue(application.isAlive());
            }
        }
        rig.awaitBalance();
    }
}
