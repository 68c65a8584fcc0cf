package io.braid.perf.lab;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * The rack switch: its ports to the host, and routes to the tasks over every uplink that has carrier, by 5-tuple hash.
 *
 * <p>Not thread-safe: one thread drives a lab.
 */
public final class RackSwitch {
    private static final Duration ROUTES_LIMIT = Duration.ofSeconds(10);
    private static final int PUT_BACK_TRIES = 40;
    private static final int PUT_BACK_PAUSE_MILLIS = 50;

    private final LabPlan plan;
    private final Netns tor;
    private final Set<Integer> up = new ConcurrentSkipListSet<>();
    private final TaskRoutes taskRoutes;

    RackSwitch(Lab lab, Routing routing) {
        this.plan = lab.plan();
        this.tor = plan.tor();
        this.taskRoutes = switch (routing) {
            case STATIC -> new StaticTaskRoutes(plan, up);
            case BGP -> new BgpTaskRoutes(lab);
        };
    }

    /** Takes every uplink as up, and installs all routes or starts what will. */
    void install() throws InterruptedException {
        for (int i = 0; i < plan.uplinks(); i++) {
            up.add(i);
            tor.ip(containerRoutes(i));
        }
        taskRoutes.install();
    }

    /** Whether a failed uplink leaves the inbound flows of the others alone. */
    public boolean isResilient() {
        return taskRoutes.isResilient();
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

    /** Gives uplink {@code i} carrier and its static routes back; flows stay where they are. */
    public void linkUp(int i) throws InterruptedException {
        tor.ip("link set " + plan.switchPort(i) + " up");
        up.add(i);
        // Next hops need carrier and the kernel's own routes of the port, which follow the link within milliseconds.
        for (int attempt = 1; ; attempt++) {
            try {
                tor.ip(containerRoutes(i));
                taskRoutes.uplinkReturned(i);
                return;
            } catch (LabException e) {
                if (attempt == PUT_BACK_TRIES) {
                    throw e;
                }
                Thread.sleep(PUT_BACK_PAUSE_MILLIS);
            }
        }
    }

    /** Spreads all flows evenly over the uplinks that are up, as after a fresh start; for use between measurements. */
    public void rebalance() throws InterruptedException {
        taskRoutes.rebalance();
    }

    /**
     * Waits until the kernel of the switch spreads each task's addresses of both families over exactly the uplinks that
     * are up.
     *
     * @param tasks how many, from task 1
     * @throws LabException if it does not within 10 s
     */
    public void awaitTasks(int tasks) throws InterruptedException {
        List<String> addresses = new ArrayList<>();
        for (int task = 1; task <= tasks; task++) {
            for (Family family : Family.values()) {
                addresses.add(plan.taskAddress(task, family));
            }
        }
        try (var routes = new RouteLog(tor)) {
            routes.await(addresses, up.size(), ROUTES_LIMIT);
        }
    }

    /** How many BFD sessions with the host are up, of two for each uplink; none without {@link Routing#BGP}. */
    public int bfdSessionsUp() throws InterruptedException {
        return taskRoutes.bfdSessionsUp();
    }

    /** Has FRR run commands; only with {@link Routing#BGP}. */
    public String vtysh(String... commands) throws InterruptedException {
        return taskRoutes.vtysh(commands);
    }

    /** The addresses that tasks have on one uplink only belong to the uplink, and are no task's route. */
    private List<String> containerRoutes(int i) {
        List<String> lines = new ArrayList<>();
        for (Family family : Family.values()) {
            lines.add("route replace " + plan.containerPrefix(i, family) + " via " + plan.hostAddress(i, family)
                    + " dev " + plan.switchPort(i));
        }
        return lines;
    }
}
