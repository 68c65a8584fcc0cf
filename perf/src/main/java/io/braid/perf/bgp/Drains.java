package io.braid.perf.bgp;

import io.braid.perf.lab.Family;
import io.braid.perf.lab.LabPlan;
import io.braid.perf.lab.StreamCount;
import io.braid.perf.lab.UdpStream;
import java.util.ArrayList;
import java.util.List;

/** Uplinks taken out of service on purpose and taken back, under a stream of datagrams each way. */
final class Drains {
    private static final int PACKETS_PER_SECOND = 10_000;
    private static final int IN_PORT = 7001;
    private static final int OUT_PORT = 7002;
    /** Under the stream before, between and after. */
    private static final int PAUSE_MILLIS = 500;

    private static final int REFERENCE_MILLIS = 2500;

    private final Stage stage;
    private final List<Double> drained = new ArrayList<>();
    private final List<Double> undrained = new ArrayList<>();
    private final List<StreamCount> in = new ArrayList<>();
    private final List<StreamCount> out = new ArrayList<>();

    private final List<StreamCount> undisturbed = new ArrayList<>();

    private Drains(Stage stage) {
        this.stage = stage;
    }

    static Drains run(Stage stage, int times) throws InterruptedException {
        var drains = new Drains(stage);
        stage.settle();
        drains.reference();
        for (int n = 0; n < times; n++) {
            stage.settle();
            drains.once((n + 1) % stage.plan().uplinks());
        }
        return drains;
    }

    /** The same streams and nothing else: what is lost here was not lost by a drain. */
    private void reference() throws InterruptedException {
        try (UdpStream inbound = inbound();
                UdpStream outbound = outbound()) {
            Thread.sleep(REFERENCE_MILLIS);
            finish(inbound, undisturbed, outbound, undisturbed);
        }
    }

    private void once(int uplink) throws InterruptedException {
        LabPlan plan = stage.plan();
        try (UdpStream inbound = inbound();
                UdpStream outbound = outbound()) {
            Thread.sleep(PAUSE_MILLIS);
            drained.add(change(plan.uplinkName(uplink), true, plan.uplinks() - 1));
            Thread.sleep(PAUSE_MILLIS);
            undrained.add(change(plan.uplinkName(uplink), false, plan.uplinks()));
            Thread.sleep(PAUSE_MILLIS);
            finish(inbound, in, outbound, out);
        }
    }

    private UdpStream inbound() {
        LabPlan plan = stage.plan();
        return new UdpStream(plan.storage(), plan.task(1), stage.addresses(), IN_PORT, PACKETS_PER_SECOND);
    }

    private UdpStream outbound() {
        LabPlan plan = stage.plan();
        List<String> storage = List.of(plan.storageAddress(Family.V4), plan.storageAddress(Family.V6));
        return new UdpStream(plan.task(1), plan.storage(), storage, OUT_PORT, PACKETS_PER_SECOND);
    }

    private static void finish(UdpStream inbound, List<StreamCount> in, UdpStream outbound, List<StreamCount> out)
            throws InterruptedException {
        inbound.stop();
        outbound.stop();
        in.add(inbound.count());
        out.add(outbound.count());
    }

    private double change(String uplink, boolean drain, int nextHops) throws InterruptedException {
        long asked = System.nanoTime();
        stage.braid().client().drained(uplink, drain);
        return stage.until(nextHops, asked);
    }

    List<Double> drained() {
        return drained;
    }

    List<Double> undrained() {
        return undrained;
    }

    StreamCount undisturbed() {
        return StreamCount.sum(undisturbed);
    }

    StreamCount in() {
        return StreamCount.sum(in);
    }

    StreamCount out() {
        return StreamCount.sum(out);
    }
}
