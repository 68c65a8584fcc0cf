package io.braid.perf.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Routes over every uplink that has carrier, written down: for {@link KernelHost}, which announces nothing.
 *
 * <p>Their groups are resilient where the kernel has them, as in a data-center switch: a failed uplink moves the flows
 * that used it and no others. The kernel removes next hops of a port that goes down by itself; putting them back when
 * the port returns is this class's work.
 */
final class StaticTaskRoutes implements TaskRoutes {
    private static final int GROUP_V4 = 1000;
    private static final int GROUP_V6 = 1001;
    // Buckets without traffic for this long may go to a returned uplink; busy ones never do.
    private static final String RESILIENT = " type resilient buckets 256 idle_timer 5 unbalanced_timer 0";

    private final LabPlan plan;
    private final Set<Integer> up;
    private boolean resilient = true;

    /** @param up the uplinks that have carrier, kept up to date by the switch */
    StaticTaskRoutes(LabPlan plan, Set<Integer> up) {
        this.plan = plan;
        this.up = up;
    }

    @Override
    public void install() throws InterruptedException {
        try {
            rebalance();
        } catch (LabException noResilientGroups) {
            // A kernel before 5.13, or one built without them. Whatever else was wrong is said by the second try.
            resilient = false;
            rebalance();
        }
    }

    @Override
    public void uplinkReturned(int i) throws InterruptedException {
        plan.tor().ip(lines());
    }

    @Override
    public void rebalance() throws InterruptedException {
        plan.tor().run("sh", "-c", "ip nexthop flush >/dev/null 2>&1; true");
        plan.tor().ip(lines());
    }

    @Override
    public boolean isResilient() {
        return resilient;
    }

    @Override
    public int bfdSessionsUp() {
        return 0;
    }

    private List<String> lines() {
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

    @Override
    public String vtysh(String... commands) {
        throw new LabException("this switch has no routing daemon");
    }
}
