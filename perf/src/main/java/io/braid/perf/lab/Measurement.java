package io.braid.perf.lab;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.List;

/**
 * One bulk TCP run in one direction.
 *
 * @param window bytes at the switch while all flows were sending
 * @param inbound whether the data came from storage
 * @param results of the applications
 */
public record Measurement(UplinkMeter.Window window, boolean inbound, List<TransferResult> results) {
    /**
     * Runs one, over all tasks and both families, for at least 3 s.
     *
     * @throws LabException if nothing got through
     */
    public static Measurement run(Lab lab, UplinkMeter meter, boolean inbound, int flows, int seconds)
            throws InterruptedException {
        Traffic traffic = Traffic.start(lab, Transfer.spread(lab.plan(), inbound, flows, seconds));
        List<TransferResult> results = traffic.await();
        // Without the time in which connections are opened and find their speed, and without the ragged end.
        long from = traffic.startNanos() + MILLISECONDS.toNanos(1500);
        long to = traffic.startNanos() + SECONDS.toNanos(seconds) - MILLISECONDS.toNanos(300);
        var measurement = new Measurement(meter.window(from, to), inbound, results);
        if (measurement.goodput() == 0) {
            throw new LabException(
                    "no TCP data got " + (inbound ? "in: " : "out: ") + TransferResult.problems(results));
        }
        return measurement;
    }

    /** At the switch, all uplinks together. */
    public double bitsPerSecond() {
        return inbound ? window.inBitsPerSecond() : window.outBitsPerSecond();
    }

    /** Each uplink's part, 0 to 1. */
    public List<Double> shares() {
        return inbound ? window.inShares() : window.outShares();
    }

    /** Application data that arrived. */
    public double goodput() {
        return TransferResult.receivedBitsPerSecond(results);
    }

    /** TCP segments sent again. */
    public long retransmits() {
        return TransferResult.retransmits(results);
    }

    /** Connections that failed. */
    public int lostConnections() {
        return TransferResult.lostConnections(results);
    }
}
