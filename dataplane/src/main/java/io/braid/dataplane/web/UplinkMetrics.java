package io.braid.dataplane.web;

import static io.braid.dataplane.web.Family.counter;
import static io.braid.dataplane.web.Family.gauge;

import io.braid.dataplane.control.StatusReport;
import java.util.List;

/** What the uplinks carry. */
final class UplinkMetrics implements MetricGroup {
    private static final String UPLINK = "uplink";

    private static final Family RECEIVED_PACKETS =
            counter("braid_uplink_received_packets_total", "Packets received from the wire.", UPLINK);
    private static final Family RECEIVED_BYTES = counter(
            "braid_uplink_received_bytes_total",
            "Bytes received from the wire, Ethernet headers included, FCS not.",
            UPLINK);
    private static final Family SENT_PACKETS =
            counter("braid_uplink_sent_packets_total", "Packets sent to the wire.", UPLINK);
    private static final Family SENT_BYTES = counter(
            "braid_uplink_sent_bytes_total", "Bytes sent to the wire, Ethernet headers included, FCS not.", UPLINK);
    private static final Family DROPPED = counter(
            "braid_uplink_dropped_packets_total",
            "Packets dropped that came by this uplink or were to leave by it, by reason; reasons that occurred.",
            UPLINK,
            "reason");
    private static final Family SHARE = gauge(
            "braid_uplink_egress_share_ratio",
            "Part of the bytes sent over all uplinks since start, 0 to 1. For the last minutes take rates of braid_uplink_sent_bytes_total.",
            UPLINK);
    private static final Family IMBALANCE = gauge(
            "braid_egress_imbalance_ratio",
            "Bytes sent by the busiest uplink since start over the mean of all uplinks: 1 is even, the number of uplinks is all on one.");
    private static final Family QUEUE = counter(
            "braid_uplink_queue_received_packets_total", "Packets received by a receive queue.", UPLINK, "queue");
    private static final Family RULES =
            gauge("braid_uplink_flow_rules", "Rules in the NIC that steer packets to their task's worker.", UPLINK);
    private static final Family RULE_HITS = counter(
            "braid_uplink_flow_rule_hits_total",
            "Packets that matched these rules, where the NIC counts them.",
            UPLINK);
    private static final Family LOST = counter(
            "braid_uplink_driver_lost_packets_total",
            "Packets the driver lost by its own count, by cause, since the port was started.",
            UPLINK,
            "cause");

    @Override
    public List<Family> families() {
        return List.of(
                RECEIVED_PACKETS,
                RECEIVED_BYTES,
                SENT_PACKETS,
                SENT_BYTES,
                DROPPED,
                SHARE,
                IMBALANCE,
                QUEUE,
                RULES,
                RULE_HITS,
                LOST);
    }

    @Override
    public void collect(Moment moment, Samples to) {
        List<StatusReport.Uplink> uplinks = moment.status().uplinks();
        for (StatusReport.Uplink uplink : uplinks) {
            String name = uplink.name();
            to.add(RECEIVED_PACKETS, uplink.rx().packets(), name);
            to.add(RECEIVED_BYTES, uplink.rx().bytes(), name);
            to.add(SENT_PACKETS, uplink.tx().packets(), name);
            to.add(SENT_BYTES, uplink.tx().bytes(), name);
            uplink.drops().forEach((reason, count) -> to.add(DROPPED, count, name, reason));
            to.add(SHARE, uplink.share(), name);
            uplink.queues().forEach(queue -> to.add(QUEUE, queue.packets(), name, Integer.toString(queue.queue())));
            to.add(RULES, uplink.rules(), name);
            Long hits = uplink.ruleHits();
            if (hits != null) {
                to.add(RULE_HITS, hits, name);
            }
        }
        to.add(
                IMBALANCE,
                uplinks.stream().mapToDouble(StatusReport.Uplink::share).max().orElse(0) * uplinks.size());
        moment.uplinks().forEach(uplink -> lost(uplink, to));
    }

    private static void lost(UplinkFigures uplink, Samples to) {
        UplinkFigures.Lost lost = uplink.lost();
        if (lost != null) {
            to.add(LOST, lost.missed(), uplink.name(), "no_room");
            to.add(LOST, lost.noBuffer(), uplink.name(), "no_buffer");
            to.add(LOST, lost.receiveErrors(), uplink.name(), "receive_error");
            to.add(LOST, lost.transmitErrors(), uplink.name(), "transmit_error");
        }
    }
}
