package io.braid.perf.demo;

import io.braid.perf.lab.TransferResult;
import io.braid.perf.lab.UplinkMeter;
import java.util.List;

/**
 * One bulk TCP run in one direction.
 *
 * @param window bytes at the switch while all flows were sending
 * @param inbound whether the data came from storage
 * @param results of the applications
 */
record Measurement(UplinkMeter.Window window, boolean inbound, List<TransferResult> results) {
    /** At the switch, all uplinks together. */
    double bitsPerSecond() {
        return inbound ? window.inBitsPerSecond() : window.outBitsPerSecond();
    }

    List<Double> shares() {
        return inbound ? window.inShares() : window.outShares();
    }

    /** Application data that arrived. */
    double goodput() {
        return TransferResult.receivedBitsPerSecond(results);
    }

    long retransmits() {
        return TransferResult.retransmits(results);
    }

    int lostConnections() {
        return TransferResult.lostConnections(results);
    }
}
