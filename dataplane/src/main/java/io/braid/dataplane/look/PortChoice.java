package io.braid.dataplane.look;

/** Which ports are looked at, by DPDK's numbers. One thread sets it anew as ports come and go; any reads. */
final class PortChoice {
    private volatile boolean[] chosen;

    PortChoice(boolean[] chosen) {
        this.chosen = chosen.clone();
    }

    boolean has(int port) {
        return chosen[port];
    }

    void set(boolean[] ports) {
        chosen = ports.clone();
    }
}
