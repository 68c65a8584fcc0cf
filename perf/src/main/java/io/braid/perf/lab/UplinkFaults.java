package io.braid.perf.lab;

/**
 * Breaks uplinks of a lab and mends them, at once when told to.
 *
 * <p>Silence is made at the switch's port, where both directions pass: a filter leads them into a cable with nothing at
 * its end. A queue that refuses packets would do for the kernel's own, but the host's driver keeps what is refused and
 * sends it when the link is mended.
 *
 * <p>Not thread-safe; one instance for a lab. What is broken when it is closed stays so.
 */
public final class UplinkFaults implements AutoCloseable {
    /** What to break. */
    public enum Kind {
        /** The switch's port is shut: the host's end loses its carrier. */
        CARRIER_AT_SWITCH,
        /** The host's port is shut: the switch's end loses its carrier. */
        CARRIER_AT_HOST,
        /** Both ends keep their carrier and nothing gets through, either way. */
        SILENCE
    }

    private final LabPlan plan;
    private final BatchPipe switchLinks;
    private final BatchPipe hostLinks;
    private final BatchPipe filters;

    public UplinkFaults(Lab lab) throws InterruptedException {
        plan = lab.plan();
        Netns tor = plan.tor();
        tor.ip("link add name sink0 type veth peer name sink1");
        tor.sysctl("net.ipv6.conf.sink0.disable_ipv6=1", "net.ipv6.conf.sink1.disable_ipv6=1");
        tor.ip("link set sink0 up", "link set sink1 up arp off");
        for (int i = 0; i < plan.uplinks(); i++) {
            tor.run("tc", "qdisc", "add", "dev", plan.switchPort(i), "clsact");
        }
        switchLinks = new BatchPipe(lab, tor, "ip");
        hostLinks = new BatchPipe(lab, plan.host(), "ip");
        filters = new BatchPipe(lab, tor, "tc");
    }

    /** Breaks uplink {@code i}. */
    public void inflict(Kind kind, int i) {
        switch (kind) {
            case CARRIER_AT_SWITCH -> switchLinks.send("link set " + plan.switchPort(i) + " down");
            case CARRIER_AT_HOST -> hostLinks.send("link set " + plan.hostPort(i) + " down");
            case SILENCE -> filters.send(silence(i, "ingress"), silence(i, "egress"));
        }
    }

    /** Mends what {@link #inflict} did. */
    public void mend(Kind kind, int i) {
        switch (kind) {
            case CARRIER_AT_SWITCH -> switchLinks.send("link set " + plan.switchPort(i) + " up");
            case CARRIER_AT_HOST -> hostLinks.send("link set " + plan.hostPort(i) + " up");
            case SILENCE ->
                filters.send(
                        "filter del dev " + plan.switchPort(i) + " ingress",
                        "filter del dev " + plan.switchPort(i) + " egress");
        }
    }

    private String silence(int i, String direction) {
        return "filter add dev " + plan.switchPort(i) + " " + direction
                + " protocol all prio 1 u32 match u32 0 0 action mirred egress redirect dev sink0";
    }

    @Override
    public void close() {
        switchLinks.close();
        hostLinks.close();
        filters.close();
    }
}
