package io.braid.perf.lab;

import io.braid.dataplane.control.AttachRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * A second host on the lab's rack switch, with one uplink, an AS and a braid of its own, and task prefixes that are those of the first. The switch tells each host what the
 * other announces, which it does not in the lab without this.
 */
public final class SecondHost implements AutoCloseable {
    /** Its AS number. */
    public static final long AS = 65018;

    private static final String NAME = "host2";
    private static final String SWITCH_PORT = "swp9";
    private static final String HOST_PORT = "up0";
    /** Of the addresses between host and switch, beyond those of any lab's uplinks. */
    private static final int LINK = 50;

    private final Lab lab;
    private final Netns task;
    private final BraidHost braid;

    private SecondHost(Lab lab, Netns task, BraidHost braid) {
        this.lab = lab;
        this.task = task;
        this.braid = braid;
    }

    /** What the first host's configuration needs so that the switch may pass its routes on. */
    public static String passable(String yaml) {
        return yaml.replace("bgp:\n", "bgp:\n  communities: []\n");
    }

    /** Lays the cable, configures the switch and starts braid; returns when its uplink can be used. The lab is one with {@link Routing#BGP}. */
    public static SecondHost start(Lab lab) throws InterruptedException {
        LabPlan plan = lab.plan();
        Netns netns = lab.addNamespace(NAME);
        Netns task = lab.addNamespace(NAME + "-task");
        Topology.cable(plan.mtu(), netns, HOST_PORT, plan.tor(), SWITCH_PORT);
        List<String> addresses = new ArrayList<>();
        for (Family family : Family.values()) {
            addresses.add("addr add " + plan.torAddress(LINK, family) + "/" + plan.uplinkPrefixLength(family) + " dev "
                    + SWITCH_PORT);
        }
        addresses.add("link set " + SWITCH_PORT + " up");
        plan.tor().ip(addresses);
        netns.ip("link set " + HOST_PORT + " up");
        configureSwitch(lab);
        var socket = lab.directory().resolve(NAME + ".sock");
        BraidHost braid = BraidHost.another(lab, netns, NAME, socket, configuration(plan, socket.toString()));
        braid.start();
        return new SecondHost(lab, task, braid);
    }

    private static void configureSwitch(Lab lab) throws InterruptedException {
        LabPlan plan = lab.plan();
        List<String> lines = new ArrayList<>(List.of("configure terminal", "router bgp " + LabPlan.TOR_AS));
        for (Family family : Family.values()) {
            String neighbor = "neighbor " + plan.hostAddress(LINK, family) + " ";
            lines.add(neighbor + "remote-as " + AS);
            lines.add(neighbor + "timers connect 1");
            lines.add(neighbor + "advertisement-interval 0");
        }
        for (Family family : Family.values()) {
            String neighbor = "neighbor " + plan.hostAddress(LINK, family) + " ";
            lines.add("address-family " + (family == Family.V4 ? "ipv4" : "ipv6") + " unicast");
            lines.add(neighbor + "activate");
            lines.add(neighbor + "prefix-list tasks in");
            lines.add("no neighbor " + SwitchConfig.group(family) + " prefix-list nothing out");
            lines.add("exit-address-family");
        }
        lab.rackSwitch().vtysh(lines.toArray(String[]::new));
    }

    private static String configuration(LabPlan plan, String socket) {
        var peers = new StringBuilder();
        for (Family family : Family.values()) {
            peers.append("    - {address: \"%s\", asn: %d, uplink: nic0}\n"
                    .formatted(plan.torAddress(LINK, family), LabPlan.TOR_AS));
        }
        return """
                host: %s
                uplinks:
                  - name: nic0
                    device: "vdev:net_af_packet0,iface=%s,blocksz=65536,framecnt=512"
                    addresses: ["%s/31", "%s/127"]
                    gateways: ["%s", "%s"]
                    mtu: %d
                tasks:
                  prefixes: ["%s", "%s"]
                  sockets: "%s"
                bgp:
                  asn: %d
                  router-id: %s
                  communities: []
                  peers:
                %scontrol: {socket: "%s"}
                """.formatted(
                        NAME,
                        HOST_PORT,
                        plan.hostAddress(LINK, Family.V4),
                        plan.hostAddress(LINK, Family.V6),
                        plan.torAddress(LINK, Family.V4),
                        plan.torAddress(LINK, Family.V6),
                        plan.mtu(),
                        plan.taskPrefix(Family.V4),
                        plan.taskPrefix(Family.V6),
                        socket + ".tasks",
                        AS,
                        plan.hostAddress(LINK, Family.V4),
                        peers,
                        socket);
    }

    /** Takes the cable to the switch out, or puts it back. */
    public void cut(boolean out) throws InterruptedException {
        lab.plan().tor().ip("link set " + SWITCH_PORT + (out ? " down" : " up"));
        if (!out) {
            // The kernel forgets IPv6 addresses of a port that was down.
            lab.plan()
                    .tor()
                    .ip("addr replace " + lab.plan().torAddress(LINK, Family.V6) + "/"
                            + lab.plan().uplinkPrefixLength(Family.V6) + " dev " + SWITCH_PORT);
        }
    }

    /** Its braid. */
    public BraidHost braid() {
        return braid;
    }

    /** Attaches a task here with the addresses of one of the first host's. */
    public void attach(int number) {
        LabPlan plan = lab.plan();
        braid.client()
                .attach(new AttachRequest(
                        plan.taskName(number),
                        List.of(plan.taskAddress(number, Family.V4), plan.taskAddress(number, Family.V6)),
                        AttachRequest.KIND_TAP,
                        task.path(),
                        false,
                        null,
                        null));
    }

    /** Ends its braid; the rest goes with the lab. */
    @Override
    public void close() {
        braid.close();
    }
}
