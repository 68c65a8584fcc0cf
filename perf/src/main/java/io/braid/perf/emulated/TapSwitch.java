package io.braid.perf.emulated;

import io.braid.perf.lab.Command;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.LabSweep;
import io.braid.perf.lab.Netns;
import io.braid.perf.lab.Uninterrupted;
import java.util.ArrayList;
import java.util.List;

/**
 * The rack switch of the emulated host: a namespace of this machine with a tap for each NIC, static routes to the tasks over all of them, and storage's address.
 *
 * <p>QEMU runs in the namespace. What the host sends by which NIC is told by the counters of the taps.
 */
final class TapSwitch implements AutoCloseable {
    /** Datagrams sent here vanish without an answer. */
    private static final String SINK = "198.51.100.3";

    private final LabPlan plan;

    TapSwitch(LabPlan plan) {
        this.plan = plan;
    }

    Netns netns() {
        return plan.tor();
    }

    /** Where datagrams can be sent to and no answer comes from. */
    String sink() {
        return SINK;
    }

    void build() throws InterruptedException {
        Command.run(List.of("ip", "netns", "add", netns().name()));
        netns().sysctl(
                        "net.ipv4.ip_forward=1",
                        "net.ipv6.conf.all.forwarding=1",
                        "net.ipv6.conf.all.keep_addr_on_down=1",
                        "net.ipv4.fib_multipath_hash_policy=1",
                        "net.ipv6.fib_multipath_hash_policy=1");
        netns().ip("link set lo up");
        for (Nic nic : Machine.NICS) {
            String tap = plan.switchPort(nic.index());
            netns().ip(
                            "tuntap add dev " + tap + " mode tap" + (nic.model().queues() > 1 ? " multi_queue" : ""),
                            "addr add " + address(nic, Family.V4) + " dev " + tap,
                            "addr add " + address(nic, Family.V6) + " dev " + tap + " nodad",
                            "link set " + tap + " up");
        }
        netns().ip(
                        "addr add " + plan.storageAddress(Family.V4) + "/32 dev lo",
                        "addr add " + plan.storageAddress(Family.V6) + "/128 dev lo nodad",
                        "route add blackhole " + SINK + "/32");
        for (int task = 1; task <= plan.tasks(); task++) {
            route(task);
        }
    }

    private String address(Nic nic, Family family) {
        return plan.torAddress(nic.index(), family) + "/" + plan.uplinkPrefixLength(family);
    }

    private void route(int task) throws InterruptedException {
        List<String> lines = new ArrayList<>();
        for (Family family : Family.values()) {
            var line = new StringBuilder("route add " + plan.taskAddress(task, family));
            for (Nic nic : Machine.NICS) {
                line.append(" nexthop via ")
                        .append(plan.hostAddress(nic.index(), family))
                        .append(" dev ")
                        .append(plan.switchPort(nic.index()));
            }
            lines.add(line.toString());
        }
        netns().ip(lines);
    }

    /** Packets that came out of a NIC. */
    long sentBy(Nic nic) throws InterruptedException {
        String counter = "/sys/class/net/" + plan.switchPort(nic.index()) + "/statistics/rx_packets";
        return Long.parseLong(netns().run("cat", counter).strip());
    }

    /** Packets that came out of each NIC, by its number. */
    List<Long> sent() throws InterruptedException {
        List<Long> counts = new ArrayList<>();
        for (Nic nic : Machine.NICS) {
            counts.add(sentBy(nic));
        }
        return counts;
    }

    /** Ends what still runs in the namespace, QEMU too, and removes it. */
    @Override
    public void close() {
        Uninterrupted.run(() -> LabSweep.remove(netns()));
    }
}
