package io.braid.dataplane.config;

/**
 * Where packets are handled on a host with several NUMA nodes.
 *
 * @param policy whether flows prefer the uplinks of their node
 * @param spill percent of their speed at which a node's uplinks are too full for new flows
 * @param rebalance whether queues move between workers by themselves
 * @param fullRing what a worker does when another takes no more packets
 */
@Shorthand("policy")
public record NumaConfig(
        @Option(
                doc =
                        "Which uplinks a node's new flows take: `prefer` those of the node while any is usable and they are"
                                + " not too full (`spill`), `strict` only those, `off` all alike: the host is taken as one node."
                                + " On a node without uplinks the nearest ones count as its own. Flows keep the uplink they"
                                + " have, whatever changes. `numa: prefer` is short for `numa: {policy: prefer}`.",
                defaultValue = "prefer")
        NumaPolicy policy,

        @Option(
                doc =
                        "Under `prefer`: the percentage of their links' speed at which a node's usable uplinks are too full,"
                                + " so that new flows take any uplink until it is down by a quarter again. Needs the"
                                + " speeds of all links; where the driver does not tell one, new flows stay on their node.",
                defaultValue = "80",
                range = "1..100",
                live = true)
        int spill,

        @Option(
                doc =
                        "Whether receive queues and task ports move between the workers of a node, one at a time and without"
                                + " loss, when one worker has much more to do than another: `auto` or `off`."
                                + " `braid plan --live` shows what it would move.",
                defaultValue = "auto",
                live = true)
        NumaRebalance rebalance,

        @Option(
                doc = "What a worker does when the ring to another worker is full: `drop` the packets and count them"
                        + " (`handoff_ring_full`), or `wait`: receive nothing until there is room, so that what is too"
                        + " much is lost in the NIC. With `wait` one slow worker slows down all that hand to it.",
                defaultValue = "drop")
        FullRing fullRing) {}
