package io.braid.perf.lab;

import java.util.ArrayList;
import java.util.List;

/**
 * Plain kernel forwarding in the host's namespace: a veth per task and one multipath default route over all uplinks.
 *
 * <p>It is the other thing a host could do without Braid, so the same measurements can be made of both. Its multipath
 * routes are the ordinary hash-threshold ones, which move flows of healthy links when another link fails.
 */
public final class KernelHost implements HostForwarder {
    private final LabPlan plan;

    public KernelHost(Lab lab) {
        this.plan = lab.plan();
    }

    @Override
    public String name() {
        return "the kernel";
    }

    @Override
    public void start() throws InterruptedException {
        Netns host = plan.host();
        host.sysctl(
                "net.ipv4.ip_forward=1",
                "net.ipv6.conf.all.forwarding=1",
                "net.ipv4.conf.all.ignore_routes_with_linkdown=1",
                "net.ipv6.conf.all.ignore_routes_with_linkdown=1");
        Topology.hashByHeaders(host);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < plan.uplinks(); i++) {
            for (Family family : Family.values()) {
                lines.add("addr add " + plan.hostAddress(i, family) + "/" + plan.uplinkPrefixLength(family) + " dev "
                        + plan.hostPort(i));
            }
        }
        for (Family family : Family.values()) {
            var route = new StringBuilder("route add " + (family == Family.V4 ? "0.0.0.0/0" : "::/0"));
            for (int i = 0; i < plan.uplinks(); i++) {
                route.append(" nexthop via ")
                        .append(plan.torAddress(i, family))
                        .append(" dev ")
                        .append(plan.hostPort(i));
            }
            lines.add(route.toString());
        }
        host.ip(lines);
        for (int i = 0; i < plan.uplinks(); i++) {
            host.sysctl("net.ipv4.conf." + plan.hostPort(i) + ".ignore_routes_with_linkdown=1");
            host.sysctl("net.ipv6.conf." + plan.hostPort(i) + ".ignore_routes_with_linkdown=1");
        }
    }

    @Override
    public void attach(int number) throws InterruptedException {
        Netns host = plan.host();
        Netns task = plan.task(number);
        String port = "tsk" + number;
        Command.run(List.of(
                "ip",
                "link",
                "add",
                port,
                "netns",
                host.name(),
                "type",
                "veth",
                "peer",
                "name",
                "eth0",
                "netns",
                task.name()));
        Topology.offloadsOff(host, port);
        Topology.offloadsOff(task, "eth0");
        host.ip(
                "addr add 169.254.0.1/32 dev " + port,
                "addr add fe80::1/64 dev " + port,
                "link set " + port + " up",
                "route add " + plan.taskAddress(number, Family.V4) + "/32 dev " + port,
                "route add " + plan.taskAddress(number, Family.V6) + "/128 dev " + port);
        task.ip(
                "addr add " + plan.taskAddress(number, Family.V4) + "/32 dev eth0",
                "addr add " + plan.taskAddress(number, Family.V6) + "/128 dev eth0",
                "link set eth0 up",
                "route add 169.254.0.1/32 dev eth0",
                "route add 0.0.0.0/0 via 169.254.0.1 dev eth0",
                "route add ::/0 via fe80::1 dev eth0");
    }

    @Override
    public void close() {
        // Everything it made lies in the lab's namespaces and goes with them.
    }
}
