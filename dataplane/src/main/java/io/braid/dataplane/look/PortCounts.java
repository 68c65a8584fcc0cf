package io.braid.dataplane.look;

import java.util.concurrent.atomic.AtomicLongArray;

/** By port: packets that matched, and those of them that were lost since the ring had no room. One thread counts; any reads. */
final class PortCounts {
    private final AtomicLongArray matched;
    private final AtomicLongArray lost;

    PortCounts(int ports) {
        matched = new AtomicLongArray(ports);
        lost = new AtomicLongArray(ports);
    }

    void addMatched(int port) {
        matched.setOpaque(port, matched.getPlain(port) + 1);
    }

    void addLost(int port) {
        lost.setOpaque(port, lost.getPlain(port) + 1);
    }

    long matched(int port) {
        return matched.getOpaque(port);
    }

    /** Lost of all ports together. */
    long lost() {
        long sum = 0;
        for (int port = 0; port < lost.length(); port++) {
            sum += lost(port);
        }
        return sum;
    }

    long lost(int port) {
        return lost.getOpaque(port);
    }
}
