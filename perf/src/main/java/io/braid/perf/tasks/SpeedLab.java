package io.braid.perf.tasks;

import io.braid.dataplane.control.AttachRequest;
import io.braid.dataplane.control.AttachResult;
import io.braid.linux.CpuAffinity;
import io.braid.perf.lab.BraidHost;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabException;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Routing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A task's vhost-user port and an uplink that is shared memory (net_memif), with a generator at the far ends of both, which sends frames of 64 bytes (with FCS) into each as
 * fast as it can and counts what comes out of the other.
 *
 * <pre>
 *   generator: replay ═ net_virtio_user ══ vhost-user ══ Braid or testpmd ══ net_memif ══ net_memif ═ replay
 *              └─────────────── one CPU ───────────────┘ └── another CPU ──┘             └── the first ──┘
 * </pre>
 *
 * <p>The replayed frames of the uplink's side hold the gateway's answer to ARP among them, since Braid asks and testpmd does not.
 */
final class SpeedLab implements AutoCloseable {
    /** Flows in each direction. */
    private static final int FLOWS = 255;

    private static final String UPLINK_MAC = "02:00:00:00:00:11";
    private static final String SWITCH_MAC = "02:00:00:00:00:99";
    private static final int TASK = 1;
    private static final int GENERATOR_PORTS = 4;
    /** For the JIT compilers, and for flows to be known. */
    private static final int WARM_UP_MILLIS = 4000;

    private final Lab lab;
    private final LabPlan plan;
    private final int forwarderCpu;
    private final int generatorCpu;
    private final Path memif;
    private int runs;

    private SpeedLab(Lab lab, int forwarderCpu, int generatorCpu) {
        this.lab = lab;
        this.plan = lab.plan();
        this.forwarderCpu = forwarderCpu;
        this.generatorCpu = generatorCpu;
        this.memif = lab.directory().resolve("memif.sock");
    }

    static SpeedLab create() throws InterruptedException {
        List<Integer> cpus = CpuAffinity.get().stream().boxed().toList();
        if (cpus.size() < 2) {
            throw new LabException("throughput needs two CPUs, one to forward and one to generate, and there is one");
        }
        Lab lab = Lab.create(new LabPlan(Lab.newTag(), 1, TASK, Lab.DEFAULT_RATE, 1500), Routing.STATIC);
        return new SpeedLab(lab, cpus.getFirst(), cpus.getLast());
    }

    Lab lab() {
        return lab;
    }

    /** Who had which CPU. */
    String cores() {
        return "CPU " + forwarderCpu + " forwarded and did nothing else, CPU " + generatorCpu
                + " generated, counted and had Braid's other threads; 64-byte frames, both directions added";
    }

    /** Packets a second through Braid, both directions, while so many other tasks are attached that do nothing. */
    double braid(int idle, int seconds) throws InterruptedException {
        clean();
        try (var braid = new BraidHost(lab, _ -> configuration())) {
            braid.launch();
            AttachResult port = attach(braid);
            for (int n = 0; n < idle; n++) {
                braid.client()
                        .attach(new AttachRequest(
                                "idle" + n,
                                List.of(plan.taskAddress(100 + n, Family.V4)),
                                AttachRequest.KIND_TAP,
                                null,
                                false,
                                null,
                                null));
            }
            return generate(port, seconds);
        }
    }

    private AttachResult attach(BraidHost braid) {
        return braid.client()
                .attach(new AttachRequest(
                        plan.taskName(TASK),
                        List.of(plan.taskAddress(TASK, Family.V4)),
                        AttachRequest.KIND_VHOST_USER,
                        null,
                        false,
                        null,
                        null))
                .value();
    }

