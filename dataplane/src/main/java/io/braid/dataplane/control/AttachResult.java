package io.braid.dataplane.control;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a task got: answered to {@code POST /v1/tasks} and printed by {@code braid attach}.
 *
 * @param task the name it was asked for under
 * @param kind the port's kind, {@code tap}, {@code veth}, {@code virtio-user} or {@code vhost-user}
 * @param device the interface's name inside the container, or the path of the socket that the container's application is to make
 * @param mac the task's own address on its link with Braid, {@code aa:bb:cc:dd:ee:ff}
 * @param mtu bytes of IP packet the interface carries
 * @param queues pairs of queues that the port has
 * @param ips the task IPs, canonical text, in the order asked for
 * @param nicAddresses one per uplink and container prefix, as far as there are free ones
 * @param gateways the next hops of the default routes set in the container, at most one per family; of a port without interface those that the application may use
 * @param directory what has to be mounted into the container, null when nothing has to be
 * @param api the task's own socket, whose directory may be mounted into the container; null if it has none
 * @param gatewayMac Braid's own address on that link, which every next hop has
 * @param grant the grant it came with, null without one
 */
public record AttachResult(
        String task,
        String kind,
        String device,
        String mac,
        int mtu,
        int queues,
        List<String> ips,
        List<NicAddress> nicAddresses,
        List<String> gateways,
        @Nullable String directory,
        @Nullable String api,
        String gatewayMac,
        @Nullable GrantStatus grant) {

    public AttachResult {
        ips = List.copyOf(ips);
        nicAddresses = List.copyOf(nicAddresses);
        gateways = List.copyOf(gateways);
    }

    /**
     * An address of the task that is bound to one uplink.
     *
     * @param uplink the uplink's name
     * @param address canonical text
     * @param device the interface that it lies on, null when there is none
     */
    public record NicAddress(
            String uplink, String address, @Nullable String device) {}
}
