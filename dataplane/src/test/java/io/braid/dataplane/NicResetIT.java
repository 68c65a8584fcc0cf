package io.braid.dataplane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.braid.dataplane.config.ConfigLoader;
import io.braid.dataplane.control.StatusReport;
import io.braid.dataplane.log.ProcessLog;
import io.braid.dpdk.PortEvents;
import io.braid.linux.LinkState;
import io.braid.linux.LinkWatcher;
import io.braid.linux.NetlinkListener;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An uplink whose driver asks for a reset. No virtual device does that by itself, so the test says it the way a driver would; the restart is real. */
class NicResetIT {
    private static final String WIRE = "brwire" + ProcessHandle.current().pid() % 100_000;

    private int losses;

    @Test
    @Timeout(60)
    void aNicThatAsksForAResetGetsOne(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("host.yaml");
        Files.writeString(file, """
                dpdk: {memory: 128MiB, hugepages: off}
                egress: {flows: 1024}
                uplinks:
                  - name: brpunt
                    device: "vdev:net_tap_wire,iface=%s"
                    addresses: [192.0.2.1/31]
                    gateways: [192.0.2.0]
                tasks: {prefixes: [10.100.0.0/16]}
                control: {socket: %s/control.sock}
                """.formatted(WIRE, directory));
        try (Dataplane dataplane = Dataplane.start(ConfigLoader.load(file), ProcessLog.asItIs());
                LinkWatcher links = LinkWatcher.open()) {
            await(dataplane, links, 0);
            for (int resets = 1; resets <= 3; resets++) {
                int before = losses;
                PortEvents.raise("net_tap_wire", PortEvents.Kind.RESET);
                await(dataplane, links, before + 1);
            }
            StatusReport status = dataplane.status();
            assertTrue(status.invariant().balanced(), status.toString());
            assertEquals(0, status.workers().getFirst().errors());
        }
    }

    /** Waits until the port was stopped and runs again: the link was lost and is back, and nothing else is said against the uplink than that nobody answers. */
    private void await(Dataplane dataplane, LinkWatcher links, int wantedLosses) throws InterruptedException {
        String reason = "";
        for (int tries = 0; tries < 2_000; tries++) {
            links.poll(listener);
            StatusReport.Uplink uplink = dataplane.status().uplinks().getFirst();
            assertNotNull(uplink.reason());
            reason = uplink.reason();
            if (losses >= wantedLosses && uplink.link() && reason.equals("gateway 192.0.2.0 does not answer")) {
                return;
            }
            Thread.sleep(5);
        }
        throw new AssertionError("lost its link " + losses + " times, and " + reason);
    }

    private final NetlinkListener<LinkState> listener = new NetlinkListener<>() {
        @Override
        public void changed(LinkState now, @Nullable LinkState previous) {
            if (now.name().equals(WIRE) && previous != null && previous.usable() && !now.usable()) {
                losses++;
            }
        }

        @Override
        public void removed(LinkState last) {}
    };
}
