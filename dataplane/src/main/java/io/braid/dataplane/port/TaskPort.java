package io.braid.dataplane.port;

import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.Ipv6Address;
import io.braid.dataplane.net.MacAddress;
import io.braid.dpdk.Eal;
import io.braid.dpdk.PacketPool;
import io.braid.dpdk.Port;
import io.braid.linux.Interfaces;
import io.braid.linux.NetworkNamespace;
import io.braid.linux.Sysctl;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The interface that fronts a task: {@code task0} in its namespace, with its addresses, MTU and default routes.
 *
 * <p>The default routes name link-local gateways that exist nowhere else; Braid answers for them on the task's side.
 */
public final class TaskPort implements AutoCloseable {
    /** The interface's name in the container. */
    public static final String DEVICE = "task0";
    /** Next hop of the container's IPv4 default route. */
    public static final String GATEWAY4 = "169.254.1.1";
    /** Next hop of its IPv6 default route. */
    public static final String GATEWAY6 = "fe80::1";
    /** Largest MTU a task's port can have. */
    public static final int MAX_MTU = TapDevice.MAX_MTU;
    /** Braid's MAC address towards every task: locally administered, alone on a link of two. */
    public static final MacAddress GATEWAY_MAC = MacAddress.parse("02:b2:a1:d0:00:01");

    private static final long TASK_MAC_BASE =
            MacAddress.parse("02:b2:a1:d1:00:00").bits();
    private static final int FIRST_DEVICE = 100; // behind the punt taps' numbers

    private final Port port;
    private final MacAddress mac;
    private final String device;
    private final int mtu;

    private TaskPort(Port port, MacAddress mac, String device, int mtu) {
        this.port = port;
        this.mac = mac;
        this.device = device;
        this.mtu = mtu;
    }

    /**
     * Makes the interface and hands it to the container.
     *
     * @param kind what stands behind it
     * @param slot the task's slot; makes names and MAC address unique on the host
     * @param netns the container's namespace (name or path), or null to leave the interface in this one, without a default route
     * @param ips the task IPs: the addresses it sends from by default
     * @param nicAddresses its other addresses
     * @param mtu bytes, 1280 to {@link #MAX_MTU}
     */
    public static TaskPort open(
            Eal eal,
            PacketPool pool,
            TaskPortKind kind,
            int slot,
            @Nullable String netns,
            List<IpAddress> ips,
            List<IpAddress> nicAddresses,
            int mtu) {
        var mac = new MacAddress(TASK_MAC_BASE + slot);
        String name = "brt" + ProcessHandle.current().pid() % 100_000 + "_" + slot;
        Port port = kind.open(eal, pool, FIRST_DEVICE + slot, name, mac, mtu);
        try {
            String device = netns == null ? name : DEVICE;
            if (netns != null) {
                // Only the name changes on the way; the port itself must not be touched any more once its interface has
                // moved.
                Interfaces.host().moveToNamespace(name, netns);
                Interfaces.in(netns).rename(name, device);
            }
            configure(netns, device, ips, nicAddresses, mtu);
            return new TaskPort(port, mac, device, mtu);
        } catch (RuntimeException e) {
            port.close();
            throw e;
        }
    }

    private static void configure(
            @Nullable String netns, String device, List<IpAddress> ips, List<IpAddress> nicAddresses, int mtu) {
        Interfaces interfaces = netns == null ? Interfaces.host() : Interfaces.in(netns);
        boolean ipv4 = ips.stream().anyMatch(ip -> !(ip instanceof Ipv6Address));
        boolean ipv6 = ips.stream().anyMatch(Ipv6Address.class::isInstance);
        if (ipv6) {
            acceptNoStrangers(netns, device);
        }
        var commands = new ArrayList<String>(List.of("link set dev " + device + " mtu " + mtu + " up"));
        for (IpAddress ip : ips) {
            commands.add("addr add " + ip + "/" + ip.width() + " dev " + device
                    + (ip instanceof Ipv6Address ? " nodad" : ""));
        }
        for (IpAddress ip : nicAddresses) {
            // Deprecated IPv6 addresses can be bound to but are not chosen by default; of IPv4 addresses the first one
            // added is.
            commands.add("addr add " + ip + "/" + ip.width() + " dev " + device
                    + (ip instanceof Ipv6Address ? " nodad preferred_lft 0" : ""));
        }
        if (netns != null && ipv4) {
            commands.add("route add default via " + GATEWAY4 + " dev " + device + " onlink");
        }
        if (netns != null && ipv6) {
            commands.add("route add default via " + GATEWAY6 + " dev " + device + " onlink");
        }
        interfaces.batch(commands);
    }

    /** Without router advertisements and duplicate detection: the addresses are the task's by grant, and its link has no one else. */
    private static void acceptNoStrangers(@Nullable String netns, String device) {
        if (netns == null) {
            set(Sysctl.host(), device);
            return;
        }
        try (NetworkNamespace namespace = NetworkNamespace.open(netns)) {
            set(Sysctl.in(namespace), device);
        }
    }

    private static void set(Sysctl sysctl, String device) {
        sysctl.write("net/ipv6/conf/" + device + "/accept_ra", "0");
        sysctl.write("net/ipv6/conf/" + device + "/accept_dad", "0");
    }

    public Port port() {
        return port;
    }

    public MacAddress mac() {
        return mac;
    }

    /** The interface's name where it is now. */
    public String device() {
        return device;
    }

    public int mtu() {
        return mtu;
    }

    @Override
    public void close() {
        port.close();
    }
}
