package io.braid.dataplane.port;

import io.braid.dataplane.config.FileOwner;
import io.braid.dataplane.net.MacAddress;
import io.braid.dpdk.Eal;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.dpdk.VhostPort;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The port that fronts a task: an interface in its namespace, or a socket for a DPDK application.
 *
 * <p>The task's default routes name link-local gateways that exist nowhere else; Braid answers for them, and for any other address, on the task's side.
 */
public final class TaskPort implements AutoCloseable {
    /** The interface's name in the container unless another was asked for. */
    public static final String DEVICE = "task0";
    /** Next hop of the container's IPv4 default route. */
    public static final String GATEWAY4 = "169.254.1.1";
    /** Next hop of its IPv6 default route. */
    public static final String GATEWAY6 = "fe80::1";
    /** Braid's MAC address towards every task: locally administered, alone on a link of two. */
    public static final MacAddress GATEWAY_MAC = MacAddress.parse("02:b2:a1:d0:00:01");

    private static final long TASK_MAC_BASE =
            MacAddress.parse("02:b2:a1:d1:00:00").bits();
    private static final int FIRST_DEVICE = 100; // behind the punt taps' numbers

    private final Port port;
    private final TaskPortKind kind;
    private final MacAddress mac;
    private final String device;
    private final int mtu;
    private final @Nullable SocketDirectory directory;
    private final Runnable afterClose;
    private final int slot;
    private final boolean nics;
    private final int queues;

    private TaskPort(
            Port port,
            TaskPortSpec spec,
            MacAddress mac,
            String device,
            @Nullable SocketDirectory directory,
            Runnable afterClose) {
        this.port = port;
        this.kind = spec.kind();
        this.mac = mac;
        this.device = device;
        this.mtu = spec.mtu();
        this.directory = directory;
        this.afterClose = afterClose;
        this.queues = spec.queues();
        this.slot = spec.slot();
        this.nics = spec.nics();
    }

    /**
     * Makes the port, and gives the container its end.
     *
     * @param sockets where the directories of tasks' sockets are
     * @param owner whose they are
     * @param veths where Braid's ends of veths are
     * @throws io.braid.dpdk.DpdkException when a device is not to be had; nothing is left behind then
     * @throws io.braid.linux.IpCommandException when the interface cannot be set up
     * @throws java.io.UncheckedIOException when the directory cannot be made
     */
    public static TaskPort open(
            Eal eal, PacketPool pool, TaskPortSpec spec, Path sockets, FileOwner owner, VethNamespace veths) {
        var mac = new MacAddress(TASK_MAC_BASE + spec.slot());
        int number = FIRST_DEVICE + spec.slot();
        if (!spec.kind().hasInterface()) {
            SocketDirectory directory = SocketDirectory.make(sockets, spec.task(), owner);
            try {
                Port port = VhostUserDevice.open(
                        eal, pool, number, directory.socket(), spec.mtu(), spec.queues(), spec.offloads());
                return new TaskPort(port, spec, mac, directory.socket().toString(), directory, () -> {});
            } catch (RuntimeException e) {
                directory.unmake();
                throw e;
            }
        }
        String name = "brt" + ProcessHandle.current().pid() % 100_000 + "_" + spec.slot();
        Port port = switch (spec.kind()) {
            case TAP -> TapDevice.open(eal, pool, number, name, mac, spec.mtu());
            case VIRTIO_USER -> VirtioUserDevice.open(eal, pool, number, name, mac, spec.mtu(), spec.offloads());
            case VETH -> VethDevice.open(eal, pool, veths, number, name, mac, spec.mtu());
            case VHOST_USER -> throw new IllegalStateException("has no interface");
        };
        Runnable afterClose = spec.kind() == TaskPortKind.VETH ? () -> veths.delete(name) : () -> {};
        try {
            String device = TaskInterface.hand(spec, name);
            if (spec.nics() && spec.netns() != null) {
                NicDevices.make(spec, spec.netns());
            }
            return new TaskPort(port, spec, mac, device, null, afterClose);
        } catch (RuntimeException e) {
            port.close();
            afterClose.run();
            throw e;
        }
    }

    public Port port() {
        return port;
    }

    public TaskPortKind kind() {
        return kind;
    }

    public MacAddress mac() {
        return mac;
    }

    /** The interface's name where it is now, or the socket's path. */
    public String device() {
        return device;
    }

    public int mtu() {
        return mtu;
    }

    /** Pairs of queues. */
    public int queues() {
        return queues;
    }

    /** The numbers of those on which the container's side takes packets, ascending; others get none. Any thread. */
    public List<Integer> enabledQueues() {
        long enabled = port.enabledQueues();
        return IntStream.range(0, queues)
                .filter(queue -> ((enabled >>> queue) & 1) != 0)
                .boxed()
                .toList();
    }

    /** Whether the container's side has enabled queues that the port does not have: what it sends there is lost. Any thread. */
    public boolean hasStrayQueues() {
        return reportsLink() && port.enabledQueues() >>> queues != 0;
    }

    /** Whether the container has a device for each uplink, on top of this port's. */
    public boolean hasNicDevices() {
        return nics;
    }

    /** The container's interface that NIC addresses of an uplink lie on, null when it has none. */
    public @Nullable String deviceOf(int uplink) {
        if (!kind.hasInterface()) {
            return null;
        }
        return nics ? NicDevices.name(uplink) : device;
    }

    /** The address of the container's device for an uplink. */
    public MacAddress nicMac(int uplink) {
        return NicDevices.mac(slot, uplink);
    }

    /** What the container must get to see to reach its port: the directory of its socket, null when it needs none. */
    public @Nullable Path directory() {
        return directory == null ? null : directory.path();
    }

    /** Whether the driver tells when the container's side comes and goes ({@link #isConnected}). */
    public boolean reportsLink() {
        return !kind.hasInterface();
    }

    /** Whether the container's side is there, as far as the driver tells. Any thread. */
    public boolean isConnected() {
        return !reportsLink() || port.link().up();
    }

    /** Whether the task's packets may come unfinished. A guest at a socket may say of any packet that it is. */
    public boolean mayLeaveWork() {
        return port.receiveOffloads() != 0;
    }

    /** What was agreed upon that its packets come without, as a set of {@link io.braid.dpdk.Offload}; changes with the application at the socket. Not for workers. */
    public int receiveOffloads() {
        return kind == TaskPortKind.VHOST_USER && mayLeaveWork() ? VhostPort.leftByGuest(port) : port.receiveOffloads();
    }

    /** What packets may be sent to it without, likewise. */
    public int transmitOffloads() {
        int offloads = port.transmitOffloads();
        return kind == TaskPortKind.VHOST_USER && offloads != 0 ? offloads & VhostPort.finishedByGuest(port) : offloads;
    }

    /** Takes the port away; a socket stays, since the application behind it may outlive this process. */
    @Override
    public void close() {
        port.close();
        afterClose.run();
    }

    /** Undoes {@link #open}, as if the port had never been. */
    public void giveUp() {
        close();
        if (directory != null) {
            directory.unmake();
        }
    }

    /** Takes the port away for good. */
    public void remove() {
        close();
        if (directory != null) {
            directory.remove();
        }
    }
}
