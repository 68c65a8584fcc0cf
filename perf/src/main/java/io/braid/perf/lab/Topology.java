package io.braid.perf.lab;

import java.util.ArrayList;
import java.util.List;

/** Lays the cables of a {@link LabPlan}: namespaces, links, addresses, shaping. Routing is {@link RackSwitch}'s. */
final class Topology {
    // Checksums left to "hardware" would reach the dataplane unfinished over a veth, and frames glued together would be
    // larger than the MTU, which no cable carries.
    private static final String[] OFFLOADS_OFF = {"tx", "off", "gro", "off", "gso", "off", "tso", "off"};

    private final LabPlan plan;
    private final Routing routing;

    Topology(LabPlan plan, Routing routing) {
        this.plan = plan;
        this.routing = routing;
    }

    List<Netns> namespaces() {
        List<Netns> all = new ArrayList<>(List.of(plan.host(), plan.tor(), plan.storage()));
        for (int i = 1; i <= plan.tasks(); i++) {
            all.add(plan.task(i));
        }
        if (routing == Routing.BGP) {
            all.add(plan.spine());
        }
        return all;
    }

    void build() throws InterruptedException {
        make(namespaces());
        plan.tor().sysctl("net.ipv4.ip_forward=1", "net.ipv6.conf.all.forwarding=1");
        hashByHeaders(plan.tor());
        for (int i = 0; i < plan.uplinks(); i++) {
            uplink(i);
        }
        storage();
        if (routing == Routing.BGP) {
            spine();
        }
    }

    static void make(List<Netns> namespaces) throws InterruptedException {
        List<String> lines = new ArrayList<>();
        for (Netns netns : namespaces) {
            lines.add("netns add " + netns.name());
        }
        Command.runWithInput(List.of("ip", "-batch", "-"), String.join("\n", lines) + "\n");
        for (Netns netns : namespaces) {
            // Addresses usable at once, and still there after a link was down: a lab must not wait for DAD.
            netns.sysctl(
                    "net.ipv6.conf.all.accept_dad=0",
                    "net.ipv6.conf.default.accept_dad=0",
                    "net.ipv6.conf.all.keep_addr_on_down=1",
                    "net.ipv6.conf.default.keep_addr_on_down=1");
            netns.ip("link set lo up");
        }
    }

    private void uplink(int i) throws InterruptedException {
        String hostPort = plan.hostPort(i);
        String switchPort = plan.switchPort(i);
        cable(plan.mtu(), plan.host(), hostPort, plan.tor(), switchPort);
        shape(plan.host(), hostPort);
        shape(plan.tor(), switchPort);
        plan.tor()
                .ip(
                        address(plan.torAddress(i, Family.V4), plan.uplinkPrefixLength(Family.V4), switchPort),
                        address(plan.torAddress(i, Family.V6), plan.uplinkPrefixLength(Family.V6), switchPort),
                        "link set " + switchPort + " up");
        plan.host().ip("link set " + hostPort + " up");
    }

    private void storage() throws InterruptedException {
        cable(plan.mtu(), plan.storage(), "eth0", plan.tor(), "st0");
        List<String> torLines = new ArrayList<>();
        List<String> storageLines = new ArrayList<>();
        for (Family family : Family.values()) {
            int length = plan.storagePrefixLength(family);
            torLines.add(address(plan.storageGateway(family), length, "st0"));
            storageLines.add(address(plan.storageAddress(family), length, "eth0"));
        }
        torLines.add("link set st0 up");
        storageLines.add("link set eth0 up");
        storageLines.add("route add 0.0.0.0/0 via " + plan.storageGateway(Family.V4));
        storageLines.add("route add ::/0 via " + plan.storageGateway(Family.V6));
        plan.tor().ip(torLines);
        plan.storage().ip(storageLines);
    }

    private void spine() throws InterruptedException {
        cable(plan.mtu(), plan.spine(), "eth0", plan.tor(), "sp0");
        List<String> torLines = new ArrayList<>(List.of("link set sp0 up"));
        List<String> spineLines = new ArrayList<>(List.of("link set eth0 up"));
        for (Family family : Family.values()) {
            int length = plan.uplinkPrefixLength(family);
            torLines.add(address(plan.torSpineAddress(family), length, "sp0"));
            spineLines.add(address(plan.spineAddress(family), length, "eth0"));
        }
        plan.tor().ip(torLines);
        plan.spine().ip(spineLines);
    }

    static void cable(int mtu, Netns left, String leftPort, Netns right, String rightPort) throws InterruptedException {
        Command.run(List.of(
                "ip",
                "link",
                "add",
                leftPort,
                "mtu",
                Integer.toString(mtu),
                "netns",
                left.name(),
                "type",
                "veth",
                "peer",
                "name",
                rightPort,
                "mtu",
                Integer.toString(mtu),
                "netns",
                right.name()));
        offloadsOff(left, leftPort);
        offloadsOff(right, rightPort);
    }

    static void offloadsOff(Netns netns, String port) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("ethtool", "-K", port));
        command.addAll(List.of(OFFLOADS_OFF));
        Command.run(netns.wrap(command));
    }

    /**
     * Makes multipath routes hash on both addresses, the protocol and both ports as the packet carries them.
     *
     * <p>The ready-made 5-tuple policy (1) would take a hash that the sending socket left with the packet, which survives
     * a veth and is drawn anew at each retransmission time-out: flows would move for no reason a real switch has.
     */
    static void hashByHeaders(Netns netns) throws InterruptedException {
        for (String ip : List.of("ipv4", "ipv6")) {
            netns.sysctl(
                    "net." + ip + ".fib_multipath_hash_policy=3", "net." + ip + ".fib_multipath_hash_fields=0x0037");
        }
    }

    private void shape(Netns netns, String port) throws InterruptedException {
        if (plan.rateBitsPerSecond() == 0) {
            return;
        }
        // A shallower queue holds so few frames at the lab's low rates that some of 32 flows sit in back-off for
        // seconds.
        netns.tc(List.of("qdisc replace dev " + port + " root " + bucket(plan) + " latency 50ms"));
    }

    /** The token bucket of the lab's rate: 2 ms of it, at least ten full frames. Its queue is the caller's to choose. */
    static String bucket(LabPlan plan) {
        long rate = plan.rateBitsPerSecond();
        return "tbf rate " + rate + "bit burst " + Math.max(10L * plan.mtu(), rate / 8 / 500) + "b";
    }

    private static String address(String address, int length, String port) {
        return "addr add " + address + "/" + length + " dev " + port;
    }
}
