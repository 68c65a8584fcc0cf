package io.braid.dataplane.graph;

import io.braid.flow.AddressTable;
import io.braid.flow.BucketTable;
import io.braid.flow.PathView;

/**
 * The host that graph tests run on, and its neighbors: four uplinks with gateways and punt ports, two tasks with task IPs and NIC addresses.
 *
 * <pre>
 *   uplink u   port u       192.0.2.(2u+1)/31  2001:db8:u::1/127  fe80::u1   gateway 192.0.2.(2u), 2001:db8:u::
 *   its punt   port 4 + u
 *   task t     port 8 + t   10.100.0.(t+1)     2001:db8:100::(t+1), on uplink u also 10.20.u.(t+1) and 2001:db8:20:u::(t+1)
 * </pre>
 *
 * Mutable settings first, then {@link #table()}.
 */
final class World {
    static final int UPLINKS = 4;
    static final int TASKS = 2;
    static final int PORTS = 16;
    static final int NOBODYS_PORT = 12;
    static final String REMOTE4 = "198.51.100.7";
    static final String REMOTE6 = "2001:db8:ffff::7";

    int uplinkMtu = 1500;
    int taskMtu = 1500;
    int puntMtu = 1500;
    boolean punts = true;
    boolean tasksLeaveWork;
    /** What is finished by whom, as sets of {@link io.braid.dpdk.Offload}. */
    int uplinkFinishes;

    int taskFinishes;
    final boolean[] usable4 = {true, true, true, true};
    final boolean[] usable6 = {true, true, true, true};
    /** By task; those with the same number may talk. */
    final int[] circles = {0, 0};

    final TaskCaps[] caps = {TaskCaps.NONE, TaskCaps.NONE};
    HostTraffic hostTraffic = HostTraffic.ANSWERS;
    /** Makes the address table name a task that has no slot: a defect to provoke. */
    boolean strayTask;

    private BucketTable paths4 = BucketTable.of(BucketTable.DEFAULT_SIZE);
    private BucketTable paths6 = BucketTable.of(BucketTable.DEFAULT_SIZE);

    static int punt(int uplink) {
        return UPLINKS + uplink;
    }

    static int taskPort(int task) {
        return 2 * UPLINKS + task;
    }

    static long uplinkMac(int uplink) {
        return 0x0200_0000_0010L + uplink;
    }

    static long gatewayMac(int uplink) {
        return 0x0200_0000_0110L + uplink;
    }

    /** The MAC address Braid has towards a task. */
    static long braidMac(int task) {
        return 0x0200_0000_0200L + task;
    }

    static long taskMac(int task) {
        return 0x0200_0000_0300L + task;
    }

    static String uplink4(int uplink) {
        return "192.0.2." + (2 * uplink + 1);
    }

    static String gateway4(int uplink) {
        return "192.0.2." + 2 * uplink;
    }

    static String uplink6(int uplink) {
        return "2001:db8:" + uplink + "::1";
    }

    static String gateway6(int uplink) {
        return "2001:db8:" + uplink + "::";
    }

    static String linkLocal6(int uplink) {
        return "fe80::" + uplink + "1";
    }

    static String task4(int task) {
        return "10.100.0." + (task + 1);
    }

    static String task6(int task) {
        return "2001:db8:100::" + (task + 1);
    }

    static String nic4(int task, int uplink) {
        return "10.20." + uplink + "." + (task + 1);
    }

    static String nic6(int task, int uplink) {
        return "2001:db8:20:" + uplink + "::" + (task + 1);
    }

    /** A packet of a task to the storage server. */
    static PacketBuilder out4(int task) {
        return PacketBuilder.ipv4(task4(task), REMOTE4).macs(braidMac(task), taskMac(task));
    }

    static PacketBuilder out6(int task) {
        return PacketBuilder.ipv6(task6(task), REMOTE6).macs(braidMac(task), taskMac(task));
    }

    /** A packet of the storage server to task 0, coming in by an uplink. */
    static PacketBuilder in4(int uplink) {
        return PacketBuilder.ipv4(REMOTE4, task4(0)).macs(uplinkMac(uplink), gatewayMac(uplink));
    }

    static PacketBuilder in6(int uplink) {
        return PacketBuilder.ipv6(REMOTE6, task6(0)).macs(uplinkMac(uplink), gatewayMac(uplink));
    }

