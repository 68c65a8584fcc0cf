package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.AttachResult;
import io.braid.perf.lab.DpdkTask;
import io.braid.perf.lab.EchoConnections;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A DPDK application behind a vhost-user socket, with a tap behind it in turn, which is why packets are of 1500 bytes. */
class VhostUserIT extends TaskPortContract {
    private static final int RESTARTS = 20;

    @SuppressWarnings("NullAway.Init") // set before any test
    private DpdkTask application;

    @SuppressWarnings("NullAway.Init") // likewise
    private AttachResult port;

    @Override
    String kind() {
        return AttachRequest.KIND_VHOST_USER;
    }

    @Override
    int mtu() {
        return 1500;
    }

    @Override
    int restarts() {
        return RESTARTS;
    }

    @Override
    void begin(AttachResult attached) throws InterruptedException {
        port = attached;
        application = DpdkTask.prepare(rig.lab(), TASK, attached);
        application.start();
    }

    @Override
    void end() throws InterruptedException {
        application.stop();
        rig.plan().task(TASK).ip("link del task0");
    }

    @Override
    void vanish() throws InterruptedException {
        application.kill();
        super.vanish();
    }

    @Test
    void theDirectoryIsItsOwnersOnly() throws Exception {
        Path directory = Path.of(String.valueOf(port.directory()));
        assertEquals(PosixFilePermissions.fromString("rwx------"), Files.getPosixFilePermissions(directory));
        assertEquals("root", Files.getOwner(directory).getName());
        assertEquals(directory.resolve("vhost.sock").toString(), port.device());
    }

    @Test
    @Timeout(value = 600, unit = TimeUnit.SECONDS)
    void connectionsLiveThroughTheApplicationsRestarts() throws Exception {
        try (var connections = new EchoConnections(rig.plan(), TASK)) {
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
}
