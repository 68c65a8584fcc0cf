package io.braid.perf.evaluate;

import io.braid.perf.lab.BraidHost;
import io.braid.perf.lab.KernelHost;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Routing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Has the sides of the comparisons: each is a lab that is built when it is first asked for and stays for the rows that follow, until one of them fails,
 * as nobody knows in what state it left it.
 */
final class Bench implements AutoCloseable {
    /** As in the reference. */
    static final int NICS = 4;

    private static final int TASKS = 2;
    private static final int MTU = 1500;
    private static final String ONE_NIC = "one NIC";

    private final EvaluateOptions options;
    private final Map<String, Side> sides = new LinkedHashMap<>();

    Bench(EvaluateOptions options) {
        this.options = options;
    }

    EvaluateOptions options() {
        return options;
    }

    /** Bits per second of an uplink. */
    long rate() {
        return options.rateBitsPerSecond();
    }

    /** What a host does by default: its kernel forwards everything over the one NIC that its route names. */
    Side oneNic() throws InterruptedException {
        Side there = sides.get(ONE_NIC);
        if (there == null) {
            Lab lab = Lab.create(plan(1), Routing.STATIC);
            there = Side.start(ONE_NIC, lab, new KernelHost(lab));
            sides.put(ONE_NIC, there);
        }
        return there;
    }

    /** Braid over four NICs, as it is by default. */
    Side braid() throws InterruptedException {
        return braid("Braid", "");
    }

    /** Braid with another policy for the placement of flows. */
    Side braid(String policy) throws InterruptedException {
        return braid("Braid, " + policy, "egress: {policy: " + policy + "}\n");
    }

    private Side braid(String name, String more) throws InterruptedException {
        Side there = sides.get(name);
        if (there == null) {
            Lab lab = Lab.create(plan(NICS), Routing.BGP);
            there = Side.start(name, lab, new BraidHost(lab, yaml -> yaml + more));
            sides.put(name, there);
        }
        return there;
    }

    private LabPlan plan(int uplinks) {
        return new LabPlan(Lab.newTag(), uplinks, TASKS, rate(), MTU);
    }

    /** Ends all sides; those that are asked for again are built anew. */
    @Override
    public void close() {
        sides.values().forEach(Side::close);
        sides.clear();
    }

    /** Ends all sides and says what is left of them on the machine, which must be nothing. */
    List<String> end() throws InterruptedException {
        List<Lab> labs = sides.values().stream().map(Side::lab).toList();
        close();
        List<String> left = new ArrayList<>();
        for (Lab lab : labs) {
            left.addAll(lab.leftovers());
        }
        return left;
    }
}
