package io.braid.dataplane.port;

import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.Ipv6Address;
import io.braid.dataplane.net.MacAddress;
import io.braid.linux.Interfaces;
import io.braid.linux.NetworkNamespace;
import io.braid.linux.Sysctl;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The devices {@code nic0}, {@code nic1} ... of a container, one for each uplink: what is sent by one of them leaves by its uplink. For programs that choose a NIC by its
 * device (SO_BINDTODEVICE, NCCL_SOCKET_IFNAME).
 *
 * <p>Each is a macvlan on top of the task's own device with a MAC address of its own and the task's NIC addresses of the uplink. They need no port of their own: a packet's source
 * address says which uplink it is bound to, and packets to a NIC address carry its device's MAC address, so that the kernel gives them to sockets bound to the device. They
 * vanish with it.
 */
public final class NicDevices {
    private static final long MAC_BASE = MacAddress.parse("02:b2:a1:d2:00:00").bits();
    private static final int MACS_PER_TASK = 16;
    /** Behind the default route by the task's own device, which traffic takes that is bound to no device. */
    private static final int FIRST_METRIC = 2000;

    private NicDevices() {}

    /** Name of the device for an uplink. */
    public static String name(int uplink) {
        return "nic" + uplink;
    }

    static MacAddress mac(int slot, int uplink) {
        return new MacAddress(MAC_BASE + (long) slot * MACS_PER_TASK + uplink);
    }

    /** Makes all devices of a task, whose own is there. */
    static void make(TaskPortSpec spec, String netns) {
        Interfaces interfaces = Interfaces.in(netns);
        var links = new ArrayList<String>();
        for (int uplink : uplinks(spec)) {
            links.add("link add link " + spec.device() + " name " + name(uplink) + " address "
                    + mac(spec.slot(), uplink) + " type macvlan mode private");
        }
        interfaces.batch(links);
        boolean ipv6 = spec.nicAddresses().stream().flatMap(List::stream).anyMatch(Ipv6Address.class::isInstance);
        try (NetworkNamespace namespace = NetworkNamespace.open(netns)) {
            Sysctl sysctl = Sysctl.in(namespace);
            for (int uplink : uplinks(spec)) {
                String device = name(uplink);
                if (ipv6) {
                    TaskInterface.acceptNoStrangers(sysctl, device);
                }
                // Loose: the way back to a sender is by the task's own device, too.
                sysctl.write("net/ipv4/conf/" + device + "/rp_filter", "2");
            }
        }
        interfaces.batch(configuration(spec));
    }

    /** The places of those that the task has addresses of: each that is there. */
    private static List<Integer> uplinks(TaskPortSpec spec) {
        return IntStream.range(0, spec.nicAddresses().size())
                .filter(uplink -> !spec.nicAddresses().get(uplink).isEmpty())
                .boxed()
                .toList();
    }

    private static List<String> configuration(TaskPortSpec spec) {
        var commands = new ArrayList<String>();
        for (int uplink : uplinks(spec)) {
            String device = name(uplink);
            commands.add("link set dev " + device + " mtu " + spec.mtu() + " up");
            for (IpAddress ip : spec.nicAddresses().get(uplink)) {
                boolean ipv6 = ip instanceof Ipv6Address;
                commands.add("addr add " + ip + "/" + ip.width() + " dev " + device + (ipv6 ? " nodad" : ""));
                String route = "route add default via " + (ipv6 ? TaskPort.GATEWAY6 : TaskPort.GATEWAY4) + " dev "
                        + device + " onlink metric " + (FIRST_METRIC + uplink);
                if (!commands.contains(route)) {
                    commands.add(route);
                }
            }
        }
        return commands;
    }

    /**
     * Has a device show carrier or none.
     *
     * @throws io.braid.linux.IpCommandException when the device or its namespace is gone
     */
    public static void carrier(String netns, int uplink, boolean up) {
        Interfaces.in(netns).batch(List.of("link set dev " + name(uplink) + " protodown " + (up ? "off" : "on")));
    }
}
