package io.braid.dataplane.conductor;

import io.braid.dataplane.port.Uplink;
import java.util.concurrent.locks.LockSupport;

/**
 * How an uplink goes whose routes are withdrawn, so that no packet is lost with it and no thread is left at its ports.
 *
 * <pre>
 *   restart given up   if its port was being restarted; a thread that is at it ends first
 *   avoided            its link counts as down: flows take other uplinks with the next snapshot, which every worker goes by
 *   sent               what workers had given each other for it, and then what was given to its NIC
 *   left               a snapshot without its ports, which every worker goes by
 *   forgotten          NIC rules, addresses, weight, health; its place is free
 * </pre>
 *
 * Any thread but the conductor's and the workers'.
 */
final class UplinkDeparture {
    private static final long PAUSE_NANOS = 1_000_000;

    private final Uplink uplink;
    private final Conductor conductor;

    UplinkDeparture(Uplink uplink, Conductor conductor) {
        this.uplink = uplink;
        this.conductor = conductor;
    }

    /** @param drainNanos how long packets given to its NIC take to be sent at most */
    void run(long drainNanos) {
        while (!conductor.giveUpRestart(uplink)) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        conductor.awaitWorkers(conductor.avoid(uplink));
        conductor.awaitHandedOver();
        LockSupport.parkNanos(drainNanos);
        long left = conductor.leave(uplink);
        while (left < 0) { // a queue is on its way to another worker, where it arrives within moments
            LockSupport.parkNanos(PAUSE_NANOS);
            left = conductor.leave(uplink);
        }
        conductor.awaitWorkers(left);
        conductor.awaitWorkers(conductor.forget(uplink));
    }
}
