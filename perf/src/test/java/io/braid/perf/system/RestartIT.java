package io.braid.perf.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.control.StatusReport;
import io.braid.linux.NetworkNamespace;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.FlowKey;
import io.braid.perf.lab.FlowPaths;
import io.braid.perf.lab.PathSampler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Braid ends and starts again while flows go on: they keep their uplinks. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class RestartIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int FLOWS_PER_FAMILY = 32;
    private static final int PORT = 9_999;

    private final List<DatagramChannel> sockets = new ArrayList<>();
    private final Map<DatagramChannel, InetSocketAddress> targets = new HashMap<>();

    @SuppressWarnings("NullAway.Init") // set before each test
    private Rig rig;

    @BeforeEach
    void start() throws InterruptedException {
        rig = Rig.start(1);
        rig.braid().attach(1);
        rig.assertReachesStorage(1);
    }

    @AfterEach
    void end() throws Exception {
        for (DatagramChannel socket : sockets) {
            socket.close();
        }
        Rig.end(rig);
    }

    private void openFlows() throws IOException {
        try (NetworkNamespace task = NetworkNamespace.open(rig.plan().task(1).path())) {
            task.run(() -> {
                for (Family family : Family.values()) {
                    var target = new InetSocketAddress(
                            InetAddress.getByName(rig.plan().storageAddress(family)), PORT);
                    for (int n = 0; n < FLOWS_PER_FAMILY; n++) {
                        DatagramChannel socket = DatagramChannel.open(
                                family == Family.V4 ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6);
                        socket.bind(null);
                        sockets.add(socket);
                        targets.put(socket, target);
                    }
                }
                return sockets.size();
            });
        }
    }

    /** Sends on all flows for as long as the paths are sampled. */
    private Map<Integer, Set<Integer>> sample() throws Exception {
        boolean[] done = new boolean[1];
        List<IOException> failures = new ArrayList<>();
        Thread sender = Thread.ofPlatform().start(() -> {
            try {
                while (!done[0]) {
                    for (DatagramChannel socket : sockets) {
                        socket.send(ByteBuffer.allocate(200), targets.get(socket));
                    }
                    Thread.sleep(20);
                }
            } catch (IOException e) {
                failures.add(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        FlowPaths paths = new PathSampler(rig.lab()).sample(Duration.ofSeconds(1));
        done[0] = true;
        sender.join();
        assertEquals(List.of(), failures);
        Map<Integer, Set<Integer>> byPort = new HashMap<>();
        for (Map.Entry<FlowKey, Set<Integer>> flow : paths.uplinks().entrySet()) {
            if (flow.getKey().destinationPort() == PORT) {
                byPort.put(flow.getKey().sourcePort(), flow.getValue());
            }
        }
        return byPort;
    }

    private Path pins() {
        return rig.braid().socket().resolveSibling("control.pins");
    }

    private void restart() throws InterruptedException {
        assertEquals(0, rig.braid().stop(), rig.braid().tail());
        rig.assertNothingLeft();
    }

    private void startAgain() throws InterruptedException {
        rig.braid().start();
        rig.braid().awaitUplinks(LIMIT);
        rig.assertReachesStorage(1); // the task is attached again
    }

    @Test
    void flowsKeepTheirUplinksOverARestart() throws Exception {
        openFlows();
        Map<Integer, Set<Integer>> before = sample();
        assertTrue(before.size() >= FLOWS_PER_FAMILY, before.toString());
        restart();
        assertTrue(Files.size(pins()) > 64 * 20, "pins are saved");
        startAgain();
        assertFalse(Files.exists(pins()), "what was read is removed");
        assertEquals(before, sample());
        assertTrue(
                rig.status().flows().inherited() >= 2 * FLOWS_PER_FAMILY,
                rig.status().flows().toString());
    }

    @Test
    void tasksComeBackWithTheAddressesThatTheyHad() throws Exception {
        StatusReport.Task before = rig.task(1);
        for (boolean killed : new boolean[] {false, true}) {
            if (killed) {
                rig.braid().kill();
            } else {
                restart();
            }
            startAgain();
            StatusReport.Task after = rig.task(1);
            assertEquals(before.mac(), after.mac());
            assertEquals(before.nicAddresses(), after.nicAddresses());
        }
        rig.braid().detach(1);
        assertEquals(0, rig.braid().stop());
        rig.braid().start();
        assertEquals(List.of(), rig.status().tasks());
    }

    @Test
    void aTaskWhoseNamespaceIsGoneDoesNotComeBack() throws Exception {
        restart();
        String name = rig.plan().task(1).name();
        for (String action : List.of("del", "add")) {
            assertEquals(
                    0,
                    new ProcessBuilder("ip", "netns", action, name)
                            .inheritIO()
                            .start()
                            .waitFor());
        }
        rig.braid().start();
        assertEquals(List.of(), rig.status().tasks());
        assertTrue(
                rig.braid().tail().contains("task task1 was lost"), rig.braid().tail());
        rig.braid().attach(1);
        rig.assertReachesStorage(1);
    }

    @Test
    void fileThatIsNoneCostsAWarningAndNoMore() throws Exception {
        restart();
        Files.writeString(pins(), "BRAIDPIN this is no pin file");
        startAgain();
        assertTrue(
                rig.braid().tail().contains("is not used, flows begin anew"),
                rig.braid().tail());
        assertEquals(0, rig.status().flows().inherited());
    }
}
