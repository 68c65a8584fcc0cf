package io.braid.perf.numa;

import io.braid.numa.plan.PlacementPlan;
import io.braid.numa.plan.Planner;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How good plans are over many made-up hosts.
 *
 * @param hosts how many
 * @param seed of the first; the others follow
 * @param wholeHosts those where each node has a NIC, a task and a CPU for a worker
 * @param wholeWithoutCrossing those of them where no packet crosses between nodes in vain
 * @param worseThanRoundRobin seeds of the hosts where packets cross oftener than by round-robin: with the same workers, with
 *     the same workers and the same preference for NICs of the worker's node, or with the lowest CPUs
 * @param planned crossings in vain per packet, mean of all hosts
 * @param roundRobin the same when the same workers are dealt queues in turn
 * @param roundRobinFirstCpus the same when the workers are the lowest CPUs, too
 * @param firstMillis the time of the first plan of the process, most of it for loading classes
 * @param worstMillis the longest that the best of three attempts took on any host once the code was compiled
 * @param worstSeed that host
 */
public record PlanQuality(
        int hosts,
        long seed,
        int wholeHosts,
        int wholeWithoutCrossing,
        List<Long> worseThanRoundRobin,
        double planned,
        double roundRobin,
        double roundRobinFirstCpus,
        double firstMillis,
        double worstMillis,
        long worstSeed) {
    private static final double ROUNDING = 1e-9;
    private static final int ATTEMPTS = 3;

    public PlanQuality {
        worseThanRoundRobin = List.copyOf(worseThanRoundRobin);
    }

    /** Plans for the hosts of {@code count} seeds. */
    public static PlanQuality measure(long seed, int count) {
        var worse = new ArrayList<Long>();
        int whole = 0;
        int without = 0;
        double planned = 0;
        double roundRobin = 0;
        double firstCpus = 0;
        double first = millis(HostGenerator.host(seed), 1);
        for (int i = 0; i < count; i++) {
            Planner.plan(HostGenerator.host(seed + i).request()); // so that the compiler has seen it
        }
        double worst = 0;
        long worstSeed = seed;
        for (int i = 0; i < count; i++) {
            GeneratedHost host = HostGenerator.host(seed + i);
            double millis = millis(host, ATTEMPTS);
            if (millis > worst) {
                worst = millis;
                worstSeed = seed + i;
            }
            PlacementPlan plan = Planner.plan(host.request());
            double own = Journeys.inVain(host, Layout.of(plan));
            double same = Journeys.inVain(host, RoundRobin.withWorkersOf(host, plan, false));
            double preferring = Journeys.inVain(host, RoundRobin.withWorkersOf(host, plan, true));
            double lowest = Journeys.inVain(host, RoundRobin.withFirstCpus(host));
            if (own > Math.min(same, Math.min(preferring, lowest)) + ROUNDING) {
                worse.add(seed + i);
            }
            if (host.isWhole()) {
                whole++;
                without += own < ROUNDING ? 1 : 0;
            }
            planned += own / count;
            roundRobin += same / count;
            firstCpus += lowest / count;
        }
        return new PlanQuality(
                count, seed, whole, without, worse, planned, roundRobin, firstCpus, first, worst, worstSeed);
    }

    /** The best of some attempts at a plan: what else the machine does is not the planner's time. */
    private static double millis(GeneratedHost host, int attempts) {
        long best = Long.MAX_VALUE;
        for (int attempt = 0; attempt < attempts; attempt++) {
            long start = System.nanoTime();
            Planner.plan(host.request());
            best = Math.min(best, System.nanoTime() - start);
        }
        return (double) best / TimeUnit.MILLISECONDS.toNanos(1);
    }
}
