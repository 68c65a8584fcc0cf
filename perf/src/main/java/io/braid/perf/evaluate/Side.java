package io.braid.perf.evaluate;

import io.braid.perf.lab.BraidHost;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.HostForwarder;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabException;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Ping;
import io.braid.perf.lab.RingKicker;
import io.braid.perf.lab.Traffic;
import io.braid.perf.lab.Transfer;
import io.braid.perf.lab.UplinkMeter;
import io.braid.perf.report.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A lab with its tasks attached and what forwards for them, ready for traffic; its uplinks are metered. */
final class Side implements AutoCloseable {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);

    /** Each is given ten seconds. */
    private static final int ROUTE_ATTEMPTS = 4;

    private static final int WARM_UP_FLOWS = 16;
    private static final Duration QUIET_LIMIT = Duration.ofSeconds(10);
    /** Of one uplink's rate: pings and BGP are less. */
    private static final double QUIET = 0.02;

    private static final Duration LOOK = Duration.ofMillis(750);
    private static final int WARM_UP_SECONDS = 2;

    private final String name;
    private final Lab lab;
    private final HostForwarder forwarder;
    private final UplinkMeter meter;

    private Side(String name, Lab lab, HostForwarder forwarder) {
        this.name = name;
        this.lab = lab;
        this.forwarder = forwarder;
        this.meter = new UplinkMeter(lab.plan());
    }

    /** Takes the lab over, also if this fails. */
    static Side start(String name, Lab lab, HostForwarder forwarder) throws InterruptedException {
        var side = new Side(name, lab, forwarder);
        try {
            side.start();
            return side;
        } catch (Throwable t) {
            side.close();
            throw t;
        }
    }

    private void start() throws InterruptedException {
        forwarder.start();
        LabPlan plan = lab.plan();
        for (int task = 1; task <= plan.tasks(); task++) {
            forwarder.attach(task);
        }
        awaitRoutes();
        for (int task = 1; task <= plan.tasks(); task++) {
            for (Family family : Family.values()) {
                if (!Ping.until(plan.task(task), plan.storageAddress(family), ANSWER_LIMIT)) {
                    throw new LabException(plan.taskName(task) + " gets no answer from the storage over " + family);
                }
            }
        }
        if (forwarder instanceof BraidHost) {
            RingKicker.forGood(lab);
            warmUp();
        }
    }

    /** On a machine that others use, the routing daemons may take longer than a switch's do; how long is not measured here. */
    private void awaitRoutes() throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                lab.rackSwitch().awaitTasks(plan().tasks());
                return;
            } catch (LabException e) {
                if (attempt == ROUTE_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** A host's dataplane has been at work for days when a job starts; one that was started now is still being compiled. */
    private void warmUp() throws InterruptedException {
        List<Transfer> both = new ArrayList<>(Transfer.spread(plan(), false, WARM_UP_FLOWS, WARM_UP_SECONDS));
        both.addAll(Transfer.spread(plan(), true, WARM_UP_FLOWS, WARM_UP_SECONDS));
        Traffic.run(lab, both);
    }

    /** Says that this side is next, and waits until nothing of what was before is under way. */
    void begin(Findings findings) throws InterruptedException {
        findings.say(name + " ...");
        settle();
    }

    /** Waits until the uplinks carry next to nothing; what is left after a while is measured along. */
    void settle() throws InterruptedException {
        long limit = System.nanoTime() + QUIET_LIMIT.toNanos();
        do {
            Thread.sleep(LOOK);
        } while (carried() > QUIET * plan().rateBitsPerSecond() && System.nanoTime() < limit);
    }

    /** Bits per second on all uplinks, both ways, of late. */
    private double carried() {
        List<UplinkMeter.Sample> samples = meter.samples();
        UplinkMeter.Sample last = samples.getLast();
        UplinkMeter.Sample before = samples.get(Math.max(0, samples.size() - 3));
        return (sum(last) - sum(before)) * 8e9 / Math.max(1, last.nanos() - before.nanos());
    }

    private static long sum(UplinkMeter.Sample sample) {
        return Stream.concat(sample.out().stream(), sample.in().stream())
                .mapToLong(Long::longValue)
                .sum();
    }

    Lab lab() {
        return lab;
    }

    LabPlan plan() {
        return lab.plan();
    }

    UplinkMeter meter() {
        return meter;
    }

    /** Braid, on the side that has it. */
    BraidHost braid() {
        return (BraidHost) forwarder;
    }

    List<String> uplinkNames() {
        return IntStream.range(0, plan().uplinks()).mapToObj(plan()::uplinkName).toList();
    }

    /** The storage's addresses, separated by commas, as the job's programs want them. */
    String storage() {
        return plan().storageAddress(Family.V4) + "," + plan().storageAddress(Family.V6);
    }

    /** What the uplinks carried between two moments. */
    Timeline timeline(boolean inbound, long fromNanos, long toNanos, List<Timeline.Span> spans) {
        List<Timeline.Reading> readings = meter.samples().stream()
                .map(sample -> new Timeline.Reading(sample.nanos(), inbound ? sample.in() : sample.out()))
                .toList();
        return Timeline.of(readings, fromNanos, toNanos, spans);
    }

    /** Ends all of it. */
    @Override
    public void close() {
        try (lab;
                forwarder) {
            meter.close();
        }
    }
}
