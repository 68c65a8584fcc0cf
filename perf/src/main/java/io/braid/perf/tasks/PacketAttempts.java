package io.braid.perf.tasks;

import io.braid.dataplane.control.AttachResult;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabPlan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Frames that a task sends in somebody else's name, from tasks in turn. */
final class PacketAttempts {
    private static final byte[] NO_OPTIONS = {};
    /** Loose source routing by way of 198.51.100.2 (RFC 791), padded to whole words. */
    private static final byte[] SOURCE_ROUTE = {(byte) 131, 7, 4, (byte) 198, 51, 100, 2, 0};

    private final LabPlan plan;
    private final List<AttachResult> ports;
    private final AttemptList list;
    private final long gateway;

    private PacketAttempts(LabPlan plan, List<AttachResult> ports, AttemptList list) {
        this.plan = plan;
        this.ports = ports;
        this.list = list;
        this.gateway = Frames.mac(ports.getFirst().gatewayMac());
    }

    /** @param ports what tasks 1 and up got when they were attached; at least two */
    static void add(LabPlan plan, List<AttachResult> ports, AttemptList list) {
        var attempts = new PacketAttempts(plan, ports, list);
        attempts.ipv4();
        attempts.ipv6();
        attempts.macs();
        attempts.arp();
        attempts.discovery();
    }

    /** The task whose turn it is. */
    private int task() {
        return 1 + list.size() % ports.size();
    }

    private int victim() {
        return 1 + task() % ports.size();
    }

    private long mac() {
        return Frames.mac(ports.get(task() - 1).mac());
    }

    private byte[] mark() {
        return Frames.mark(list.size());
    }

    private void frame(String name, byte[] frame) {
        list.add(new Attempt.Frame(name, task(), frame));
    }

    private String own(Family family) {
        return plan.taskAddress(task(), family);
    }

    private String others(Family family) {
        return plan.taskAddress(victim(), family);
    }

    private void from4(String name, String source, int protocol, byte[] options, int fragment) {
        frame(
                name,
                Frames.ipv4(
                        gateway, mac(), source, plan.storageAddress(Family.V4), protocol, options, fragment, mark()));
    }

    private void ipv4() {
        Map<String, String> sources = new LinkedHashMap<>();
        sources.put("an address of no task", "10.100.0.99");
        sources.put("storage", plan.storageAddress(Family.V4));
        sources.put("the host's uplink", plan.hostAddress(0, Family.V4));
        sources.put("the rack switch", plan.torAddress(0, Family.V4));
        sources.put("a NIC address of nobody", "10.20.0.14");
        sources.put("its own gateway", "169.254.1.1");
        sources.put("the Internet", "9.9.9.9");
        sources.put("nobody", "0.0.0.0");
        sources.put("itself, 127.0.0.1", "127.0.0.1");
        sources.put("everybody, 255.255.255.255", "255.255.255.255");
        sources.put("a group, 224.0.0.5", "224.0.0.5");
        sources.put("a reserved address, 240.0.0.1", "240.0.0.1");
        sources.forEach((who, source) -> from4("spoof IPv4: UDP from " + who, source, Frames.UDP, NO_OPTIONS, 0));
        from4("spoof IPv4: UDP from another task", others(Family.V4), Frames.UDP, NO_OPTIONS, 0);
        from4("spoof IPv4: a TCP SYN from another task", others(Family.V4), Frames.TCP, NO_OPTIONS, 0);
        from4("spoof IPv4: an echo request from another task", others(Family.V4), Frames.ICMP4, NO_OPTIONS, 0);
        from4("spoof IPv4: a first fragment from another task", others(Family.V4), Frames.UDP, NO_OPTIONS, 0x2000);
        from4("spoof IPv4: a later fragment from another task", others(Family.V4), Frames.UDP, NO_OPTIONS, 100);
        from4("spoof IPv4: with options, from another task", others(Family.V4), Frames.UDP, new byte[] {1, 1, 1, 0}, 0);
        from4("IPv4: source routing", own(Family.V4), Frames.UDP, SOURCE_ROUTE, 0);
        frame(
                "spoof IPv4: to one task from another",
                Frames.ipv4(
                        gateway,
                        mac(),
                        plan.storageAddress(Family.V4),
                        others(Family.V4),
                        Frames.UDP,
                        NO_OPTIONS,
                        0,
                        mark()));
    }

    private void from6(String name, String source, int protocol, int first, byte[] extensions) {
        frame(
                name,
                Frames.ipv6(
                        gateway, mac(), source, plan.storageAddress(Family.V6), protocol, first, extensions, mark()));
    }

