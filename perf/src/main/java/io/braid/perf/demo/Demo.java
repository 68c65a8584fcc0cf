package io.braid.perf.demo;

import io.braid.dataplane.control.StatusReport;
import io.braid.perf.lab.BraidHost;
import io.braid.perf.lab.Failover;
import io.braid.perf.lab.FailoverResult;
import io.braid.perf.lab.Family;
import io.braid.perf.lab.HostForwarder;
import io.braid.perf.lab.KernelHost;
import io.braid.perf.lab.Lab;
import io.braid.perf.lab.LabException;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.Measurement;
import io.braid.perf.lab.Netns;
import io.braid.perf.lab.Ping;
import io.braid.perf.lab.Rate;
import io.braid.perf.lab.RingKicker;
import io.braid.perf.lab.Scheduler;
import io.braid.perf.lab.Traffic;
import io.braid.perf.lab.Transfer;
import io.braid.perf.lab.TransferResult;
import io.braid.perf.lab.UplinkMeter;
import io.braid.perf.report.Narrator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The steps of the demo: start, attach, ping, bulk TCP over one uplink and over all, UDP, a failure under load.
 *
 * <p>Runs on one thread, which may be interrupted to end it early.
 */
final class Demo {
    /** Of each bulk transfer unless asked for otherwise, and of the load at the failure; over two tasks and both families. */
    static final int FLOWS = 32;

    private static final int UDP_SECONDS = 2;
    private static final int FAILED_UPLINK = 1;
    private static final int FAILOVER_SECONDS = 14;
    private static final int DOWN_MILLIS = 4500;
    private static final int PINGS = 5;
    private static final Duration FIRST_ANSWER_LIMIT = Duration.ofSeconds(5);
    private static final Duration LINK_CHANGE_LIMIT = Duration.ofSeconds(5);
    private static final Duration SETTLE_LIMIT = Duration.ofSeconds(2);

    private final DemoOptions options;
    private final Lab lab;
    private final LabPlan plan;
    private final Narrator narrator;
    private final HostForwarder forwarder;
    private final @Nullable BraidHost braid;
    private final UplinkMeter meter;
    private final Scheduler scheduler = new Scheduler();

    Demo(DemoOptions options, Lab lab, UplinkMeter meter, Narrator narrator) {
        this.options = options;
        this.lab = lab;
        this.plan = lab.plan();
        this.meter = meter;
        this.narrator = narrator;
        this.braid = options.kernel() ? null : braid(options, lab);
        if (braid != null) {
            braid.requireGrants(scheduler);
        }
        this.forwarder = braid != null ? braid : new KernelHost(lab);
    }

    private static BraidHost braid(DemoOptions options, Lab lab) {
        String policy = options.policy();
        return policy == null
                ? new BraidHost(lab)
                : new BraidHost(lab, yaml -> yaml + "egress: {policy: " + policy + "}\n");
    }

    /** @throws LabException if a step could not be made at all; whatever merely went badly is in the result */
    DemoResult run() throws InterruptedException {
        start();
        Theft theft = braid == null ? null : theft(braid);
        double pingMillis = ping();
        BraidHost.Footprint footprint = braid == null ? null : braid.footprint();

        RingKicker kicker = braid == null ? null : new RingKicker(lab);
        onlyFirstUplink();
        Measurement oneOut = measure(false);
        Measurement oneIn = measure(true);
        allUplinks();
        Measurement fourOut = measure(false);
        Measurement fourIn = measure(true);
        List<TransferResult> udp = udp();
        FailoverResult failover = new Failover(lab, meter, FAILED_UPLINK, FAILOVER_SECONDS, DOWN_MILLIS)
                .run(said -> narrator.say("  %s", said));
        if (kicker != null) {
            kicker.stop();
        }

        BraidHost.Footprint loaded = braid == null || footprint == null
                ? null
                : new BraidHost.Footprint(
                        footprint.startToForwarding(),
                        braid.footprint().residentBytes(),
                        braid.footprint().hugepageBytes());
        return new DemoResult(
                forwarder.name(),
                options.rateBitsPerSecond(),
                IntStream.range(0, plan.uplinks()).mapToObj(plan::uplinkName).toList(),
                options.flows(),
                pingMillis,
                oneOut,
                oneIn,
                fourOut,
                fourIn,
                udp,
                failover,
                loaded,
                braid == null ? null : settledInvariant(braid),
                theft);
    }

    private Theft theft(BraidHost running) {
        Theft theft = Theft.attempt(running, plan, scheduler);
        narrator.say(
                "another job asks for %s of %s and %s: %s",
                plan.taskAddress(1, Family.V4),
                plan.taskName(1),
                theft.refused() ? "is refused" : "GETS IT",
                theft.answer());
        return theft;
    }

