package io.braid.dataplane.placement;

import io.braid.dataplane.config.DeviceSpec;
import io.braid.dataplane.config.UplinkConfig;
import java.util.stream.Stream;

/**
 * How many queues an uplink's device can have.
 *
 * @param rxQueues receive queues, at least 1
 * @param txQueues transmit queues, at least 1
 * @param steersByRule whether it can be told to put chosen packets into a chosen queue
 */
public record NicLimits(int rxQueues, int txQueues, boolean steersByRule) {
    /** More than any host has workers: as many queues as there is use for, without rules. */
    public static final NicLimits PLENTY = of(1024);

    /** The arguments by which virtual devices are given queues: af_packet, virtio_user and vhost, af_xdp. */
    private static Stream<String> queueArguments() {
        return Stream.of("qpairs", "queues", "queue_count");
    }

    /** Queues each way, without rules. */
    public static NicLimits of(int queues) {
        return new NicLimits(queues, queues, false);
    }

    /**
     * What is assumed until DPDK can be asked: a PCI NIC has as many queues as there are workers, a virtual device as many
     * as its arguments say, or one; neither can be told where to put packets.
     */
    public static NicLimits assumed(UplinkConfig uplink) {
        return switch (uplink.device()) {
            case DeviceSpec.Pci _ -> PLENTY;
            case DeviceSpec.Vdev vdev ->
                of(queueArguments()
                        .flatMap(key -> vdev.argument(key).stream())
                        .filter(value -> value.matches("[1-9][0-9]{0,2}"))
                        .mapToInt(Integer::parseInt)
                        .findFirst()
                        .orElse(1));
        };
    }
}