    /** The forwarding table for the settings; each table's paths follow from those of the one before, as the conductor does it. */
    ForwardingTable table() {
        var addresses = AddressTable.builder(1);
        var uplinks = new UplinkEntry[UPLINKS];
        var uplinkHops = new Hop[UPLINKS];
        var puntHops = new Hop[UPLINKS];
        int[] weights4 = new int[UPLINKS];
        int[] weights6 = new int[UPLINKS];
        for (int u = 0; u < UPLINKS; u++) {
            weights4[u] = usable4[u] ? 1 : 0;
            weights6[u] = usable6[u] ? 1 : 0;
            addresses.ipv4(Bytes.address4(uplink4(u)), Endpoint.uplinkAddress(u));
            add6(addresses, uplink6(u), Endpoint.uplinkAddress(u));
            boolean up = usable4[u] || usable6[u];
            int punt = punts ? punt(u) : -1;
            uplinks[u] = new UplinkEntry(u, u, punt, puntMtu, uplinkMac(u), up, uplinkAddresses(u));
            uplinkHops[u] = hop(
                    u,
                    uplinkMtu,
                    uplinkMac(u),
                    usable4[u] ? gatewayMac(u) : 0,
                    usable6[u] ? gatewayMac(u) : 0,
                    uplink4(u),
                    uplink6(u),
                    uplinkFinishes);
            puntHops[u] = hop(punt(u), puntMtu, gatewayMac(u), uplinkMac(u), uplinkMac(u), uplink4(u), uplink6(u), 0);
        }
        var tasks = new TaskEntry[TASKS];
        var taskHops = new Hop[TASKS];
        for (int t = 0; t < TASKS; t++) {
            addresses.ipv4(Bytes.address4(task4(t)), Endpoint.taskIp(t));
            add6(addresses, task6(t), Endpoint.taskIp(t));
            int[] own4 = new int[1 + UPLINKS];
            long[] own6 = new long[2 * (1 + UPLINKS)];
            own4[0] = Bytes.address4(task4(t));
            put6(own6, 0, task6(t));
            for (int u = 0; u < UPLINKS; u++) {
                addresses.ipv4(Bytes.address4(nic4(t, u)), Endpoint.nicAddress(t, u));
                add6(addresses, nic6(t, u), Endpoint.nicAddress(t, u));
                own4[1 + u] = Bytes.address4(nic4(t, u));
                put6(own6, 1 + u, nic6(t, u));
            }
            tasks[t] = new TaskEntry(
                    t,
                    taskPort(t),
                    braidMac(t),
                    new AddressSet(own4, own6),
                    circles[t],
                    hostTraffic,
                    caps[t],
                    tasksLeaveWork);
            taskHops[t] = hop(
                    taskPort(t), taskMtu, braidMac(t), taskMac(t), taskMac(t), uplink4(0), uplink6(0), taskFinishes);
        }
        if (strayTask) {
            addresses.ipv4(Bytes.address4("10.100.9.9"), Endpoint.taskIp(4000));
        }
        paths4 = paths4.withWeights(weights4, bucket -> true);
        paths6 = paths6.withWeights(weights6, bucket -> true);
        return new ForwardingTable(
                1,
                addresses.build(),
                new PathView[] {PathView.of(paths4, paths6)},
                uplinks,
                tasks,
                uplinkHops,
                puntHops,
                taskHops,
                PORTS);
    }

    private static Hop hop(
            int port, int mtu, long from, long to4, long to6, String error4, String error6, int offloads) {
        return new Hop(
                port, mtu, from, to4, to6, Bytes.address4(error4), Bytes.high6(error6), Bytes.low6(error6), offloads);
    }

    private static AddressSet uplinkAddresses(int u) {
        long[] six = new long[4];
        put6(six, 0, uplink6(u));
        put6(six, 1, linkLocal6(u));
        return new AddressSet(new int[] {Bytes.address4(uplink4(u))}, six);
    }

    private static void add6(AddressTable.Builder addresses, String text, int endpoint) {
        addresses.ipv6(Bytes.high6(text), Bytes.low6(text), endpoint);
    }

    private static void put6(long[] pairs, int n, String text) {
        pairs[2 * n] = Bytes.high6(text);
        pairs[2 * n + 1] = Bytes.low6(text);
    }
}