    private void ipv6() {
        Map<String, String> sources = new LinkedHashMap<>();
        sources.put("an address of no task", "2001:db8:100::99");
        sources.put("storage", plan.storageAddress(Family.V6));
        sources.put("the host's uplink", plan.hostAddress(0, Family.V6));
        sources.put("the rack switch", plan.torAddress(1, Family.V6));
        sources.put("the Internet", "2620:fe::fe");
        sources.put("nobody", "::");
        sources.put("itself, ::1", "::1");
        sources.put("a group, ff02::1", "ff02::1");
        sources.forEach(
                (who, source) -> from6("spoof IPv6: UDP from " + who, source, Frames.UDP, Frames.UDP, NO_OPTIONS));
        from6("spoof IPv6: UDP from another task", others(Family.V6), Frames.UDP, Frames.UDP, NO_OPTIONS);
        from6("spoof IPv6: a TCP SYN from another task", others(Family.V6), Frames.TCP, Frames.TCP, NO_OPTIONS);
        from6(
                "spoof IPv6: an echo request from another task",
                others(Family.V6),
                Frames.ICMP6,
                Frames.ICMP6,
                NO_OPTIONS);
        from6("spoof IPv6: hop-by-hop options, from another task", others(Family.V6), Frames.UDP, 0, new byte[] {
            Frames.UDP, 0, 1, 4, 0, 0, 0, 0
        });
        from6("spoof IPv6: a first fragment from another task", others(Family.V6), Frames.UDP, 44, new byte[] {
            Frames.UDP, 0, 0, 1, 0, 0, 0, 9
        });
        from6("IPv6: routing header of type 0", own(Family.V6), Frames.UDP, 43, new byte[] {
            Frames.UDP, 2, 0, 1, 0, 0, 0, 0, 0x20, 1, 0xd, (byte) 0xb8, 0, 0x51, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2
        });
    }

    private void macs() {
        frame(
                "spoof MAC: from the gateway",
                Frames.ipv4(
                        gateway,
                        gateway,
                        own(Family.V4),
                        plan.storageAddress(Family.V4),
                        Frames.UDP,
                        NO_OPTIONS,
                        0,
                        mark()));
        frame(
                "spoof MAC: from everybody",
                Frames.ipv4(
                        gateway,
                        0xffff_ffff_ffffL,
                        own(Family.V4),
                        plan.storageAddress(Family.V4),
                        Frames.UDP,
                        NO_OPTIONS,
                        0,
                        mark()));
        frame(
                "spoof MAC: IPv6 from a group",
                Frames.ipv6(
                        gateway,
                        0x3333_0000_0001L,
                        own(Family.V6),
                        plan.storageAddress(Family.V6),
                        Frames.UDP,
                        Frames.UDP,
                        NO_OPTIONS,
                        mark()));
    }

    private void arp(String name, int operation, long senderMac, String sender, String target) {
        frame(name, Frames.arp(0xffff_ffff_ffffL, mac(), operation, senderMac, sender, target, mark()));
    }

    private void arp() {
        arp("spoof ARP: another task asks", 1, mac(), others(Family.V4), "169.254.1.1");
        arp("spoof ARP: another task is here", 1, mac(), others(Family.V4), others(Family.V4));
        arp("spoof ARP: the gateway is here", 1, mac(), "169.254.1.1", "169.254.1.1");
        arp(
                "spoof ARP: the rack switch answers",
                2,
                mac(),
                plan.torAddress(0, Family.V4),
                plan.hostAddress(0, Family.V4));
        arp("spoof ARP: another task answers", 2, mac(), others(Family.V4), own(Family.V4));
        arp("spoof ARP: everybody's MAC address", 1, 0xffff_ffff_ffffL, own(Family.V4), "169.254.1.1");
    }

    private void neighbor(String name, String source, int type, String target, int hopLimit) {
        frame(name, Frames.neighbor(0x3333_0000_0001L, mac(), source, "ff02::1", type, target, hopLimit, mark()));
    }

    private void discovery() {
        neighbor("spoof ND: another task asks", others(Family.V6), 135, plan.storageAddress(Family.V6), 255);
        neighbor("spoof ND: another task is here", own(Family.V6), 136, others(Family.V6), 255);
        neighbor("spoof ND: the rack switch is here", own(Family.V6), 136, plan.torAddress(0, Family.V6), 255);
        neighbor("spoof ND: from beyond the link", own(Family.V6), 136, own(Family.V6), 64);
    }
}
