package io.braid.perf.demo;

import io.braid.perf.lab.FlowPaths;
import io.braid.perf.lab.HostForwarder;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.PathSampler;
import io.braid.perf.lab.Traffic;
import io.braid.perf.lab.Transfer;
import io.braid.perf.lab.TransferResult;
import io.braid.perf.lab.UplinkMeter;
import io.braid.perf.report.Narrator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Takes carrier from one uplink while all carry bulk traffic, gives it back, and finds out what became of every flow.
 *
 * <p>The load is {@link Demo#FLOWS} flows out as fast as they go and {@link #PACED_IN} slow ones in: the first fill every
 * uplink, the second show what happens to connections whose uplink the switch chooses.
 */
final class Failover {
    private static final int VICTIM = 1;
    private static final int SECONDS = 14;
    private static final int PACED_IN = 8;
    private static final long PACE = 2_000_000;
    private static final int WARM_UP_MILLIS = 2000;
    private static final int AFTER_CHANGE_MILLIS = 1500;
    private static final int DOWN_MILLIS = 4500;
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final Lab lab;
    private final LabPlan plan;
    private final UplinkMeter meter;
    private final HostForwarder forwarder;
    private final Narrator narrator;

    Failover(Lab lab, UplinkMeter meter, HostForwarder forwarder, Narrator narrator) {
        this.lab = lab;
        this.plan = lab.plan();
        this.meter = meter;
        this.forwarder = forwarder;
        this.narrator = narrator;
    }

    FailoverResult run() throws InterruptedException {
        var sampler = new PathSampler(lab);
        List<Transfer> load = new ArrayList<>(Transfer.spread(plan, false, Demo.FLOWS, SECONDS));
        load.addAll(Transfer.spread(plan, true, Transfer.Protocol.TCP, PACE, PACED_IN, SECONDS));
        Traffic traffic = Traffic.start(lab, load);
        Thread.sleep(WARM_UP_MILLIS);
        FlowPaths before = sampler.sample(LOOK);

        long failed = System.nanoTime();
        lab.rackSwitch().linkDown(VICTIM);
        narrator.say("  %s loses its link under the load of %d flows", plan.uplinkName(VICTIM), Demo.FLOWS + PACED_IN);
        Thread.sleep(AFTER_CHANGE_MILLIS);
        FlowPaths during = sampler.sample(LOOK);
        sleepUntil(failed + TimeUnit.MILLISECONDS.toNanos(DOWN_MILLIS));

        long restored = System.nanoTime();
        lab.rackSwitch().linkUp(VICTIM);
        narrator.say("  %s has its link back", plan.uplinkName(VICTIM));
        Thread.sleep(AFTER_CHANGE_MILLIS);
        FlowPaths after = sampler.sample(LOOK);
        List<TransferResult> results = traffic.await();

        List<String> tasks = plan.taskSources();
        List<String> storage = plan.storageSources();
        UplinkMeter.Window down = meter.window(failed + TimeUnit.MILLISECONDS.toNanos(AFTER_CHANGE_MILLIS), restored);
        var result = new FailoverResult(
                VICTIM,
                before.from(tasks).after(during.from(tasks), VICTIM),
                before.from(storage).after(during.from(storage), VICTIM),
                during.from(tasks).after(after.from(tasks), VICTIM).movedSurvivors(),
                survivorShares(down),
                results,
                meter.samples(),
                traffic.startNanos(),
                failed,
                restored);
        narrator.say(
                "  %s moved %d of %d flows of the other uplinks, %d of %d flows of %s went on, %d connections lost",
                forwarder.name(),
                result.outbound().movedSurvivors(),
                result.outbound().survivors(),
                result.outbound().continued(),
                result.outbound().affected(),
                plan.uplinkName(VICTIM),
                result.lostConnections());
        return result;
    }

    private List<Double> survivorShares(UplinkMeter.Window window) {
        List<Double> bytes = new ArrayList<>(window.out());
        bytes.remove(VICTIM);
        return new UplinkMeter.Window(window.seconds(), bytes, bytes).outShares();
    }

    private static void sleepUntil(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(Math.max(0, nanos - System.nanoTime()));
    }
}
