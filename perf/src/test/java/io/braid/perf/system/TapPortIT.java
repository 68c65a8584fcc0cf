package io.braid.perf.system;

import io.braid.dataplane.control.AttachRequest;

/** DPDK's tap driver. */
class TapPortIT extends TaskPortContract {
    @Override
    String kind() {
        return AttachRequest.KIND_TAP;
    }

    @Override
    int mtu() {
        return 1500;
    }

    @Override
    int restarts() {
        return 4;
    }
}
