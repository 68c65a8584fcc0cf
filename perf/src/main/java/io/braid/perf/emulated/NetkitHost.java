package io.braid.perf.emulated;

import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabPlan;
import java.time.Duration;

/** The emulated host without Braid: the kernel drives the NICs, spreads flows by multipath routes and fronts a container with a netkit device. */
final class NetkitHost {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private NetkitHost() {}

    /** Takes the NICs back and connects the namespace {@code netns}, which must be there, as task {@code number}. */
    static void connect(Guest guest, String netns, int number) throws InterruptedException {
        LabPlan plan = guest.plan();
        guest.run("give kernel " + GuestBraid.addresses(), LIMIT);
        var script = new StringBuilder("set -e\nsysctl -qw net.ipv4.ip_forward=1 net.ipv6.conf.all.forwarding=1"
                + " net.ipv4.fib_multipath_hash_policy=1 net.ipv6.fib_multipath_hash_policy=1\n");
        var hops = new StringBuilder[] {new StringBuilder(), new StringBuilder()};
        for (Nic nic : Machine.NICS) {
            int i = nic.index();
            script.append("dev" + i + "=$(interface " + nic.pciAddress() + ")\n");
            for (Family family : Family.values()) {
                script.append("ip addr add " + plan.hostAddress(i, family) + "/" + plan.uplinkPrefixLength(family)
                        + " dev $dev" + i + (family == Family.V6 ? " nodad" : "") + "\n");
                hops[family.ordinal()].append(" nexthop via " + plan.torAddress(i, family) + " dev $dev" + i);
            }
            if (nic.model().queues() > 1) {
                // Of several, some get no interrupts through the emulated IOMMU. DPDK asks for none.
                script.append("ethtool -L $dev" + i + " combined 1\n");
            }
            script.append("ip link set $dev" + i + " up\n");
        }
        script.append("carrier $dev0 $dev1 $dev2 $dev3\n");
        for (Family family : Family.values()) {
            script.append("ip " + option(family) + " route add default" + hops[family.ordinal()] + "\n");
        }
        script.append(netkit(plan, netns, number));
        guest.run(script.toString(), LIMIT);
    }

    /** The peer gets the kernel's next free name beginning with "nk"; "ip" of Debian 12 cannot give it another one. */
    private static String netkit(LabPlan plan, String netns, int number) {
        var script = new StringBuilder("""
                ip link add braidhost type netkit
                ip link set nk0 netns %1$s name task0
                ip link set braidhost up
                ip -n %1$s link set task0 up
                """.formatted(netns));
        for (Family family : Family.values()) {
            String address = plan.taskAddress(number, family);
            script.append("ip -n " + netns + " addr add " + address + "/" + family.hostBits() + " dev task0"
                    + (family == Family.V6 ? " nodad" : "") + "\n");
            script.append("ip " + option(family) + " -n " + netns + " route add default dev task0\n");
            script.append("ip " + option(family) + " route add " + address + " dev braidhost\n");
        }
        return script.toString();
    }

    private static String option(Family family) {
        return family == Family.V4 ? "-4" : "-6";
    }
}
