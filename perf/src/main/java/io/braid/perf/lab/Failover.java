package io.braid.perf.lab;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Takes carrier from one uplink while all carry bulk traffic, gives it back, and finds out what became of every flow.
 *
 * <p>The load is {@link #FLOWS} flows out as fast as they go and {@link #PACED_IN} slow ones in: the first fill every
 * uplink, the second show what happens to connections whose uplink the switch chooses.
 */
public final class Failover {
    private static final int FLOWS = 32;
    private static final int PACED_IN = 8;
    private static final long PACE = 2_000_000;
    private static final int WARM_UP_MILLIS = 2000;
    private static final int AFTER_CHANGE_MILLIS = 1500;
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final Lab lab;
    private final LabPlan plan;
    private final UplinkMeter meter;
    private final int victim;
    private final int seconds;
    private final int downMillis;

    /**
     * Prepares one; all uplinks are up.
     *
     * @param victim the uplink, from 0
     * @param seconds how long the load lasts: at least 7 more than the link is down
     * @param downMillis how long that is, at least 3000
     */
    public Failover(Lab lab, UplinkMeter meter, int victim, int seconds, int downMillis) {
        this.lab = lab;
        this.plan = lab.plan();
        this.meter = meter;
        this.victim = victim;
        this.seconds = seconds;
        this.downMillis = downMillis;
    }

    /**
     * Makes it.
     *
     * @param progress is told what happens, a sentence each
     */
    public FailoverResult run(Consumer<String> progress) throws InterruptedException {
        var sampler = new PathSampler(lab);
        List<Transfer> load = new ArrayList<>(Transfer.spread(plan, false, FLOWS, seconds));
        load.addAll(Transfer.spread(plan, true, Transfer.Protocol.TCP, PACE, PACED_IN, seconds));
        Traffic traffic = Traffic.start(lab, load);
        Thread.sleep(WARM_UP_MILLIS);
        FlowPaths before = sampler.sample(LOOK);

        long failed = System.nanoTime();
        lab.rackSwitch().linkDown(victim);
        progress.accept(plan.uplinkName(victim) + " loses its link under the load of " + (FLOWS + PACED_IN) + " flows");
        Thread.sleep(AFTER_CHANGE_MILLIS);
        FlowPaths during = sampler.sample(LOOK);
        sleepUntil(failed + TimeUnit.MILLISECONDS.toNanos(downMillis));

        long restored = System.nanoTime();
        lab.rackSwitch().linkUp(victim);
        progress.accept(plan.uplinkName(victim) + " has its link back");
        Thread.sleep(AFTER_CHANGE_MILLIS);
        FlowPaths after = sampler.sample(LOOK);
        List<TransferResult> results = traffic.await();

        List<String> tasks = plan.taskSources();
        List<String> storage = plan.storageSources();
        UplinkMeter.Window down = meter.window(failed + TimeUnit.MILLISECONDS.toNanos(AFTER_CHANGE_MILLIS), restored);
        var result = new FailoverResult(
                victim,
                before.from(tasks).after(during.from(tasks), victim),
                before.from(storage).after(during.from(storage), victim),
                during.from(tasks).after(after.from(tasks), victim).movedSurvivors(),
                survivorShares(down),
                results,
                meter.samples(),
                traffic.startNanos(),
                failed,
                restored);
        progress.accept(String.format(
                Locale.ROOT,
                "%d of %d flows of other uplinks moved, %d of %d flows of %s went on, %d connections lost",
                result.outbound().movedSurvivors(),
                result.outbound().survivors(),
                result.outbound().continued(),
                result.outbound().affected(),
                plan.uplinkName(victim),
                result.lostConnections()));
        return result;
    }

    private List<Double> survivorShares(UplinkMeter.Window window) {
        List<Double> bytes = new ArrayList<>(window.out());
        bytes.remove(victim); // by index
        return new UplinkMeter.Window(window.seconds(), bytes, bytes).outShares();
    }

    private static void sleepUntil(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(Math.max(0, nanos - System.nanoTime()));
    }
}