    /**
     * Packets a second through testpmd between the same two ports.
     *
     * @param port what the task had when Braid forwarded
     */
    double testpmd(AttachResult port, int seconds) throws InterruptedException {
        clean();
        try {
            Files.createDirectories(Path.of(port.device()).getParent());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        runs++;
        try (var forwarder = new Testpmd(
                lab,
                "forwarder" + runs,
                forwarderCpu,
                generatorCpu,
                512,
                List.of("net_vhost0,iface=" + port.device() + ",client=1,queues=1", memif("server", UPLINK_MAC)))) {
            forwarder.awaitReady();
            return generate(port, seconds);
        }
    }

    /** The task's port as it is in every run, learnt from a Braid that then ends. */
    AttachResult port() throws InterruptedException {
        clean();
        try (var braid = new BraidHost(lab, _ -> configuration())) {
            braid.launch();
            return attach(braid);
        }
    }

    /** What a run left. */
    private void clean() {
        try {
            Files.deleteIfExists(memif);
            Files.deleteIfExists(lab.directory().resolve("control.tasks"));
            Lab.delete(lab.directory().resolve("tasks"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String memif(String role, String mac) {
        return "net_memif0,role=" + role + ",id=0,socket=" + memif + ",socket-abstract=no,rsize=10,mac=" + mac;
    }

    private String configuration() {
        return """
                host: %s
                uplinks:
                  - name: nic0
                    device: "vdev:%s"
                    addresses: [%s/31]
                    gateways: [%s]
                tasks:
                  prefixes: ["%s"]
                  sockets: "%s"
                workers: {cpus: [%d]}
                control: {socket: "%s"}
                """.formatted(
                        plan.tag(),
                        memif("server", UPLINK_MAC),
                        plan.hostAddress(0, Family.V4),
                        plan.torAddress(0, Family.V4),
                        plan.taskPrefix(Family.V4),
                        lab.directory().resolve("tasks"),
                        forwarderCpu,
                        lab.directory().resolve("control.sock"));
    }

    private double generate(AttachResult port, int seconds) throws InterruptedException {
        Path fromTask = lab.directory().resolve("task.pcap");
        Path fromUplink = lab.directory().resolve("uplink.pcap");
        Replay.write(fromTask, taskFrames(port));
        Replay.write(fromUplink, uplinkFrames());
        runs++;
        try (var generator = new Testpmd(
                lab,
                "generator" + runs,
                generatorCpu,
                generatorCpu,
                256,
                List.of(
                        "net_pcap0,rx_pcap=" + fromTask + ",infinite_rx=1",
                        "net_virtio_user0,path=" + port.device() + ",server=1,queues=1,mac=" + port.mac(),
                        "net_pcap1,rx_pcap=" + fromUplink + ",infinite_rx=1",
                        memif("client", SWITCH_MAC)))) {
            generator.awaitReady();
            Thread.sleep(WARM_UP_MILLIS);
            return rate(generator, seconds);
        }
    }

    /** Out of the uplink and into the task, as the generator counts them. */
    private static double rate(Testpmd generator, int seconds) throws InterruptedException {
        long[] before = generator.received(GENERATOR_PORTS);
        long begun = System.nanoTime();
        Thread.sleep(seconds * 1000L);
        long[] after = generator.received(GENERATOR_PORTS);
        double took = (System.nanoTime() - begun) / 1e9;
        long toTask = after[1] - before[1];
        long toUplink = after[3] - before[3];
        if (toTask == 0 || toUplink == 0) {
            throw new LabException("nothing came through " + (toTask == 0 ? "to the task" : "to the uplink"));
        }
        return (toTask + toUplink) / took;
    }

    private List<byte[]> taskFrames(AttachResult port) {
        List<byte[]> frames = new ArrayList<>();
        for (int flow = 0; flow < FLOWS; flow++) {
            frames.add(Frames.udp4(
                    Frames.mac(String.valueOf(port.gatewayMac())),
                    Frames.mac(port.mac()),
                    plan.taskAddress(TASK, Family.V4),
                    plan.storageAddress(Family.V4),
                    10_000 + flow));
        }
        return frames;
    }

    private List<byte[]> uplinkFrames() {
        List<byte[]> frames = new ArrayList<>();
        long uplink = Frames.mac(UPLINK_MAC);
        long gateway = Frames.mac(SWITCH_MAC);
        frames.add(Frames.arp(
                uplink,
                gateway,
                2,
                gateway,
                plan.torAddress(0, Family.V4),
                plan.hostAddress(0, Family.V4),
                new byte[0]));
        for (int flow = 0; flow < FLOWS; flow++) {
            frames.add(Frames.udp4(
                    uplink, gateway, plan.storageAddress(Family.V4), plan.taskAddress(TASK, Family.V4), 10_000 + flow));
        }
        return frames;
    }

    @Override
    public void close() {
        lab.close();
    }
}
