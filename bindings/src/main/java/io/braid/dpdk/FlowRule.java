package io.braid.dpdk;

import io.braid.dpdk.ffi.DpdkHeaders;
import io.braid.dpdk.ffi.rte_flow_action;
import io.braid.dpdk.ffi.rte_flow_action_queue;
import io.braid.dpdk.ffi.rte_flow_attr;
import io.braid.dpdk.ffi.rte_flow_error;
import io.braid.dpdk.ffi.rte_flow_item;
import io.braid.dpdk.ffi.rte_flow_item_ipv4;
import io.braid.dpdk.ffi.rte_flow_item_ipv6;
import io.braid.dpdk.ffi.rte_flow_query_count;
import io.braid.dpdk.ffi.rte_ipv4_hdr;
import io.braid.dpdk.ffi.rte_ipv6_hdr;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A rule in a NIC that has packets to one IP address received by one queue ({@code rte_flow}), with a counter where the NIC has one.
 *
 * <p>Rules of a port vanish when it is stopped or closed; {@link #destroy} must be called before, or not at all. One thread at a time for a port. Source:
 * {@code rte_flow.h}.
 */
public final class FlowRule {
    /** Where the bit-fields are, behind group and priority; the generator skips them. */
    private static final long BIT_FIELDS = 8;

    private static final int INGRESS = 1;
    private static final int IPV4_BYTES = 4;

    private final Port port;
    private final int queue;
    private final MemorySegment rule;
    private final boolean counts;

    private FlowRule(Port port, int queue, MemorySegment rule, boolean counts) {
        this.port = port;
        this.queue = queue;
        this.rule = rule;
        this.counts = counts;
    }

    /**
     * Whether the driver would take a rule for an address now; empty if so, else why not, in the driver's words.
     *
     * @param address 4 or 16 bytes, network order
     */
    public static Optional<String> refusal(Port port, byte[] address, int queue) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment error = rte_flow_error.allocate(arena);
            int status = DpdkHeaders.rte_flow_validate(
                    (short) port.id(), ingress(arena), pattern(arena, address), actions(arena, queue, false), error);
            return status == 0 ? Optional.empty() : Optional.of(reason(error, status));
        }
    }

    /**
     * Makes a rule, on a started port.
     *
     * @param address destination of the packets: 4 or 16 bytes, network order
     * @param queue where they are received
     * @throws DpdkException when the driver refuses, such as for want of room
     */
    public static FlowRule create(Port port, byte[] address, int queue) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment error = rte_flow_error.allocate(arena);
            for (boolean counts : new boolean[] {true, false}) { // not every NIC counts
                MemorySegment rule = DpdkHeaders.rte_flow_create(
                        (short) port.id(),
                        ingress(arena),
                        pattern(arena, address),
                        actions(arena, queue, counts),
                        error);
                if (!rule.equals(MemorySegment.NULL)) {
                    return new FlowRule(port, queue, rule, counts);
                }
            }
            throw new DpdkException("port " + port.name() + " (" + port.info().driver() + "): cannot make a flow rule: "
                    + reason(error, -RteErrno.current()));
        }
    }

    private static MemorySegment ingress(Arena arena) {
        MemorySegment attributes = rte_flow_attr.allocate(arena);
        attributes.set(ValueLayout.JAVA_INT, BIT_FIELDS, INGRESS);
        return attributes;
    }

    private static MemorySegment pattern(Arena arena, byte[] address) {
        boolean ipv4 = address.length == IPV4_BYTES;
        MemorySegment items = rte_flow_item.allocateArray(3, arena);
        rte_flow_item.type(rte_flow_item.asSlice(items, 0), DpdkHeaders.RTE_FLOW_ITEM_TYPE_ETH());
        MemorySegment ip = rte_flow_item.asSlice(items, 1);
        rte_flow_item.type(ip, ipv4 ? DpdkHeaders.RTE_FLOW_ITEM_TYPE_IPV4() : DpdkHeaders.RTE_FLOW_ITEM_TYPE_IPV6());
        rte_flow_item.spec(ip, header(arena, ipv4, address));
        byte[] ones = new byte[address.length];
        Arrays.fill(ones, (byte) 0xff);
        rte_flow_item.mask(ip, header(arena, ipv4, ones));
        rte_flow_item.type(rte_flow_item.asSlice(items, 2), DpdkHeaders.RTE_FLOW_ITEM_TYPE_END());
        return items;
    }

    /** An IP header that says nothing but a destination. */
    private static MemorySegment header(Arena arena, boolean ipv4, byte[] destination) {
        MemorySegment header = ipv4 ? rte_flow_item_ipv4.allocate(arena) : rte_flow_item_ipv6.allocate(arena);
        long offset = ipv4
                ? rte_flow_item_ipv4.hdr$offset() + rte_ipv4_hdr.dst_addr$offset()
                : rte_flow_item_ipv6.hdr$offset() + rte_ipv6_hdr.dst_addr$offset();
        MemorySegment.copy(destination, 0, header, ValueLayout.JAVA_BYTE, offset, destination.length);
        return header;
    }

    private static MemorySegment actions(Arena arena, int queue, boolean counts) {
        MemorySegment list = rte_flow_action.allocateArray(3, arena);
        int next = 0;
        if (counts) {
            rte_flow_action.type(rte_flow_action.asSlice(list, next++), DpdkHeaders.RTE_FLOW_ACTION_TYPE_COUNT());
        }
        MemorySegment target = rte_flow_action_queue.allocate(arena);
        rte_flow_action_queue.index(target, (short) queue);
        MemorySegment action = rte_flow_action.asSlice(list, next++);
        rte_flow_action.type(action, DpdkHeaders.RTE_FLOW_ACTION_TYPE_QUEUE());
        rte_flow_action.conf(action, target);
        rte_flow_action.type(rte_flow_action.asSlice(list, next), DpdkHeaders.RTE_FLOW_ACTION_TYPE_END());
        return list;
    }

    private static String reason(MemorySegment error, int status) {
        MemorySegment message = rte_flow_error.message(error);
        String text = message.equals(MemorySegment.NULL)
                ? "the driver gives no reason"
                : message.reinterpret(Long.MAX_VALUE).getString(0);
        return text + "; " + RteErrno.describe(Math.abs(status));
    }

    /** The queue it sends packets to. */
    public int queue() {
        return queue;
    }

    /** Packets that matched; empty when the NIC does not count. */
    public OptionalLong hits() {
        if (!counts) {
            return OptionalLong.empty();
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment count = rte_flow_query_count.allocate(arena);
            int status = DpdkHeaders.rte_flow_query(
                    (short) port.id(), rule, actionCount(arena), count, rte_flow_error.allocate(arena));
            return status == 0 ? OptionalLong.of(rte_flow_query_count.hits(count)) : OptionalLong.empty();
        }
    }

    private static MemorySegment actionCount(Arena arena) {
        MemorySegment list = rte_flow_action.allocateArray(2, arena);
        rte_flow_action.type(rte_flow_action.asSlice(list, 0), DpdkHeaders.RTE_FLOW_ACTION_TYPE_COUNT());
        rte_flow_action.type(rte_flow_action.asSlice(list, 1), DpdkHeaders.RTE_FLOW_ACTION_TYPE_END());
        return list;
    }

    /** Takes the rule out of the NIC. */
    public void destroy() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment error = rte_flow_error.allocate(arena);
            int status = DpdkHeaders.rte_flow_destroy((short) port.id(), rule, error);
            if (status != 0) {
                throw new DpdkException(
                        "port " + port.name() + ": cannot remove a flow rule: " + reason(error, status));
            }
        }
    }
}
