package io.braid.dataplane.conductor;

import io.braid.dpdk.FlowRule;
import io.braid.dpdk.Port;
import io.braid.dpdk.RedirectionTable;
import java.util.Optional;
import java.util.OptionalLong;

/** A NIC that DPDK drives. */
final class DpdkSteeringNic implements SteeringNic {
    private final Port port;

    DpdkSteeringNic(Port port) {
        this.port = port;
    }

    @Override
    public boolean hashes() {
        return port.info().rssTypes() != 0;
    }

    @Override
    public int redirectionSize() {
        return port.info().redirectionSize();
    }

    @Override
    public void redirect(int[] queues) {
        RedirectionTable.update(port, queues);
    }

    @Override
    public Optional<String> refusal(byte[] address, int queue) {
        return FlowRule.refusal(port, address, queue);
    }

    @Override
    public Rule rule(byte[] address, int queue) {
        FlowRule rule = FlowRule.create(port, address, queue);
        return new Rule() {
            @Override
            public int queue() {
                return queue;
            }

            @Override
            public OptionalLong hits() {
                return rule.hits();
            }

            @Override
            public void destroy() {
                rule.destroy();
            }
        };
    }
}
