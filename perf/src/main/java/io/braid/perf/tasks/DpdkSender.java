package io.braid.perf.tasks;

import io.braid.dataplane.control.AttachResult;
import io.braid.perf.lab.Children;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabException;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Uninterrupted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A small DPDK application on a task's vhost-user socket, which sends datagrams to the storage as soon as it is connected: {@code dpdk-testpmd} with as little as it can do with,
 * because it sets all of it up only then.
 */
final class DpdkSender implements AutoCloseable {
    private static final long LIMIT_NANOS = 10_000_000_000L;
    private static final int LISTEN_MILLIS = 200;

    private final Process process;

    /**
     * Starts it, and waits until it has made its socket and waits for Braid.
     *
     * @param port what the task gets when it will be attached
     * @param udpPort where its datagrams go
     */
    DpdkSender(Lab lab, int task, AttachResult port, int udpPort) throws InterruptedException {
        LabPlan plan = lab.plan();
        Path socket = Path.of(port.device());
        try {
            Files.createDirectories(socket.getParent());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        process = lab.start(
                plan.task(task),
                "sender",
                List.of(
                        "dpdk-testpmd",
                        "--lcores=0@(0-1),1@(0-1)",
                        "--no-pci",
                        "--no-huge",
                        "-m",
                        "64",
                        "--file-prefix=" + plan.tag() + "sender",
                        "--vdev=net_virtio_user0,path=" + socket + ",server=1,queues=1,mac=" + port.mac(),
                        "--",
                        "--forward-mode=txonly",
                        "--auto-start",
                        "--no-mlockall",
                        "--total-num-mbufs=2048",
                        "--burst=1",
                        "--eth-peer=0," + port.gatewayMac(),
                        "--tx-ip=" + plan.taskAddress(task, Family.V4) + "," + plan.storageAddress(Family.V4),
                        "--tx-udp=4000," + udpPort,
                        "--stats-period=600"));
        long end = System.nanoTime() + LIMIT_NANOS;
        while (Files.notExists(socket)) {
            if (!process.isAlive() || System.nanoTime() > end) {
                close();
                throw new LabException("testpmd made no socket " + socket + "; see " + lab.log("sender"));
            }
            Thread.sleep(5);
        }
        Thread.sleep(LISTEN_MILLIS); // the file is there before it listens
    }

    @Override
    public void close() {
        stop();
    }

    /** Ends it. */
    void stop() {
        Uninterrupted.run(() -> Children.stop(process));
    }
}