    private void start() throws InterruptedException {
        narrator.say(
                "lab built: rack switch, storage, %d tasks, %d uplinks of %s",
                plan.tasks(), plan.uplinks(), Rate.text((double) options.rateBitsPerSecond()));
        forwarder.start();
        if (braid != null) {
            narrator.say(
                    "Braid forwards %.2f s after it was started",
                    braid.footprint().startToForwarding().toMillis() / 1e3);
        }
        for (int task = 1; task <= plan.tasks(); task++) {
            forwarder.attach(task);
            narrator.say(
                    "%s attached with %s and %s",
                    plan.taskName(task), plan.taskAddress(task, Family.V4), plan.taskAddress(task, Family.V6));
        }
        lab.rackSwitch().awaitTasks(plan.tasks());
        if (braid != null) {
            narrator.say("the rack switch has learnt their addresses by BGP, over %d uplinks each", plan.uplinks());
        }
    }

    private double ping() throws InterruptedException {
        List<Double> millis = new ArrayList<>();
        for (Family family : Family.values()) {
            for (int task = 1; task <= plan.tasks(); task++) {
                millis.add(ping(plan.task(task), plan.taskName(task), plan.storageAddress(family)));
            }
            for (int i = 0; i < plan.uplinks(); i++) {
                ping(plan.tor(), "the rack switch", plan.hostAddress(i, family));
            }
        }
        double mean = millis.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
        narrator.say(
                "ping: tasks reach storage in %.2f ms, the switch reaches the host on every uplink, IPv4 and IPv6",
                mean);
        return mean;
    }

    private static double ping(Netns from, String who, String address) throws InterruptedException {
        if (!Ping.until(from, address, FIRST_ANSWER_LIMIT)) {
            throw new LabException(who + " gets no answer from " + address);
        }
        Ping.Result result = Ping.run(from, address, PINGS);
        if (!result.allAnswered()) {
            throw new LabException(
                    who + " got " + result.received() + " answers to " + result.sent() + " pings from " + address);
        }
        return result.averageMillis();
    }

    private void onlyFirstUplink() throws InterruptedException {
        for (int i = 1; i < plan.uplinks(); i++) {
            lab.rackSwitch().linkDown(i);
        }
        awaitUplinks();
        lab.rackSwitch().rebalance();
        lab.rackSwitch().awaitTasks(plan.tasks());
        narrator.say("one uplink: %s", plan.uplinkName(0));
    }

    private void allUplinks() throws InterruptedException {
        for (int i = 1; i < plan.uplinks(); i++) {
            lab.rackSwitch().linkUp(i);
        }
        awaitUplinks();
        lab.rackSwitch().rebalance();
        lab.rackSwitch().awaitTasks(plan.tasks());
        narrator.say("%d uplinks", plan.uplinks());
    }

    private void awaitUplinks() throws InterruptedException {
        if (braid != null) {
            braid.awaitUplinks(LINK_CHANGE_LIMIT);
        }
    }

    private Measurement measure(boolean inbound) throws InterruptedException {
        Measurement measurement = Measurement.run(lab, meter, inbound, options.flows(), options.seconds());
        narrator.say(
                "  TCP %-3s %s, shares %s, %d retransmits",
                inbound ? "in" : "out",
                Rate.text(measurement.bitsPerSecond()),
                DemoTable.percents(measurement.shares()),
                measurement.retransmits());
        return measurement;
    }

    private List<TransferResult> udp() throws InterruptedException {
        // A tenth of what the uplinks carry, so that nothing is lost for want of room.
        long perStream = Math.max(100_000, options.rateBitsPerSecond() * plan.uplinks() / 10 / 16);
        List<TransferResult> results = Traffic.run(
                lab,
                Stream.of(false, true)
                        .flatMap(inbound ->
                                Transfer.spread(plan, inbound, Transfer.Protocol.UDP, perStream, 16, UDP_SECONDS)
                                        .stream())
                        .toList());
        narrator.say(
                "  UDP both ways %s, %d of %d datagrams lost",
                Rate.text(TransferResult.receivedBitsPerSecond(results)),
                results.stream().mapToLong(TransferResult::lostDatagrams).sum(),
                results.stream().mapToLong(TransferResult::datagrams).sum());
        return results;
    }

    /** Packets still in a worker's hands are in neither side of the sum, so it is read until it settles. */
    private static StatusReport.Invariant settledInvariant(BraidHost braid) throws InterruptedException {
        long limit = System.nanoTime() + SETTLE_LIMIT.toNanos();
        while (true) {
            StatusReport.Invariant invariant = braid.status().invariant();
            if (invariant.balanced() || System.nanoTime() > limit) {
                return invariant;
            }
            Thread.sleep(50);
        }
    }
}
