package io.braid.dataplane.port;

import io.braid.dataplane.net.IpAddress;
import io.braid.dataplane.net.Ipv6Address;
import io.braid.linux.Interfaces;
import io.braid.linux.NetworkNamespace;
import io.braid.linux.Sysctl;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hands a port's kernel interface to a container, and gives it its addresses, MTU and default routes. */
final class TaskInterface {
    private TaskInterface() {}

    /**
     * Does it.
     *
     * @param name the interface's name in this namespace
     * @return its name where it is now
     */
    static String hand(TaskPortSpec spec, String name) {
        String netns = spec.netns();
        String device = netns == null ? name : spec.device();
        if (netns != null) {
            // Only the name changes on the way; the port itself must not be touched any more once its interface has
            // moved.
            Interfaces.host().moveToNamespace(name, netns);
            Interfaces.in(netns).rename(name, device);
        }
        configure(spec, device);
        return device;
    }

    private static void configure(TaskPortSpec spec, String device) {
        String netns = spec.netns();
        boolean ipv4 = spec.ips().stream().anyMatch(ip -> !(ip instanceof Ipv6Address));
        boolean ipv6 = spec.ips().stream().anyMatch(Ipv6Address.class::isInstance);
        if (ipv6) {
            acceptNoStrangers(netns, device);
        }
        var commands = new ArrayList<String>(List.of("link set dev " + device + " mtu " + spec.mtu() + " up"));
        for (IpAddress ip : spec.ips()) {
            commands.add("addr add " + ip + "/" + ip.width() + " dev " + device
                    + (ip instanceof Ipv6Address ? " nodad" : ""));
        }
        if (!spec.nics()) {
            for (IpAddress ip :
                    spec.nicAddresses().stream().flatMap(List::stream).toList()) {
                // Deprecated IPv6 addresses can be bound to but are not chosen by default; of IPv4 addresses the first
                // one added is.
                commands.add("addr add " + ip + "/" + ip.width() + " dev " + device
                        + (ip instanceof Ipv6Address ? " nodad preferred_lft 0" : ""));
            }
        }
        if (netns != null && ipv4) {
            commands.add("route add default via " + TaskPort.GATEWAY4 + " dev " + device + " onlink");
        }
        if (netns != null && ipv6) {
            commands.add("route add default via " + TaskPort.GATEWAY6 + " dev " + device + " onlink");
        }
        (netns == null ? Interfaces.host() : Interfaces.in(netns)).batch(commands);
    }

    /** Without router advertisements and duplicate detection: the addresses are the task's by grant, and its link has no one else. */
    private static void acceptNoStrangers(@Nullable String netns, String device) {
        if (netns == null) {
            acceptNoStrangers(Sysctl.host(), device);
            return;
        }
        try (NetworkNamespace namespace = NetworkNamespace.open(netns)) {
            acceptNoStrangers(Sysctl.in(namespace), device);
        }
    }

    static void acceptNoStrangers(Sysctl sysctl, String device) {
        sysctl.write("net/ipv6/conf/" + device + "/accept_ra", "0");
        sysctl.write("net/ipv6/conf/" + device + "/accept_dad", "0");
    }
}
