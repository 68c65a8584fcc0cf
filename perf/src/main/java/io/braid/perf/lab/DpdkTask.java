package io.braid.perf.lab;

import io.braid.dataplane.control.AttachResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A DPDK application in a task's namespace, on a port of kind vhost-user: {@code dpdk-testpmd} with virtio-user, which passes everything on to a tap {@code task0} there, so
 * that ordinary programs can use the task's addresses. The tap outlives the application, and so do the programs' connections.
 */
public final class DpdkTask {
    /** The interface behind the application. */
    private static final String DEVICE = "task0";

    private static final Pattern RECEIVED = Pattern.compile("rx_q(\\d+)_good_packets: (\\d+)");

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
        task.address();
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

    /** Gives the tap what it has; an application that stops its ports switches it off, and the kernel forgets all that. */
    private void address() throws InterruptedException {
        List<String> commands = new ArrayList<>();
        commands.add("link set dev " + DEVICE + " address " + port.mac() + " mtu " + port.mtu() + " up");
        for (String ip : port.ips()) {
            commands.add("addr replace " + ip + (ip.contains(":") ? "/128 nodad" : "/32") + " dev " + DEVICE);
        }
        for (String gateway : port.gateways()) {
            commands.add("route replace default via " + gateway + " dev " + DEVICE + " onlink");
        }
        for (String command : commands) {
            lab.plan().task(number).ip(command);
        }
    }

    /** Starts the application with as many pairs of queues as its port offers. */
    public void start() throws InterruptedException {
        start(port.queues());
    }

    /** Starts the application. What a killed one left of its socket is Braid's to remove. */
    public void start(int queues) throws InterruptedException {
        String name = lab.plan().taskName(number);
        String tap = "net_tap0,iface=" + DEVICE + ",mac=" + port.mac();
        String virtio = "net_virtio_user0,path=" + port.device() + ",server=1,queues=" + queues + ",mac=" + port.mac();
        long end = System.nanoTime() + 30_000_000_000L;
        while (starts > 0 && Files.exists(Path.of(port.device()))) {
            if (System.nanoTime() > end) {
                throw new LabException("the dead socket " + port.device() + " is still there");
            }
            Thread.sleep(20);
        }
        starts++;
        process = lab.children()
                .startWithInput(
                        lab.plan().task(number).wrap(testpmd(name, virtio, tap, queues)), lab.log(name + "-dpdk"));
    }

    private List<String> testpmd(String name, String virtio, String tap, int queues) {
        var command = new ArrayList<>(List.of(
                "stdbuf",
                "-oL", // its output goes to a file, and is read while it runs
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
                "--interactive",
                segment == 0 ? "--forward-mode=io" : "--forward-mode=csum",
                "--auto-start",
                "--rxq=" + queues,
                "--txq=" + queues,
                "--no-mlockall",
                "--total-num-mbufs=8192"));
        if (segment > 0) {
            command.add("--cmdline-file=" + orders());
        }
        return command;
    }

    /** Has the application use so many of its pairs of queues from now on; the virtio device disables the others. */
    public void useQueues(int queues) throws InterruptedException {
        command("stop");
        command("port stop all");
        command("port config all rxq " + queues);
        command("port config all txq " + queues);
        command("port start all");
        command("start");
        awaitDone();
        address();
    }

    /** Has the application's side of the port stop, or go on. */
    public void usePort(boolean use) {
        command(use ? "port start 0" : "stop");
        command(use ? "start" : "port stop 0");
    }

    /** Packets that the application has received by each of its queues since it started. */
    public List<Long> received(int queues) throws InterruptedException {
        command("show port xstats 0");
        Long[] packets = new Long[queues];
        Arrays.fill(packets, 0L);
        Matcher counter = RECEIVED.matcher(awaitDone());
        while (counter.find()) {
            int queue = Integer.parseInt(counter.group(1));
            if (queue < queues) {
                packets[queue] = Long.valueOf(counter.group(2)); // the last one counts
            }
        }
        return List.of(packets);
    }

    /** Waits until the application has done what it was told; all that it has said so far. */
    private String awaitDone() throws InterruptedException {
        String end = "end-of-commands-" + System.nanoTime();
        command("show port " + end); // which is no command, and is echoed as such
        long limit = System.nanoTime() + 20_000_000_000L;
        while (true) {
            String log = log();
            if (log.contains(end)) {
                return log;
            }
            if (System.nanoTime() > limit) {
                throw new LabException("testpmd does not answer:\n" + log);
            }
            Thread.sleep(20);
        }
    }

    private String log() {
        try {
            return Files.readString(lab.log(lab.plan().taskName(number) + "-dpdk"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void command(String line) {
        Process running = process;
        if (running == null) {
            throw new LabException("the application does not run");
        }
        try {
            running.getOutputStream().write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            running.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
