package io.braid.perf.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * The rack switch: routes to the task addresses over every uplink that has carrier, by 5-tuple hash.
 *
 * <p>Its groups are resilient where the kernel has them, as in a data-center switch: a failed uplink moves the flows
 * that used it and no others. The kernel removes next hops of a port that goes down by itself; putting them back when
 * the port returns is this class's work, as it would be a routing daemon's.
 *
 * <p>Not thread-safe: one thread drives a lab.
 */
public final class RackSwitch {
    private static final int GROUP_V4 = 1000;
    private static final int GROUP_V6 = 1001;
    // Buckets without traffic for this long may go to a returned uplink; busy ones never do.
    private static final String RESILIENT = " type resilient buckets 256 idle_timer 5 unbalanced_timer 0";
    private static final int PUT_BACK_TRIES = 40;
    private static final int PUT_BACK_PAUSE_MILLIS = 50;

    private final LabPlan plan;
    private final Netns tor;
    private final Set<Integer> up = new ConcurrentSkipListSet<>();
    private boolean resilient = true;

    RackSwitch(LabPlan plan) {
        this.plan = plan;
        this.tor = plan.tor();
    }

    /** Brings up every uplink and installs all routes. */
    void install() throws InterruptedException {
        for (int i = 0; i < plan.uplinks(); i++) {
            up.add(i);
        }
        try {
            rebalance();
        } catch (LabException noResilientGroups) {
            // A kernel before 5.13, or one built without them. Whatever else was wrong is said by the second try.
            resilient = false;
            rebalance();
        }
    }

    /** Whether a failed uplink leaves the inbound flows of the others alone. */
    public boolean isResilient() {
        return resilient;
    }

    /** Whether uplink {@code i} has not been taken down. */
    public boolean isUp(int i) {
        return up.contains(i);
    }

    /** Takes carrier from uplink {@code i}: the host sees its end lose the link. */
    public void linkDown(int i) throws InterruptedException {
        tor.ip("link set " + plan.switchPort(i) + " down");
        up.remove(i);
    }

    /** Gives uplink {@code i} carrier and its share of idle buckets back; flows stay where they are. */
    public void linkUp(int i) throws InterruptedException {
        tor.ip("link set " + plan.switchPort(i) + " up");
        up.add(i);
        // Next hops need carrier and the kernel's own routes of the port, which follow the link within milliseconds.
        for (int attempt = 1; ; attempt++) {
            try {
                tor.ip(routes());
                return;
            } catch (LabException e) {
                if (attempt == PUT_BACK_TRIES) {
                    throw e;
                }
                Thread.sleep(PUT_BACK_PAUSE_MILLIS);
            }
        }
    }

    /** Spreads all buckets evenly over the uplinks that are up, as after a fresh start; for use between measurements. */
    public void rebalance() throws InterruptedException {
        tor.run("sh", "-c", "ip nexthop flush >/dev/null 2>&1; true");
        tor.ip(routes());
    }

    private List<String> routes() {
        List<String> lines = new ArrayList<>();
        List<String> groupV4 = new ArrayList<>();
        List<String> groupV6 = new ArrayList<>();
        for (int i : up) {
            lines.add("nexthop replace id " + (100 + i) + " via " + plan.hostAddress(i, Family.V4) + " dev "
                    + plan.switchPort(i));
            lines.add("nexthop replace id " + (200 + i) + " via " + plan.hostAddress(i, Family.V6) + " dev "
                    + plan.switchPort(i));
            groupV4.add(Integer.toString(100 + i));
            groupV6.add(Integer.toString(200 + i));
            for (Family family : Family.values()) {
                lines.add("route replace " + plan.containerPrefix(i, family) + " via " + plan.hostAddress(i, family)
                        + " dev " + plan.switchPort(i));
            }
        }
        String type = resilient ? RESILIENT : "";
        lines.add("nexthop replace id " + GROUP_V4 + " group " + String.join("/", groupV4) + type);
        lines.add("nexthop replace id " + GROUP_V6 + " group " + String.join("/", groupV6) + type);
        for (int task = 1; task <= plan.tasks(); task++) {
            lines.add("route replace " + plan.taskAddress(task, Family.V4) + "/32 nhid " + GROUP_V4);
            lines.add("route replace " + plan.taskAddress(task, Family.V6) + "/128 nhid " + GROUP_V6);
        }
        return lines;
    }
}
