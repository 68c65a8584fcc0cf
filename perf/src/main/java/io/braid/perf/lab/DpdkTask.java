package io.braid.perf.lab;

import io.braid.dataplane.control.AttachResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A DPDK application in a task's namespace, on a port of kind vhost-user: {@code dpdk-testpmd} with virtio-user, which passes everything on to a tap {@code task0} there, so
 * that ordinary programs can use the task's addresses. The tap outlives the application, and so do the programs' connections.
 */
public final class DpdkTask {
    /** The interface behind the application. */
    private static final String DEVICE = "task0";

    private final Lab lab;
    private final int number;
    private final AttachResult port;
    private int starts;
    private int segment;
    private @Nullable Process process;

    private DpdkTask(Lab lab, int number, AttachResult port) {
        this.lab = lab;
        this.number = number;
        this.port = port;
    }

    /**
     * Makes the tap with the task's addresses; {@link #start} starts the application.
     *
     * @param port what the task got when it was attached
     */
    public static DpdkTask prepare(Lab lab, int number, AttachResult port) throws InterruptedException {
        var task = new DpdkTask(lab, number, port);
        Netns netns = lab.plan().task(number);
        netns.ip("tuntap add dev " + DEVICE + " mode tap multi_queue");
        netns.sysctl("net.ipv6.conf." + DEVICE + ".accept_dad=0", "net.ipv6.conf." + DEVICE + ".accept_ra=0");
        List<String> commands = new ArrayList<>();
        commands.add("link set dev " + DEVICE + " address " + port.mac() + " mtu " + port.mtu() + " up");
        for (String ip : port.ips()) {
            commands.add("addr add " + ip + (ip.contains(":") ? "/128 nodad" : "/32") + " dev " + DEVICE);
        }
        for (String gateway : port.gateways()) {
            commands.add("route add default via " + gateway + " dev " + DEVICE + " onlink");
        }
        for (String command : commands) {
            netns.ip(command);
        }
        return task;
    }

    /**
     * Lets the application leave work to its port, as a kernel does: checksums, and the cutting of TCP packets into segments. To be called before {@link #start}.
     *
     * @param payloadBytes of each segment
     */
    public DpdkTask leavingSegments(int payloadBytes) {
        segment = payloadBytes;
        return this;
    }

    /** Starts the application. What a killed one left of its socket is Braid's to remove. */
    public void start() throws InterruptedException {
        String name = lab.plan().taskName(number);
        String tap = "net_tap0,iface=" + DEVICE + ",mac=" + port.mac();
        String virtio = "net_virtio_user0,path=" + port.device() + ",server=1,queues=1,mac=" + port.mac();
        long end = System.nanoTime() + 10_000_000_000L;
        while (starts > 0 && Files.exists(Path.of(port.device()))) {
            if (System.nanoTime() > end) {
                throw new LabException("the dead socket " + port.device() + " is still there");
            }
            Thread.sleep(20);
        }
        starts++;
        process = lab.start(
                lab.plan().task(number),
                name + "-dpdk",
                command(
                        "dpdk-testpmd",
                        "--lcores=0@(0-1),1@(0-1)",
                        "--no-pci",
                        "--no-huge",
                        "-m",
                        "128",
                        "--file-prefix=" + name,
                        "--vdev=" + virtio,
                        "--vdev=" + tap,
                        "--",
                        segment == 0 ? "--forward-mode=io" : "--forward-mode=csum",
                        "--auto-start",
                        "--no-mlockall",
                        "--total-num-mbufs=8192",
                        "--stats-period=600"));
    }

    private List<String> command(String... always) {
        var command = new ArrayList<>(List.of(always));
        if (segment > 0) {
            command.add("--cmdline-file=" + orders());
        }
        return command;
    }

    /** What to type at testpmd: port 0 is the one to Braid. It must not put MAC addresses of its own, which csum mode does. */
    private Path orders() {
        Path file = lab.directory().resolve(lab.plan().taskName(number) + "-testpmd");
        try {
            Files.write(
                    file,
                    List.of(
                            "csum mac-swap off 0",
                            "csum mac-swap off 1",
                            "port stop 0",
                            "csum set tcp hw 0",
                            "csum set udp hw 0",
                            "tso set " + segment + " 0",
                            "port start 0"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file;
    }

    /** Whether the application runs. */
    public boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** Ends it with SIGKILL, as a container's end does. */
    public void kill() throws InterruptedException {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }

    /** Ends it with SIGTERM. */
    public void stop() throws InterruptedException {
        if (process != null) {
            Children.stop(process);
        }
    }
}
