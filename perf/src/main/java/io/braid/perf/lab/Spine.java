package io.braid.perf.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A switch behind the rack switch, which speaks BGP with it and must never hear of a task: routes to tasks stay in the
 * rack. It does hear of storage's network, which shows that it would.
 */
public final class Spine {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration SESSION_LIMIT = Duration.ofSeconds(15);

    private final LabPlan plan;
    private final Lab lab;
    private @Nullable Frr frr;

    Spine(Lab lab) {
        this.lab = lab;
        this.plan = lab.plan();
    }

    void start() throws InterruptedException {
        var started = new Frr(lab, plan.spine(), "spine");
        started.startZebra(SwitchConfig.ZEBRA);
        started.start("bgpd", SwitchConfig.spineBgpd(plan));
        frr = started;
    }

    /** Waits until it has learnt, over both families, what the rack switch tells everyone. */
    public void awaitSessions() throws InterruptedException {
        long limit = System.nanoTime() + SESSION_LIMIT.toNanos();
        while (!hearsTheRack()) {
            if (System.nanoTime() > limit) {
                throw new LabException("the spine did not learn " + plan.storagePrefix(Family.V4) + " and "
                        + plan.storagePrefix(Family.V6) + " from the rack switch");
            }
            Thread.sleep(100);
        }
    }

    private boolean hearsTheRack() throws InterruptedException {
        for (Family family : Family.values()) {
            if (!routes(family).contains(plan.storagePrefix(family))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Routes that should have stayed in the rack: all that it knows but storage's networks.
     *
     * @throws LabException if it does not know storage's networks: without a session, no leak could be seen
     */
    public List<String> leaked() throws InterruptedException {
        List<String> leaked = new ArrayList<>();
        for (Family family : Family.values()) {
            List<String> known = routes(family);
            if (!known.contains(plan.storagePrefix(family))) {
                throw new LabException("the spine has no session with the rack switch, so what leaks cannot be told");
            }
            known.stream()
                    .filter(route -> !route.equals(plan.storagePrefix(family)))
                    .forEach(leaked::add);
        }
        return leaked;
    }

    /** All prefixes it has heard of, best or not. */
    List<String> routes(Family family) throws InterruptedException {
        Frr running = frr;
        if (running == null) {
            throw new LabException("this lab has no spine: its routing is static");
        }
        return prefixes(running.vtysh("show bgp " + (family == Family.V4 ? "ipv4" : "ipv6") + " unicast json"));
    }

    static List<String> prefixes(String json) {
        try {
            JsonNode routes = JSON.readTree(json).path("routes");
            List<String> prefixes = new ArrayList<>();
            routes.fieldNames().forEachRemaining(prefixes::add);
            return prefixes;
        } catch (JsonProcessingException e) {
            throw new LabException("FRR's list of routes is no JSON: " + json, e);
        }
    }
}
