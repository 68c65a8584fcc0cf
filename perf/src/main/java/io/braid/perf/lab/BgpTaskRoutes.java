package io.braid.perf.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;

/**
 * Routes that the host announces, taken by FRR in the rack switch: its own addresses, its sessions and nothing static.
 *
 * <p>FRR puts them into the kernel as ordinary multipath routes. Linux spreads those over any number of next hops evenly,
 * and moves flows of the others, too, when one goes: unlike many a switch, but no connection is lost by it, as every
 * uplink leads to the same task.
 */
final class BgpTaskRoutes implements TaskRoutes {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Lab lab;
    private @Nullable Frr frr;

    BgpTaskRoutes(Lab lab) {
        this.lab = lab;
    }

    @Override
    public void install() throws InterruptedException {
        LabPlan plan = lab.plan();
        var tor = new Frr(lab, plan.tor(), "tor");
        tor.startZebra(SwitchConfig.ZEBRA);
        tor.start("bfdd", SwitchConfig.BFD);
        tor.start("bgpd", SwitchConfig.bgpd(plan));
        frr = tor;
    }

    @Override
    public int bfdSessionsUp() throws InterruptedException {
        return frr == null ? 0 : countUp(frr.vtysh("show bfd peers json"));
    }

    @Override
    public String vtysh(String... commands) throws InterruptedException {
        if (frr == null) {
            throw new LabException("the switch's FRR has not been started");
        }
        return frr.vtysh(commands);
    }

    static int countUp(String peers) {
        try {
            int up = 0;
            for (JsonNode peer : JSON.readTree(peers)) {
                up += peer.path("status").asText().equals("up") ? 1 : 0;
            }
            return up;
        } catch (JsonProcessingException e) {
            throw new LabException("FRR's list of BFD sessions is no JSON: " + peers, e);
        }
    }

    @Override
    public void uplinkReturned(int i) {
        // The host announces over it again once the session is back.
    }

    @Override
    public void rebalance() {
        // They are even at any time.
    }

    @Override
    public boolean isResilient() {
        return false;
    }
}
