package io.braid.perf.system;

import io.braid.dataplane.control.AttachRequest;

/** A veth that DPDK reads by af_packet. */
class VethPortIT extends TaskPortContract {
    @Override
    String kind() {
        return AttachRequest.KIND_VETH;
    }

    @Override
    int mtu() {
        return 9000;
    }

    @Override
    int restarts() {
        return 4;
    }
}
