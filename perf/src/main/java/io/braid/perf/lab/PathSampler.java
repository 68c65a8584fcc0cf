package io.braid.perf.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Captures on every uplink port of the switch for a moment and says which flow took which uplink, both directions. Ports
 * that are down are left out.
 */
public final class PathSampler {
    /** Ethernet, IPv6 and TCP headers. */
    private static final int SNAP_BYTES = 96;

    private static final Duration START_LIMIT = Duration.ofSeconds(5);

    private record Capture(int uplink, Process process, Path file) {}

    private final Lab lab;
    private int samples;

    public PathSampler(Lab lab) {
        this.lab = lab;
    }

    /** Looks for {@code length}; the load of capturing is why it should be about a second and not the whole run. */
    public FlowPaths sample(Duration length) throws InterruptedException {
        samples++;
        List<Capture> captures = new ArrayList<>();
        List<Map<FlowKey, Integer>> packets = new ArrayList<>();
        for (int i = 0; i < lab.plan().uplinks(); i++) {
            packets.add(Map.of());
            if (lab.rackSwitch().isUp(i)) {
                captures.add(start(i));
            }
        }
        for (Capture capture : captures) {
            awaitFile(capture);
        }
        Thread.sleep(length.toMillis());
        for (Capture capture : captures) {
            capture.process().destroy();
        }
        for (Capture capture : captures) {
            if (!capture.process().waitFor(START_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                Children.stop(capture.process());
            }
            packets.set(capture.uplink(), read(capture.file()));
        }
        return FlowPaths.of(packets);
    }

    private Capture start(int uplink) {
        LabPlan plan = lab.plan();
        String name = "capture-" + samples + "-" + plan.switchPort(uplink);
        Path file = lab.directory().resolve(name + ".pcap");
        List<String> command = new ArrayList<>(List.of("tcpdump", "-n", "-i", plan.switchPort(uplink)));
        command.addAll(List.of("-s", Integer.toString(SNAP_BYTES), "-B", "8192"));
        // tcpdump would give up root and then could not write into the lab's directory.
        command.addAll(List.of("-Z", "root", "-w", file.toString(), "tcp or udp"));
        return new Capture(uplink, lab.start(plan.tor(), name, command), file);
    }

    /** tcpdump makes its file once it captures. */
    private static void awaitFile(Capture capture) throws InterruptedException {
        long limit = System.nanoTime() + START_LIMIT.toNanos();
        while (!Files.exists(capture.file())) {
            if (!capture.process().isAlive() || System.nanoTime() > limit) {
                throw new LabException("tcpdump did not start capturing into " + capture.file());
            }
            Thread.sleep(5);
        }
    }

    private static Map<FlowKey, Integer> read(Path file) {
        try {
            Map<FlowKey, Integer> packets = PcapFlows.read(file);
            Files.delete(file);
            return packets;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
